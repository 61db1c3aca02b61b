import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachFiles, chooseKind, startApplication } from '../../build/demo/journey.ts'
import { es } from '../../src-shared/app/texts.es.ts'
import { bakeryMonths, drawBankStatement, FUNDER, WEEKLY_FUNDER } from '../../build/demo/bank-statement.ts'
import { axeViolations } from '../support/e2e/axe.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { killReader } from '../support/e2e/kill-reader.ts'
import { hiddenByZoom, smallTargets, zoom } from '../support/e2e/wcag-checks.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice } from '../support/statements/ledger.ts'
import { scannedPdf } from '../support/statements/scanned-pdf.ts'

// The bank statements of a deal, from the attached file to a corrected class. The tests share one app and build on each other.

/** Three consecutive months. The printed closing balance of the last one is wrong. */
const MONTHS = bakeryMonths(3)
const [first, second, last] = MONTHS.map(({ from }) => from.slice(0, 7)) as [string, string, string]
const nameOf = (month: string) => `Statement ${month}.pdf`
const FILES = [first, second, last].map(nameOf)

let environment: TestEnvironment
let files: string[]
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
  files = MONTHS.map(({ from }) => join(environment.folder, nameOf(from.slice(0, 7))))
  for (const [at, statement] of MONTHS.entries())
    await writeFile(
      files[at] ?? '',
      await drawBankStatement(statement, { closingOff: at === MONTHS.length - 1 ? 100 : 0 }),
    )
})
afterAll(() => environment.close())
failOnStalls(() => environment.stalls)

/** Cents as the screen shows them. */
const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
/** The entries of a month whose description contains a text, and their sum. */
const entriesOf = (month: string, text: string) =>
  MONTHS.find(({ from }) => from.startsWith(month))?.entries.filter(({ description }) =>
    description.includes(text),
  ) ?? []
const sum = (entries: readonly { cents: number }[]) => entries.reduce((total, { cents }) => total + cents, 0)

const table = () => environment.page.getByTestId('statement-months')
const figure = (name: string, month: string) =>
  table().locator(`tr[data-figure="${name}"] [data-column="${month}"]`).first()
const average = (name: string) => table().locator(`[data-average="${name}"]`)
const drawer = () =>
  environment.page.getByRole('dialog').filter({ has: environment.page.getByTestId('statement-rows') })
const lines = (within: Locator) => within.locator('[data-line]')
const focused = () =>
  environment.page.evaluate<string>(
    'document.activeElement.dataset.line ?? document.activeElement.dataset.cell ?? document.activeElement.tagName',
  )

/** Returns a screenshot of the window. Playwright's own shows only a part of a zoomed page. */
async function capture(): Promise<Buffer> {
  const png = await environment.app.application.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    // The first capture makes the window paint a new frame.
    await window?.webContents.capturePage()
    return (await window?.webContents.capturePage())?.toPNG().toString('base64') ?? ''
  })
  return Buffer.from(png, 'base64')
}

/** Saves screenshots in both color schemes if the environment variable `SHOTS` names a folder. */
async function picture(name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  const { page } = environment
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(400)
    await writeFile(join(folder, `${name}-${colorScheme}.png`), await capture())
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

it('a deal without statements says so, and attached statements get a verdict with its reason on their rows', async () => {
  const { page } = environment
  await startApplication(page)
  await page.keyboard.press('Alt+3')
  await page.getByRole('heading', { name: 'No bank statements yet' }).waitFor()
  await picture('statements-none')
  await attachFiles(page, files)
  const row = (name: string) => page.locator(`[data-document="${name}"]`)
  await row(FILES[0] ?? '')
    .locator('[data-verdict="verified"]')
    .waitFor()
  await row(FILES[1] ?? '')
    .locator('[data-verdict="verified"]')
    .waitFor()
  await row(FILES[2] ?? '')
    .locator('[data-verdict="unverified"]')
    .waitFor()
  await row(FILES[2] ?? '')
    .getByText('Not verified: the entries do not add up to the closing balance')
    .waitFor()
  // A verified statement needs no explanation on its row.
  expect(
    await row(FILES[0] ?? '')
      .getByTestId('reading-note')
      .count(),
  ).toBe(0)
  await picture('statements-documents')

  await row(FILES[0] ?? '')
    .locator('[data-verdict]')
    .focus()
  await page.keyboard.press('Enter')
  const about = page.getByRole('dialog', { name: 'Verified' })
  await about.getByText(/does not prove that the bank issued/).waitFor()
  await picture('statements-meaning')
  await page.keyboard.press('Escape')
  await about.waitFor({ state: 'detached' })
})

it('the table shows the figures of verified months, and the reason in place of those of a month that does not add up', async () => {
  const { page } = environment
  await page.keyboard.press('Alt+3')
  await table().waitFor()
  const revenue = sum(entriesOf(first, 'BANKCARD'))
  await expect.poll(() => figure('true_revenue_cents', first).innerText()).toBe(dollars(revenue))
  expect(await figure('nsf_count', second).innerText()).toBe('1')
  const mean = Math.round((revenue + sum(entriesOf(second, 'BANKCARD'))) / 2)
  expect(await average('true_revenue_cents').innerText()).toBe(dollars(mean))
  const refused = table().locator(`[data-refused="${last}"]`)
  expect(await refused.innerText()).toContain('do not add up to the closing balance')
  // Nothing of an unverified statement is shown as a fact.
  const printed = MONTHS[2]?.entries.map(({ cents }) => dollars(Math.abs(cents))) ?? []
  const inTable = await table().locator(`[data-column="${last}"]`).allInnerTexts()
  expect(inTable.filter((text) => printed.includes(text) || text.includes('$'))).toEqual([])
  await page.getByTestId('missing-months').waitFor()
  await picture('statements-tab')
  expect(await axeViolations(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
})

it('the keyboard leads from a figure to its entries, to their place on the page, and back', async () => {
  const { page } = environment
  await figure('true_revenue_cents', first).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  const cell = await focused()
  expect(cell).toContain(`true_revenue_cents ${first}`)
  await page.keyboard.press('Enter')
  const cards = entriesOf(first, 'BANKCARD')
  await expect.poll(() => lines(drawer()).count()).toBe(cards.length)
  await drawer()
    .getByText(`Sum ${dollars(sum(cards))}`)
    .waitFor()
  await picture('statements-rows')
  expect(await axeViolations(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  const line = await focused()
  await page.keyboard.press('Enter')
  const beside = page.getByTestId('rows-beside')
  await beside.waitFor()
  await page.locator('[data-page][data-drawn]').first().waitFor()
  await expect.poll(() => markedText()).toContain(cards[1]?.description)
  await picture('statements-highlight')
  // The list beside the pages begins at the entry, and each key moves the frame.
  expect(await focused()).toBe(line)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => markedText()).toContain(cards[2]?.description)
  await page.keyboard.press('End')
  await expect.poll(() => markedText()).toContain(cards.at(-1)?.description)

  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(line)
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(cell)
})

/** Returns the text of the page that the frame covers. */
function markedText(): Promise<string> {
  return environment.page.evaluate<string>(`{
    const mark = document.querySelector('[data-testid="viewer-mark"]')
    const box = mark?.getBoundingClientRect()
    const isInside = (one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const y = (top + bottom) / 2
      return left < box.right && right > box.left && y > box.top && y < box.bottom
    }
    const isInSight = box !== undefined && box.top >= 0 && box.bottom <= innerHeight
    const spans = mark?.closest('[data-page]')?.querySelectorAll('span') ?? []
    isInSight ? [...spans].filter(isInside).map((one) => one.textContent).join(' ') : ''
  }`)
}

it('a corrected class changes the figure, and undo changes it back', async () => {
  const { page } = environment
  const cards = entriesOf(first, 'BANKCARD')
  const revenue = sum(cards)
  await figure('true_revenue_cents', first).click()
  await lines(drawer()).nth(1).focus()
  await page.keyboard.press('c')
  await page.getByTestId('class-form').waitFor()
  const choice = page.getByRole('combobox', { name: 'Class' })
  await choice.fill('transfer from own')
  await page.keyboard.press('Enter')
  await picture('statements-class')
  await page.keyboard.press('Enter')
  await expect.poll(() => lines(drawer()).count()).toBe(cards.length - 1)
  await expect
    .poll(() => figure('true_revenue_cents', first).innerText())
    .toBe(dollars(revenue - (cards[1]?.cents ?? 0)))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => figure('true_revenue_cents', first).innerText()).toBe(dollars(revenue))
  await expect.poll(() => lines(drawer()).count()).toBe(cards.length)
  // Escape ends the change of a class, and keeps the list open.
  await lines(drawer()).first().focus()
  await page.keyboard.press('c')
  await page.getByTestId('class-form').waitFor()
  await page.keyboard.press('Escape')
  await page.getByTestId('class-form').waitFor({ state: 'detached' })
  expect(await drawer().count()).toBe(1)
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
})

it('a class for a description applies to all its entries, in every month', async () => {
  const { page } = environment
  await figure('withdrawals_cents', second).click()
  const rent = page.locator('[data-class="rent"]')
  await rent.getByRole('button', { name: /^Class of/ }).click()
  await page.getByRole('combobox', { name: 'Class' }).fill('supplier')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'All entries with this description' }).check()
  await page.getByTestId('class-form').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rent.count()).toBe(0)
  await page.keyboard.press('Escape')
  await figure('withdrawals_cents', first).click()
  const landlord = drawer().locator('li').filter({ hasText: 'ALDER STREET' })
  await expect.poll(() => landlord.first().getAttribute('data-class')).toBe('supplier')
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
})

it('a funder is found with its payments, and no longer counts after the broker denies it', async () => {
  const { page } = environment
  const position = page.locator('tr[data-position]').filter({ hasText: FUNDER.name })
  expect(await position.innerText()).toContain(dollars(FUNDER.cents))
  const weekly = -sum(entriesOf(first, WEEKLY_FUNDER.name))
  const taken = weekly - sum(entriesOf(first, FUNDER.name))
  await expect.poll(() => figure('funder_debits_cents', first).innerText()).toBe(dollars(taken))
  await picture('statements-positions')
  await position.getByText('Not funding').click()
  await page.locator('tr[data-position][data-confirmed="no"]').waitFor()
  await expect.poll(() => figure('funder_debits_cents', first).innerText()).toBe(dollars(weekly))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => figure('funder_debits_cents', first).innerText()).toBe(dollars(taken))
})

/** A field of the form. */
const field = (path: string) => environment.page.locator(`[data-path="${path}"]`)
const REVENUE = 'company.monthly_revenue'
const BALANCE = 'company.average_daily_balance'

it('values for the form are offered with their source, and only accepted ones get into the form', async () => {
  const { page } = environment
  await page.keyboard.press('Alt+1')
  const strip = page.getByTestId('statement-strip')
  await strip.waitFor()
  const offered = Number.parseInt(await strip.innerText(), 10)
  expect(offered).toBeGreaterThan(2)
  for (const path of [REVENUE, BALANCE]) expect(await field(path).inputValue()).toBe('')
  await picture('suggestions-strip')

  await strip.getByRole('button', { name: 'Review' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByTestId('suggestions-panel')
  await panel.waitFor()
  const row = (path: string) => panel.locator(`[data-proposal="${path}"]`)
  await row(REVENUE).focus()
  expect(await row(REVENUE).innerText()).toMatch(/Average of .*2 verified statements/s)
  // An average has no single place. A payment of a funder is framed on its page.
  expect(await page.getByTestId('viewer-mark').count()).toBe(0)
  await page.keyboard.press('End')
  await expect.poll(() => markedText()).toContain(WEEKLY_FUNDER.name)
  await picture('suggestions')
  expect(await axeViolations(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await hiddenByZoom(environment)).toEqual([])
  await zoom(environment, 2)
  await picture('suggestions-200')
  await zoom(environment, 1)

  await row(REVENUE).focus()
  await page.keyboard.press('Enter')
  await panel.locator(`li[data-state="same"] [data-proposal="${REVENUE}"]`).waitFor()
  const revenue = sum([first, second].flatMap((month) => entriesOf(month, 'BANKCARD'))) / 2
  const shown = Number((await field(REVENUE).inputValue()).replaceAll(/[$,]/g, ''))
  expect(Math.abs(shown - revenue / 100)).toBeLessThan(1)
  // The next value has the focus, and nothing but the accepted value is in the form.
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.proposal ?? ""')).not.toBe(REVENUE)
  expect(await field(BALANCE).inputValue()).toBe('')
  await picture('suggestions-accepted')
  await panel.getByRole('button', { name: 'Done' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(async () => Number.parseInt(await strip.innerText(), 10)).toBe(offered - 1)
  await strip.getByRole('button', { name: /^Dismiss/ }).click()
  await strip.waitFor({ state: 'detached' })
  expect(await field(BALANCE).inputValue()).toBe('')
})

it('a scan shows its progress, stops on Cancel, and is read again only if the broker asks', async () => {
  const { page } = environment
  const scan = join(environment.folder, 'Scan.pdf')
  await writeFile(scan, await scannedPdf(generateStatement(5).file.pages, new Dice(5)))
  await page.keyboard.press('Alt+2')
  await attachFiles(page, [scan])
  await chooseKind(page, 'Scan.pdf', 'Bank statement')
  const row = page.locator('[data-document="Scan.pdf"]')
  const cancel = row.getByTestId('reading-progress').getByRole('button', { name: /^Cancel/ })
  await cancel.waitFor()
  // The reading may still find the days, so the row asks for them only afterwards.
  const undated = row.getByText('No dates were found in this document.')
  expect(await undated.count()).toBe(0)
  await picture('statements-reading')
  await cancel.click()
  const again = row.getByTestId('reading-note').getByRole('button', { name: /^Read/ })
  await again.waitFor()
  await undated.waitFor()
  await picture('statements-cancelled')
  await again.click()
  await cancel.click()
  await again.waitFor()
})

it('a reading that failed says so, and the keyboard reads the file again without losing its place', async () => {
  const { page } = environment
  const row = page.locator('[data-document="Scan.pdf"]')
  const note = row.getByTestId('reading-note')
  await note.getByRole('button', { name: /^Read/ }).click()
  await killReader(environment)
  await note.getByText('Reading this document was interrupted.').waitFor()
  const inTab = page.locator('[data-statement="Scan.pdf"]')
  const isInRow = () =>
    page.evaluate<boolean>(`document.activeElement.closest('[data-document="Scan.pdf"]') !== null`)
  for (const [language, readAgain] of [
    ['es', es.statements.readAgainNamed('Scan.pdf')],
    ['en', 'Read again: Scan.pdf'],
  ] as const) {
    await speak(language)
    await row.getByRole('button', { name: readAgain }).waitFor()
    await row.scrollIntoViewIfNeeded()
    await picture(`failed-documents-${language}`)
    expect(await hiddenByZoom(environment)).toEqual([])
    await zoom(environment, 2)
    await row.scrollIntoViewIfNeeded()
    await picture(`failed-documents-${language}-200`)
    await page.keyboard.press('Alt+3')
    await inTab.getByRole('button', { name: readAgain }).scrollIntoViewIfNeeded()
    await picture(`failed-tab-${language}-200`)
    await zoom(environment, 1)
    await inTab.getByRole('button', { name: readAgain }).scrollIntoViewIfNeeded()
    await picture(`failed-tab-${language}`)
    expect(await hiddenByZoom(environment)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Alt+2')
  }
  await note.getByRole('button', { name: 'Read again: Scan.pdf' }).focus()
  await page.keyboard.press('Enter')
  await row.getByTestId('reading-progress').waitFor()
  await expect.poll(isInRow).toBe(true)
  await row.getByRole('button', { name: /^Cancel/ }).focus()
  await page.keyboard.press('Enter')
  await note.waitFor()
  await expect.poll(isInRow).toBe(true)
  await page.keyboard.press('Alt+3')
  await table().waitFor()
})

const speak = (language: 'en' | 'es') =>
  environment.page.evaluate(
    `fundingDesk.call('appearance.save', ${JSON.stringify({ language, color_scheme: 'auto' })})`,
  )

it('the screen is complete in Spanish, and at 200 % nothing is cut off', async () => {
  const { page } = environment
  await page.keyboard.press('Alt+3')
  await table().waitFor()
  expect(await hiddenByZoom(environment)).toEqual([])
  await zoom(environment, 2)
  await picture('statements-200')
  await zoom(environment, 1)
  await speak('es')
  await page.getByRole('heading', { name: es.statements.months.title }).waitFor()
  await table().getByText(es.statements.reasons.does_not_add_up).first().waitFor()
  await figure('deposits_cents', first).click()
  await drawer().getByText(es.statements.rows.keys).waitFor()
  await picture('statements-spanish-rows')
  await page.keyboard.press('Escape')
  await picture('statements-spanish')
  // The names of the rows wrap, so that the figures have the room.
  expect(
    await table()
      .locator('tbody th[scope="row"]')
      .evaluateAll((all) => Math.max(...all.map((one) => one.clientWidth))),
  ).toBeLessThan(200)
  await zoom(environment, 2)
  await picture('statements-spanish-200')
  expect(await hiddenByZoom(environment)).toEqual([])
})

it('a statement of a part of a month is marked as partial, and the average leaves it out', async () => {
  const { page } = environment
  await zoom(environment, 1)
  await speak('en')
  await environment.goTo('#/pipeline')
  await startApplication(page)
  const [whole, next, cut] = MONTHS as [(typeof MONTHS)[0], (typeof MONTHS)[0], (typeof MONTHS)[0]]
  const to = `${last}-12`
  const part = { ...cut, to, entries: cut.entries.filter(({ date }) => date <= to) }
  const path = join(environment.folder, 'Month to date.pdf')
  await writeFile(path, await drawBankStatement(part))
  await attachFiles(page, [...files.slice(0, 2), path])
  await page.keyboard.press('Alt+3')
  const partial = table().locator(`[data-partial="${last}"]`)
  await expect.poll(() => partial.innerText()).toMatch(/^Partial: \w+ 1\s–\s12, \d+$/)
  const revenue = [whole, next].flatMap(({ from }) => entriesOf(from.slice(0, 7), 'BANKCARD'))
  await expect
    .poll(() => average('true_revenue_cents').innerText())
    .toBe(dollars(Math.round(sum(revenue) / 2)))
  await picture('statements-partial')
})
