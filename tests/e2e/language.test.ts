import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestOffice } from './support/office.ts'

describe('the language of the app', () => {
  let office: TestOffice
  beforeAll(async () => {
    office = await TestOffice.open()
  })
  afterAll(() => office.close())

  const choose = (language: 'en' | 'es') =>
    office.page.evaluate(
      `fundingDesk.call('appearance.save', ${JSON.stringify({ language, color_scheme: 'auto' })})`,
    )
  const lang = () => office.page.evaluate('document.documentElement.lang')

  it('is another one at once, stays after a restart, and comes back', async () => {
    await choose('es')
    await expect.poll(lang).toBe('es-US')
    await office.app.close()
    await office.relaunch()
    await expect.poll(lang).toBe('es-US')
    await choose('en')
    await expect.poll(lang).toBe('en-US')
  })
})
