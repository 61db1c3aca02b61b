import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FundingDeskApi } from '../../src-shared/ipc/contract.ts'
import { TestEnvironment } from './support/environment.ts'

describe('the language of the app', () => {
  let environmentManager: TestEnvironment
  beforeAll(async () => {
    environmentManager = await TestEnvironment.openSetUp()
    await environmentManager.page.evaluate(async () => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      await fundingDesk.call('deals.create', {})
    })
  })
  afterAll(() => environmentManager.close())

  const choose = (language: 'en' | 'es') =>
    environmentManager.page.evaluate(
      `fundingDesk.call('appearance.save', ${JSON.stringify({ language, color_scheme: 'auto' })})`,
    )
  const lang = () => environmentManager.page.evaluate('document.documentElement.lang')
  const shows = (text: string) =>
    expect
      .poll(() => environmentManager.page.getByText(text).first().isVisible(), { message: text })
      .toBe(true)

  async function speaksSpanish() {
    await expect.poll(lang).toBe('es-US')
    await environmentManager.goTo('#/')
    await shows('Nueva solicitud')
    await shows('Borradores')
    await environmentManager.goTo('#/settings/vault')
    await shows('Código de recuperación')
    await shows('Crear una copia ahora')
  }

  it('changes immediately, stays after a restart, and changes back', async () => {
    await choose('es')
    await speaksSpanish()
    await environmentManager.app.close()
    await environmentManager.relaunch()
    await speaksSpanish()
    await choose('en')
    await expect.poll(lang).toBe('en-US')
    await environmentManager.goTo('#/settings/vault')
    await shows('Back up now')
    await environmentManager.goTo('#/')
    await shows('New application')
    await shows('Drafts')
  })
})
