import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApplication } from '../../build/demo/journey.ts'
import { TestOffice } from './support/office.ts'

describe('the window', () => {
  let office: TestOffice
  beforeAll(async () => {
    office = await TestOffice.openSetUp()
  })
  afterAll(() => office.close())
  const inPage = <T>(expression: string) => office.page.evaluate<T>(expression)

  it('a second start brings the first window to the front instead of opening the data twice', async () => {
    await office.startBeside()
    expect(office.app.application.windows()).toHaveLength(1)
  })

  it('works by keyboard alone: a new application, its first field, its sections', async () => {
    const { page } = office
    await page.keyboard.press('Control+n')
    await page.getByRole('heading', { name: 'New application' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Sections of the application' })
      .getByRole('button')
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await inPage('document.activeElement.getAttribute("data-path")')).toBe(
      'application.amount_requested',
    )
  })

  it('the page complained about nothing', async () => {
    await office.page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await startApplication(office.page)
    const ours = office.app.complaints.filter((line) => line.startsWith('page:'))
    expect(ours).toEqual([])
  })
})
