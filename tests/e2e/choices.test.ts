import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  attachFiles,
  openPart,
  openSettings,
  startApplication,
  waitUntilSaved,
} from '../../build/demo/journey.ts'
import { Hands } from '../support/e2e/keyboard.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
let hands: Hands
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
  hands = new Hands(environment.page)
})
afterAll(() => environment.close())

const field = (path: string) => environment.page.locator(`[data-path="${path}"]`)
const highlighted = () => environment.page.locator('[role="option"][data-combobox-selected]').allInnerTexts()

it('a choice field highlights the exact code first, and Enter and Tab accept the highlighted choice', async () => {
  const { page } = environment
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

  // A text that no choice begins with can still name a state.
  await hands.tabTo(field('company.address.state'))
  await hands.type('Texas (TX)')
  await hands.press('Tab')
  expect(await field('company.address.state').inputValue()).toBe('TX – Texas')

  // An arrow key moves the highlight from the best match to the next match.
  await hands.tabTo(field('company.address.state'), 'Shift+Tab')
  await hands.press('Control+a')
  await hands.type('carolina')
  await expect.poll(highlighted).toEqual(['NC – North Carolina'])
  await hands.press('ArrowDown')
  await expect.poll(highlighted).toEqual(['SC – South Carolina'])
  await hands.press('Tab')
  expect(await field('company.address.state').inputValue()).toBe('SC – South Carolina')
})

it('a choice field keeps a text that matches no choice, with an error, even after the page reloads', async () => {
  const { page } = environment
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
  await page.getByText('Choose an option from the list.').waitFor()
})

it('Enter selects a document kind, and a text that matches no kind does not change it', async () => {
  const { page } = environment
  await attachFiles(page, environment.pdfs.slice(0, 1))
  const row = page.locator('[data-document]').first()
  const kind = row.getByRole('combobox')
  await kind.focus()
  await hands.press('Control+a')
  await hands.type('voided')
  await hands.press('Enter')
  await expect.poll(() => kind.inputValue()).toMatch(/^Voided check/)
  await hands.press('Control+a')
  await hands.type('napkin')
  await hands.press('Tab')
  expect(await kind.inputValue()).toBe('napkin')
  await row.getByText('Choose an option from the list.').waitFor()
  const kinds = `fundingDesk.call('deals.get', { deal_id: location.hash.split('/')[2] })
    .then(({ value }) => value.document_list.map((one) => one.kind))`
  expect(await page.evaluate(kinds)).toEqual(['voided_check'])
})

it('Enter and Tab select a state in the pipeline filter and in a credit box', async () => {
  const { page } = environment
  const deal = new URL(page.url()).hash
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const state = page.getByRole('combobox', { name: 'State' })
  await state.focus()
  await hands.type('SC')
  await expect.poll(highlighted).toEqual(['SC – South Carolina'])
  await hands.press('Tab')
  expect(await state.inputValue()).toBe('SC – South Carolina')
  await hands.press('Escape')
  await expect.poll(() => page.locator('[data-deal]').count()).toBe(1)

  await openSettings(page, 'Funder criteria')
  await page.getByRole('button', { name: 'Add funder criteria' }).click()
  const states = page.getByRole('combobox', { name: 'Excluded states' })
  await states.focus()
  await hands.type('OR')
  await expect.poll(highlighted).toEqual(['OR – Oregon'])
  await hands.press('Enter')
  await hands.press('Enter')
  await hands.type('new y')
  await hands.press('Tab')
  await states.focus()
  await hands.type('Ontario')
  await hands.press('Tab')
  expect(await states.inputValue()).toBe('Ontario')
  await page.getByText('Choose a state.').waitFor()
  const box = page.getByTestId('credit-box')
  expect(await box.locator('.mantine-Pill-label').allInnerTexts()).toEqual(['OR – Oregon', 'NY – New York'])
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await environment.goTo(deal)
})

it('a choice field in Spanish finds Spanish labels and Spanish names of states', async () => {
  const { page } = environment
  await openPart(page, 'application')
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
  expect(environment.app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
})
