import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { Hands } from './support/keyboard.ts'
import { TestOffice } from './support/office.ts'

let office: TestOffice
let hands: Hands
beforeAll(async () => {
  office = await TestOffice.openSetUp()
  hands = new Hands(office.page)
})
afterAll(() => office.close())

const field = (path: string) => office.page.locator(`[data-path="${path}"]`)
const highlighted = () => office.page.locator('[role="option"][data-combobox-selected]').allInnerTexts()

it('highlights the exact code first, and Enter and Tab take what is highlighted', async () => {
  const { page } = office
  await startApplication(page)
  await hands.tabTo(field('company.entity_type'))
  await hands.type('LLC')
  await expect.poll(highlighted).toEqual(['LLC'])
  await hands.press('Enter')
  expect(await field('company.entity_type').inputValue()).toBe('LLC')

  await hands.tabTo(field('company.state_of_formation'))
  await hands.type('OR')
  await expect.poll(highlighted).toEqual(['OR – Oregon'])
  await expect.poll(() => page.getByRole('option').first().innerText()).toBe('OR – Oregon')
  await hands.press('Tab')
  expect(await field('company.state_of_formation').inputValue()).toBe('OR – Oregon')
  await hands.expectFocus(field('company.business_start_date'))

  // An arrow key moves on from the best match.
  await hands.tabTo(field('company.address.state'))
  await hands.type('carolina')
  await expect.poll(highlighted).toEqual(['NC – North Carolina'])
  await hands.press('ArrowDown')
  await expect.poll(highlighted).toEqual(['SC – South Carolina'])
  await hands.press('Tab')
  expect(await field('company.address.state').inputValue()).toBe('SC – South Carolina')
})

it('keeps a text that names no choice as typed with an error, also after a restart of the page', async () => {
  const { page } = office
  await hands.tabTo(field('company.entity_type'), 'Shift+Tab')
  await hands.press('Control+a')
  await hands.type('Guild')
  await hands.press('Enter')
  await hands.press('Tab')
  await waitUntilSaved(page)
  expect(await field('company.entity_type').inputValue()).toBe('Guild')
  expect(await field('company.entity_type').getAttribute('aria-invalid')).toBe('true')
  await page.reload()
  await field('company.entity_type').waitFor()
  expect(await field('company.entity_type').inputValue()).toBe('Guild')
  await hands.tabTo(field('company.entity_type'))
  await hands.press('Tab')
  await page.getByText('Choose one of the list.').waitFor()
})

it('reads Spanish labels, and names of states in both languages', async () => {
  const { page } = office
  await page.evaluate("fundingDesk.call('appearance.save', { language: 'es', color_scheme: 'auto' })")
  await page.reload()
  await hands.tabTo(field('company.entity_type'))
  await hands.press('Control+a')
  await hands.type('fidei')
  await expect.poll(highlighted).toEqual(['Fideicomiso'])
  await hands.press('Tab')
  expect(await field('company.entity_type').inputValue()).toBe('Fideicomiso')
  await hands.tabTo(field('company.address.state'))
  await hands.press('Control+a')
  await hands.type('nueva y')
  await hands.press('Enter')
  expect(await field('company.address.state').inputValue()).toBe('NY – New York')
  await waitUntilSaved(page)
  expect(office.app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
})
