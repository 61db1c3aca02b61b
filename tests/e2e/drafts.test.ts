import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldAt, fillField, startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())

it('opening a deal that is open in another window focuses that window, and undo history survives a restart', async () => {
  const { page, app } = environment
  const field = (window: typeof page, path: string) => window.locator(`[data-path="${path}"]`)
  await startApplication(page)
  // Pastes a number with the country code, although the stored number does not include it.
  await fillField(page, 'company.phone', '+1 (503) 555-0142')
  expect(await field(page, 'company.phone').inputValue()).toBe('(503) 555-0142')
  await fillField(page, 'company.legal_name', 'Alder Bakery')
  const hash = new URL(page.url()).hash.split('/').slice(0, 3).join('/')

  await page.getByRole('button', { name: 'More' }).click()
  const [second] = await Promise.all([
    app.nextWindow(),
    page.getByRole('menuitem', { name: 'Open in new window' }).click(),
  ])
  await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  await expect.poll(() => field(second, 'company.phone').inputValue()).toBe('(503) 555-0142')

  // The tests run without a window manager, so no window gets the focus. Record instead which window requests the focus.
  await app.application.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      window.focus = () => void Object.assign(globalThis, { focused: window.webContents.getURL() })
  })
  const takeFocused = () =>
    app.application.evaluate(() => {
      const { focused } = globalThis as { focused?: string }
      Object.assign(globalThis, { focused: '' })
      return focused ?? ''
    })
  const deal_id = hash.split('/')[2] as string
  const ways: [string, () => Promise<unknown>][] = [
    ['a row of the pipeline', () => page.getByRole('link', { name: 'Alder Bakery' }).click()],
    ['a link in a new window', () => page.evaluate(`window.open('${hash}')`)],
    ['the address', () => page.evaluate(`location.hash = '${hash}/documents'`)],
    [
      'the own window',
      () => page.evaluate(`fundingDesk.call('deals.open_window', { deal_id: '${deal_id}' })`),
    ],
  ]
  for (const [way, open] of ways) {
    await open()
    await expect.poll(takeFocused, { message: way }).toContain(hash)
    await expect.poll(() => new URL(page.url()).hash, { message: way }).toBe('#/')
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  }
  expect(app.windows()).toHaveLength(2)

  await field(second, 'company.industry').focus()
  await second.keyboard.type('Bakeries')
  await waitUntilSaved(second)
  await second.keyboard.press('Control+z')
  await expect.poll(() => field(second, 'company.industry').inputValue()).toBe('')
  await environment.app.close()
  await environment.relaunch()
  await environment.goTo(hash)
  await environment.page.getByRole('button', { name: 'Redo: Industry' }).click()
  await expect.poll(() => field(environment.page, 'company.industry').inputValue()).toBe('Bakeries')
})

it('an import creates drafts only after a click, and keeps values that do not fit as orphaned values', async () => {
  const { page } = environment
  const file = join(environment.folder, 'book.csv')
  await writeFile(file, 'Business name,Amount,Shoe size,SSN\nBirch Inc,12000,43,900-12-3456\n')
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file)
  const rows = page.getByTestId('import-rows')
  await rows.getByText('Birch Inc').waitFor()
  expect(await rows.innerText()).toContain('Shoe size: 43')
  expect(await page.content()).not.toContain('900-12-3456')
  expect(await page.locator('[data-deal]').count()).toBe(1)
  await page.getByRole('button', { name: 'Import 1 draft' }).click()
  await page.getByRole('heading', { name: 'Birch Inc' }).waitFor()
  expect(await page.getByTestId('orphaned-values').innerText()).toContain('Shoe size: 43')
  expect(environment.app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
})

it('a half-typed SSN stays visible while the broker uses another window, and a complete SSN is masked when the field loses focus', async () => {
  const { page } = environment
  await page.evaluate("location.hash = '#/'")
  await page.reload()
  await startApplication(page)
  const ssn = page.locator(fieldAt('company.owners.0.ssn'))
  await ssn.pressSequentially('90012')
  // Simulates that the page's window loses the focus, because the test harness itself never takes the focus away.
  await page.evaluate('document.hasFocus = () => false; document.activeElement.blur()')
  await waitUntilSaved(page)
  expect(await ssn.inputValue()).toBe('90012')
  await page.evaluate('delete document.hasFocus')
  await ssn.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('3456')
  await ssn.blur()
  await expect.poll(() => ssn.inputValue()).toBe('•••-••-3456')
})

it('typing into a masked SSN starts a replacement, and pasting replaces it', async () => {
  const { page } = environment
  const ssn = page.locator(fieldAt('company.owners.0.ssn'))
  await ssn.focus()
  await page.keyboard.type('501')
  expect(await ssn.inputValue()).toBe('501')
  await page.keyboard.type('654321')
  await ssn.blur()
  await expect.poll(() => ssn.inputValue()).toBe('•••-••-4321')
  await ssn.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '501\u2011\u200965\u00a08765')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => ssn.inputValue()).toBe('501-65-8765')
  await ssn.blur()
  await expect.poll(() => ssn.inputValue()).toBe('•••-••-8765')
})

it('an error takes the reserved place, and a single click that leaves the field reaches its button', async () => {
  const { page } = environment
  const add = page.getByRole('button', { name: 'Add an owner' })
  const placeOf = async () => (await add.boundingBox())?.y
  const name = page.locator(fieldAt('company.owners.0.first_name'))
  const next = page.locator(fieldAt('company.owners.0.last_name'))
  await name.focus()
  const before = await placeOf()
  // A required field that the broker only passes is no error.
  await next.focus()
  await name.fill('A')
  await waitUntilSaved(page)
  expect(await page.getByText(' is required.').count()).toBe(0)
  await name.fill('')
  await next.focus()
  await page.getByText('First name is required.').waitFor()
  expect(await placeOf()).toBe(before)

  // This error has two lines in a narrow field, so it moves the button.
  const birth = page.locator(fieldAt('company.owners.0.date_of_birth'))
  await birth.fill('2/30')
  const box = await add.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 2)
  await page.mouse.down()
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))')
  await page.mouse.up()
  await page.getByRole('group', { name: 'Owner 2' }).waitFor()
  await page.getByText('Enter a date like').first().waitFor()
})

it('an owner keeps the focus, the typed text, and the shown problems when an earlier owner is removed', async () => {
  const { page } = environment
  const owners = page.getByRole('group', { name: /^Owner \d$/ })
  await expect.poll(() => owners.count()).toBe(2)
  // The first owner has shown the problem of this field since the test above.
  const birth = page.locator(fieldAt('company.owners.0.date_of_birth'))
  expect(await birth.getAttribute('aria-invalid')).toBe('true')
  await page.locator(fieldAt('company.owners.1.email')).fill('nobody')
  await page.locator(fieldAt('company.owners.1.last_name')).pressSequentially('Bo')
  await owners.nth(1).getByText('Enter an email address like').waitFor()
  await waitUntilSaved(page)
  await page.evaluate(`(async () => {
    const deal_id = location.hash.split('/')[2]
    const { value: deal } = await fundingDesk.call('deals.get', { deal_id })
    const [row] = Object.keys(deal.values.company.owners)
    const edits = [{ op: 'remove_row', path: 'company.owners', row }]
    await fundingDesk.call('drafts.save', { deal_id, window_id: crypto.randomUUID(), edits })
  })()`)
  await expect.poll(() => owners.count()).toBe(1)
  await page.keyboard.type('b')
  expect(await page.locator(fieldAt('company.owners.0.last_name')).inputValue()).toBe('Bob')
  expect(await page.locator(fieldAt('company.owners.0.email')).inputValue()).toBe('nobody')
  expect(await birth.getAttribute('aria-invalid')).not.toBe('true')
  expect(await owners.getByText('Enter an email address like').count()).toBe(1)
})

it('a narrow field shows a typed date instead of how the app understands it', async () => {
  const { page, app } = environment
  await app.application.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.setContentSize(1280, 800)
  })
  const birth = page.locator(fieldAt('company.owners.0.date_of_birth'))
  await birth.fill('2/29/1980')
  expect(await birth.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
})

it('Enter accepts the offer to split a pasted address and a trade name, and a note names a suspicious number', async () => {
  const { page } = environment
  const field = (path: string) => page.locator(`[data-path="${path}"]`)
  await field('company.address.street_1').focus()
  await page.keyboard.insertText('18 Alder St Suite 4, Portland, OR 97204')
  await page.getByRole('button', { name: /^Split: 18 Alder St · Suite 4/ }).waitFor()
  await page.keyboard.press('Enter')
  const kept = ['street_1', 'street_2', 'city', 'zip'].map((name) =>
    field(`company.address.${name}`).inputValue(),
  )
  expect(await Promise.all(kept)).toEqual(['18 Alder St', 'Suite 4', 'Portland', '97204'])
  await field('company.legal_name').fill('Alder LLC d/b/a Joe’s Diner')
  await field('company.legal_name').press('Enter')
  expect(await field('company.dba').inputValue()).toBe('Joe’s Diner')

  await field('company.website').fill('N/A')
  await field('company.business_start_date').fill('yesterday')
  await field('company.ein').fill('00-1234567')
  await field('company.ein').blur()
  await page.locator('[data-note="company.ein"]').getByText('The IRS does not issue EINs').waitFor()
  await page.locator('[data-note="company.website"]').getByText('sent as an empty field').waitFor()
  // A remark stays visible when the broker comes back to the field, and its section has no check mark.
  await field('company.website').focus()
  expect(await page.locator('[data-note="company.website"]').isVisible()).toBe(true)
  await field('application.amount_requested').fill('35k')
  await field('application.use_of_funds').fill('Working capital')
  const section = page.locator('[data-section="request"]')
  await section.getByLabel('complete').waitFor()
  await field('company.legal_name').fill('  Alder LLC ')
  await field('company.legal_name').blur()
  await expect.poll(() => field('company.legal_name').inputValue()).toBe('Alder LLC')
  await field('application.notes').fill(' Two lines\n')
  await field('application.notes').blur()
  await expect.poll(() => field('application.notes').inputValue()).toBe('Two lines')
  // A section without required fields that the broker has not touched shows nothing.
  expect(await page.locator('[data-section="advances"]').innerText()).toBe('Existing positions')
  expect(await page.locator('[data-section="advances"]').getByLabel('complete').count()).toBe(0)
  await field('application.desired_term_months').fill('N/A')
  await section.getByText('1 to check').waitFor()
  expect(await field('company.business_start_date').inputValue()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
})

it('a wrong value is marked as soon as its deal is opened again, and an empty field is not', async () => {
  const { page } = environment
  await environment.goTo('#/pipeline')
  await startApplication(page)
  await fillField(page, 'company.legal_name', 'Birch Bakery')
  await fillField(page, 'company.owners.0.ownership_percent', '120')
  await fillField(page, 'company.owners.0.date_of_birth', '31/12/1979')
  await waitUntilSaved(page)
  // Another deal takes the place of this one.
  await page.getByRole('link', { name: 'Back to Pipeline' }).click()
  await startApplication(page)
  await page.getByRole('link', { name: 'Back to Pipeline' }).click()
  await page.getByRole('link', { name: 'Birch Bakery' }).click()
  const isMarked = (path: string) => page.locator(fieldAt(path)).getAttribute('aria-invalid')
  await expect.poll(() => isMarked('company.owners.0.ownership_percent')).toBe('true')
  expect(await isMarked('company.owners.0.date_of_birth')).toBe('true')
  expect(await isMarked('company.owners.0.first_name')).not.toBe('true')
})
