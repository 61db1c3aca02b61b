import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FundingDeskApi } from '../../src-shared/ipc/contract.ts'
import { TestOffice } from './support/office.ts'

describe('the language of the app', () => {
  let office: TestOffice
  beforeAll(async () => {
    office = await TestOffice.openSetUp()
    await office.page.evaluate(async () => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      await fundingDesk.call('deals.create', {})
    })
  })
  afterAll(() => office.close())

  const choose = (language: 'en' | 'es') =>
    office.page.evaluate(
      `fundingDesk.call('appearance.save', ${JSON.stringify({ language, color_scheme: 'auto' })})`,
    )
  const lang = () => office.page.evaluate('document.documentElement.lang')
  const shows = (text: string) =>
    expect.poll(() => office.page.getByText(text).first().isVisible(), { message: text }).toBe(true)

  async function speaksSpanish() {
    await expect.poll(lang).toBe('es-US')
    await office.goTo('#/')
    await shows('Nueva solicitud')
    await shows('Borradores')
    await office.goTo('#/settings/vault')
    await shows('Código de recuperación')
    await shows('Crear una copia ahora')
  }

  it('is another one at once, stays after a restart, and comes back', async () => {
    await choose('es')
    await speaksSpanish()
    await office.app.close()
    await office.relaunch()
    await speaksSpanish()
    await choose('en')
    await expect.poll(lang).toBe('en-US')
    await office.goTo('#/settings/vault')
    await shows('Back up now')
    await office.goTo('#/')
    await shows('New application')
    await shows('Drafts')
  })
})
