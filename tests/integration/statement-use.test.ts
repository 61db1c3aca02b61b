import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceFiles, startSourceReader } from '../../build/statements/source-reader.ts'
import { createStatementReader } from '../../src-main/features/statement-reader/reader-process.ts'
import { createMakeWorkbook } from '../../src-main/platform/workbook/make-workbook.ts'
import { setStatementPeriod } from '../../src-main/features/documents/edit-document.ts'
import { pageOfTimeline } from '../../src-main/features/deals/deal-timeline.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { emptyValues } from '../../src-main/features/drafts/create-draft.ts'
import { undoChange } from '../../src-main/features/drafts/edit-draft.ts'
import { confirmAccount, viewStatements } from '../../src-main/features/statements/deal-statements.ts'
import { viewAndNoteStatements } from '../../src-main/features/statements/document-period.ts'
import { exportStatements } from '../../src-main/features/statements/export-statements.ts'
import { printSummary } from '../../src-main/features/statements/print-summary.ts'
import type { SaveFile } from '../../src-main/platform/files/ports.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
import { blankPrinter } from '../support/core/blank-printer.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { addDeal, addDocument, type App, composeApp, value } from '../support/core/composed-app.ts'
import { bakeryMonths, drawBankStatement, FUNDER, WEEKLY_FUNDER } from '../../build/demo/bank-statement.ts'
import { acceptSuggestions, viewSuggestions } from '../../src-main/features/statements/suggestions.ts'

// The use of verified figures, with a real vault, real PDF files, and real exported files. The tests share one deal and build on each other.

/** The month of the tests' clock is May 2026. The last month does not add up. */
const MONTHS = bakeryMonths(4, new Date(2026, 4, 4))
const POSITIONS = 'application.open_advances'
const REVENUE = 'company.monthly_revenue'
const window_id = randomUUID()

const cleanup = new Cleanup()
let folder: string
let app: App
let deal_id: string
const ids: string[] = []
beforeAll(async () => {
  folder = cleanup.folder()
  app = await composeApp(cleanup, {
    statementReader: createStatementReader(startSourceReader, sourceFiles()),
  })
  deal_id = await addDeal(app, { values: emptyValues(standardProfile) })
  for (const [at, month] of MONTHS.entries()) {
    const entries = month.entries.map((one, row) =>
      // A description that looks like a formula.
      at === 0 && row === 0 ? { ...one, description: '=SUM(A1) SHOP' } : one,
    )
    const pdf = await drawBankStatement({ ...month, entries }, { closingOff: at === 3 ? 100 : 0 })
    const { sha256, size } = value(await app.context.documents.addBytes(pdf))
    const document_id = randomUUID()
    ids.push(document_id)
    await addDocument(app, cleanup, deal_id, { document_id, name: `${month.from}.pdf`, sha256, size })
  }
  app.statements.start()
  await until(async () => {
    const { documents } = value(await viewAndNoteStatements(app.context, deal_id))
    return documents.every(({ reading }) => reading.state === 'read') ? true : undefined
  })
})
afterAll(() => cleanup.run())

const suggestions = async () => value(await viewSuggestions(app.context, deal_id))
const formOf = async () => value(await viewDeal(app.context, deal_id))
const accept = async (suggestion_ids: string[], replaces = false) =>
  value(await acceptSuggestions(app.context, { deal_id, window_id, replaces }, suggestion_ids))
const timeline = async () =>
  value(await pageOfTimeline(app.context, deal_id, { filter: 'all', before: null })).entries.map(
    ({ title }) => formatMessage(title),
  )

const path = (name: string) => join(folder, name)
const save: SaveFile<Uint8Array | AsyncIterable<string>> = async ({ name }, content) => {
  await writeFile(path(name), content)
  return { saved_as: name }
}
const makeWorkbook = createMakeWorkbook(
  new URL('../../src-main/platform/workbook/workbook-worker.ts', import.meta.url),
)
const deps = { save, makeWorkbook }

test('the checklist counts the days of verified statements, and names the statement that is not verified', async () => {
  const { document_list, checklist } = await formOf()
  expect(
    document_list.map(({ reading }) => [
      reading?.period?.from ?? null,
      reading?.period_by,
      reading?.statement_verdict,
    ]),
  ).toEqual([
    ...MONTHS.slice(0, 3).map(({ from }) => [from, 'statement', 'verified']),
    [null, 'nobody', 'unverified'],
  ])
  const line = checklist.find(({ item_id }) => item_id === 'kind:bank_statement')
  expect(line).toMatchObject({ unverified: 1, missing_days: [{ from: '2026-04-01', to: '2026-04-30' }] })
  expect((await viewStatements(app.context, deal_id)).missing_months).toEqual(['2026-04'])
  // The checklist and the statements agree on what the days of a statement that is not verified cover.
  value(await setStatementPeriod(app.context, ids[3] ?? '', { from: '2026-04-01', to: '2026-04-30' }))
  const [covered] = (await formOf()).checklist.filter(({ item_id }) => item_id === 'kind:bank_statement')
  expect(covered).toMatchObject({ unverified: 1, missing_days: [] })
  expect((await viewStatements(app.context, deal_id)).missing_months).toEqual([])
  value(await setStatementPeriod(app.context, ids[3] ?? '', null))
  const period = { from: '2026-01-02', to: '2026-01-30' }
  value(await setStatementPeriod(app.context, ids[0] ?? '', period))
  value(await viewAndNoteStatements(app.context, deal_id))
  expect((await formOf()).document_list[0]?.reading).toMatchObject({ period, period_by: 'broker' })
})

test('suggested values fill the form together as one undo step', async () => {
  const offered = await suggestions()
  expect(offered.map(({ path: at, state }) => [at, state])).toEqual([
    [REVENUE, 'new'],
    ['company.average_daily_balance', 'new'],
    [`${POSITIONS}.0.funder`, 'new'],
    [`${POSITIONS}.0.funder`, 'new'],
  ])
  expect(formatMessage(offered[0]?.source ?? '').replaceAll('\u2009', ' ')).toMatch(
    /^Average of January – March 2026, 3 verified statements\. The classes of \d+ entries are only suggested$/,
  )
  expect(ids).toContain(offered[2]?.places[0]?.document_id)
  expect(offered[2]?.places[0]?.boxes).toHaveLength(4)
  expect(valueAt((await formOf()).values, REVENUE) ?? '').toBe('')

  const done = await accept(offered.map(({ suggestion_id }) => suggestion_id))
  expect(done).toMatchObject({ accepted: 4, outdated: 0 })
  const { values } = await formOf()
  const sales = MONTHS.slice(0, 3).flatMap(({ entries }) =>
    entries.filter(({ description, cents }) => cents > 0 && !description.includes('TRANSFER')),
  )
  const mean = Math.round(sales.reduce((sum, { cents }) => sum + cents, 0) / 3)
  expect(Number(valueAt(values, REVENUE))).toBe(mean / 100)
  expect(Object.values(valueAt(values, POSITIONS) ?? {})).toEqual([
    { funder: FUNDER.name, daily_payment: (FUNDER.cents / 100).toFixed(2) },
    { funder: WEEKLY_FUNDER.name, weekly_payment: String(WEEKLY_FUNDER.cents / 100) },
  ])
  expect((await suggestions()).map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same'])

  value(await undoChange(app.context, { deal_id, window_id }))
  const undone = await formOf()
  expect(valueAt(undone.values, REVENUE) ?? '').toBe('')
  expect(valueAt(undone.values, POSITIONS) ?? {}).toEqual({})
})

test('a suggestion is left out if its field changed after the page showed it', async () => {
  const [revenue, balance] = await suggestions()
  const both = [revenue?.suggestion_id ?? '', balance?.suggestion_id ?? '']
  await accept([both[0] ?? ''])
  expect(await accept(both)).toMatchObject({ accepted: 1, outdated: 1 })
})

test('the CSV file has every verified entry, and no text that a spreadsheet would treat as a formula', async () => {
  const saved = value(await exportStatements(app.context, deps, { deal_id, format: 'csv' }))
  expect(saved.left_out).toBe(1)
  const lines = readFileSync(path(saved.saved_as ?? ''), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + MONTHS.slice(0, 3).reduce((sum, { entries }) => sum + entries.length, 0))
  expect(lines.some((line) => line.includes(",'=SUM(A1) SHOP,"))).toBe(true)
  const [first] = MONTHS[0]?.entries ?? []
  expect(lines[1]).toMatch(new RegExp(`…4417,${first?.date},.*,${((first?.cents ?? 0) / 100).toFixed(2)},`))
  expect(await timeline()).toContain('Bank transactions exported')
})

test('the XLSX file has dates and amounts as numbers, and text that looks like a formula as text', async () => {
  const saved = value(await exportStatements(app.context, deps, { deal_id, format: 'xlsx' }))
  const files = unzipSync(readFileSync(path(saved.saved_as ?? '')))
  const xml = (name: string) => Buffer.from(files[name] ?? []).toString()
  expect(xml('xl/workbook.xml')).toMatch(/name="Summary".*name="Juniper Bakery LLC 4417"/)
  const strings = [...xml('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(
    ([, text]) => text,
  )
  const sheet = xml('xl/worksheets/sheet2.xml')
  expect(sheet).not.toContain('<f>')
  const cells = new Map(
    [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)><v>([^<]*)<\/v>/g)].map(
      ([, at = '', kind = '', raw = '']) => [at, kind.includes('t="s"') ? strings[Number(raw)] : Number(raw)],
    ),
  )
  const entry = MONTHS[0]?.entries[0]
  const day = Date.parse(entry?.date ?? '') / 86_400_000 + 25_569
  expect([cells.get('A2'), cells.get('B2'), cells.get('C2')]).toEqual([
    day,
    '=SUM(A1) SHOP',
    (entry?.cents ?? 0) / 100,
  ])
})

test('the summary is saved as a PDF and recorded, and a deal without verified statements has none', async () => {
  const printing = { print: blankPrinter.print, printOnPaper: async () => 'cancelled' as const, save }
  const options = { deal_id, language: 'es' as const }
  const saved = value(await printSummary(app.context, printing, { ...options, as: 'pdf' }))
  expect(saved.saved_as).toMatch(/^Resumen de estados de cuenta .*\.pdf$/)
  expect(
    readFileSync(path(saved.saved_as ?? ''))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await timeline()).toContain('Bank statement summary saved')
  expect(value(await printSummary(app.context, printing, { ...options, as: 'paper' }))).toEqual({
    done: false,
    saved_as: null,
  })
  const other = await addDeal(app)
  const refused = await resultOf(
    printSummary(app.context, printing, { ...options, deal_id: other, as: 'pdf' }),
  )
  expect(refused).toMatchObject({ ok: false, error: { code: 'STATEMENTS_NOT_VERIFIED' } })
})

test('a statement in another name shows its days, which count only while the broker says that the account is the merchant’s', async () => {
  const legal_name = 'Alder Grill LLC'
  const other = await addDeal(app, { legal_name, values: { application: {}, company: { legal_name } } })
  // The form requires the last three months.
  const required = MONTHS.slice(1)
  const [month] = required as [(typeof MONTHS)[0]]
  const pdf = await drawBankStatement({ ...month, holder: 'Hollis Plumbing L.L.C.', last4: '8080' })
  const { sha256, size } = value(await app.context.documents.addBytes(pdf))
  await addDocument(app, cleanup, other, { document_id: randomUUID(), name: 'Other.pdf', sha256, size })
  const view = () => viewAndNoteStatements(app.context, other)
  const { other_accounts } = await until(async () => {
    const viewed = await view()
    return viewed.documents[0]?.reading.state === 'read' ? viewed : undefined
  })
  const months = required.map(({ from }) => from.slice(0, 7))
  const answer = async (confirmed: 'yes' | 'no') => {
    const { account_id = '' } = other_accounts[0] ?? {}
    await confirmAccount(app.context, { deal_id: other, account_id, confirmed })
    return (await view()).missing_months
  }
  const reading = async () => value(await viewDeal(app.context, other)).document_list[0]?.reading
  const period = { from: month.from, to: month.to }
  expect(await reading()).toMatchObject({ period, other_holder: 'Hollis Plumbing L.L.C.' })
  // Until the broker has answered, the statement is not called missing, and the deal asks for the answer.
  expect((await view()).missing_months).toEqual(months.slice(1))
  const undecided = async () =>
    value(await viewDeal(app.context, other)).checklist.map((line) => line.undecided)
  expect(Math.max(...(await undecided()))).toBe(1)
  expect(await answer('yes')).toEqual(months.slice(1))
  expect((await reading())?.other_holder).toBeUndefined()
  expect(await answer('no')).toEqual(months)
  expect(Math.max(...(await undecided()))).toBe(0)
  expect(await reading()).toMatchObject({ period, other_holder: 'Hollis Plumbing L.L.C.' })
})
