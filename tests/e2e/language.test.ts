import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FundingDeskApi } from '../../src-shared/app/contract.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

describe('the language of the app', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    await environment.page.evaluate(async () => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      await fundingDesk.call('deals.create', {})
    })
  })
  afterAll(() => environment.close())

  const choose = (language: 'en' | 'es') =>
    environment.page.evaluate(
      `fundingDesk.call('appearance.save', ${JSON.stringify({ language, color_scheme: 'auto' })})`,
    )
  const lang = () => environment.page.evaluate('document.documentElement.lang')
  const shows = (text: string) =>
    expect.poll(() => environment.page.getByText(text).first().isVisible(), { message: text }).toBe(true)

  async function speaksSpanish() {
    await expect.poll(lang).toBe('es-US')
    await environment.goTo('#/')
    await shows('Nueva solicitud')
    await shows('Borradores')
    await environment.goTo('#/settings/vault')
    await shows('Código de recuperación')
    await shows('Crear una copia ahora')
  }

  it('changes immediately, stays after a restart, and can be changed back', async () => {
    await choose('es')
    await speaksSpanish()
    await environment.app.close()
    await environment.relaunch()
    await speaksSpanish()
    await choose('en')
    await expect.poll(lang).toBe('en-US')
    await environment.goTo('#/settings/vault')
    await shows('Back up now')
    await environment.goTo('#/')
    await shows('New application')
    await shows('Drafts')
  })
})
