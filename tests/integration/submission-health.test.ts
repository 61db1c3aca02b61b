import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceFiles, startSourceReader } from '../../build/statements/source-reader.ts'
import { bakeryMonths, drawBankStatement, FUNDER } from '../../build/demo/bank-statement.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { listDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { createStatementReader } from '../../src-main/features/statement-reader/reader-process.ts'
import { confirmAccount, viewStatements } from '../../src-main/features/statements/deal-statements.ts'
import { viewAndNoteStatements } from '../../src-main/features/statements/document-period.ts'
import { checkSubmission, submitApplication } from '../../src-main/features/submission/submission-commands.ts'
import { resultOf } from '../../src-main/platform/base/failure.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { addDeal, addDocument, type App, composeApp, value } from '../support/core/composed-app.ts'

// What the app knows to be wrong before a submission, with real statements. The tests share one deal and build on each other.

/** The month of the tests' clock is May 2026. */
const [FIRST, SECOND] = bakeryMonths(2, new Date(2026, 4, 4))
const OTHER = 'Hollis Plumbing LLC'

const cleanup = new Cleanup()
let app: App
let deal_id: string
beforeAll(async () => {
  app = await composeApp(cleanup, {
    statementReader: createStatementReader(startSourceReader, sourceFiles()),
  })
  const values = completeDraft()
  const { company } = values
  if (typeof company !== 'object' || company === null) throw new Error('no company')
  const owners = Object.values(company['owners'] ?? {})
  Object.assign(owners[0] ?? {}, { date_of_birth: '2010-02-28' })
  deal_id = await addDeal(app, {
    legal_name: 'Juniper Bakery LLC',
    values: { ...values, company: { ...company, monthly_revenue: '142,500.00' } },
  })
  if (FIRST === undefined || SECOND === undefined) throw new Error('no months')
  for (const month of [FIRST, SECOND, { ...SECOND, holder: OTHER, last4: '8080' }]) {
    const { sha256, size } = value(await app.context.documents.addBytes(await drawBankStatement(month)))
    await addDocument(app, cleanup, deal_id, {
      document_id: randomUUID(),
      name: `${month.holder} ${month.from}.pdf`,
      sha256,
      size,
    })
  }
  app.statements.start()
  await until(async () => {
    const { documents } = value(await viewAndNoteStatements(app.context, deal_id))
    return documents.every(({ reading }) => reading.state === 'read') ? true : undefined
  })
})
afterAll(() => cleanup.run())

const notes = async () =>
  (await checkSubmission(app.context, deal_id)).notes.map(({ message }) => formatMessage(message))

const filesOfOthers = async () =>
  (await checkSubmission(app.context, deal_id)).notes.flatMap(({ document_ids = [] }) => document_ids)

test('a statement of another company feeds no figure, no position, and no month until the broker confirms it', async () => {
  const seen = async () => {
    const view = await viewAndNoteStatements(app.context, deal_id)
    const { document_list } = await viewDeal(app.context, deal_id)
    return {
      accounts: view.accounts.map(({ holder }) => holder),
      payments: view.positions[0]?.count ?? 0,
      counts: document_list.map(({ reading }) => reading?.other_holder === undefined),
    }
  }
  const before = await seen()
  expect(before).toMatchObject({ accounts: ['Juniper Bakery LLC'], counts: [true, true, false] })
  const [other] = (await viewStatements(app.context, deal_id)).other_accounts
  const account_id = other?.account_id ?? ''
  await confirmAccount(app.context, { deal_id, account_id, confirmed: 'yes' })
  const after = await seen()
  expect(after).toMatchObject({ accounts: ['Juniper Bakery LLC', OTHER], counts: [true, true, true] })
  expect(after.payments).toBeGreaterThan(before.payments)
  await confirmAccount(app.context, { deal_id, account_id, confirmed: null })
  expect(await seen()).toEqual(before)
})

test('a statement of another company does not count on the checklist, in the deal and in the filters of the pipeline', async () => {
  const of_other = await addDeal(app, { legal_name: 'Granite Tile LLC' })
  if (FIRST === undefined) throw new Error('no month')
  const { sha256, size } = value(await app.context.documents.addBytes(await drawBankStatement(FIRST)))
  await addDocument(app, cleanup, of_other, { document_id: randomUUID(), name: 'other.pdf', sha256, size })
  const state = async () => {
    await viewAndNoteStatements(app.context, of_other)
    const { checklist } = await viewDeal(app.context, of_other)
    const { rows } = await listDeals(
      app.context,
      dealQuerySchema.parse({ where: { papers: 'kind:bank_statement' } }),
    )
    return [
      checklist.find(({ item_id }) => item_id === 'kind:bank_statement')?.state,
      rows.some((row) => row.deal_id === of_other),
    ]
  }
  await until(async () => ((await state())[0] === 'open' ? true : undefined))
  expect(await state()).toEqual(['open', true])
})

test('the check before a submission names each thing that the app knows to be wrong', async () => {
  const said = await notes()
  for (const part of [
    'Driver’s license is missing',
    `in the name of ${OTHER}`,
    `${FUNDER.name} takes payments`,
    'the form says $142,500',
    'Date of birth',
  ])
    expect(said.filter((one) => one.includes(part))).toHaveLength(1)
})

test('a submission with a file of another merchant is refused until the broker confirms this file', async () => {
  const { document_list } = await viewDeal(app.context, deal_id)
  const foreign = document_list.filter(({ name }) => name.startsWith(OTHER))
  expect(await filesOfOthers()).toEqual(foreign.map(({ document_id }) => document_id))
  expect(await resultOf(submitApplication(app.context, deal_id))).toMatchObject({
    ok: false,
    error: { code: 'DOCUMENTS_OF_OTHERS' },
  })
})

test('a submission keeps in the timeline what the app knew', async () => {
  const known = await notes()
  await submitApplication(app.context, deal_id, await filesOfOthers())
  const { timeline } = await viewDeal(app.context, deal_id)
  const queued = timeline.find(({ kind }) => kind === 'application_queued')
  for (const note of known) expect(formatMessage(queued?.detail ?? '')).toContain(note)
})

test('the check names a paper of another merchant, a foreign statement that stays attached, and an old statement on its own', async () => {
  const [old] = bakeryMonths(1, new Date(2025, 2, 4))
  if (old === undefined) throw new Error('no month')
  const check = await app.context.documents.addBytes(Buffer.from('%PDF-1.7 a voided check'))
  const cedar = await addDeal(app, { legal_name: 'Cedar Diner LLC' })
  for (const of of [cedar, deal_id])
    await addDocument(app, cleanup, of, { ...value(check), document_id: randomUUID(), name: 'check.pdf' })
  const { sha256, size } = value(await app.context.documents.addBytes(await drawBankStatement(old)))
  await addDocument(app, cleanup, deal_id, { sha256, size, document_id: randomUUID(), name: 'old.pdf' })
  await until(async () => {
    const { documents } = value(await viewAndNoteStatements(app.context, deal_id))
    return documents.some(({ reading: { state } }) => state === 'queued' || state === 'reading')
      ? undefined
      : true
  })
  const [other] = (await viewStatements(app.context, deal_id)).other_accounts
  await confirmAccount(app.context, { deal_id, account_id: other?.account_id ?? '', confirmed: 'no' })
  const said = await notes()
  expect(said).toContain('check.pdf is also attached to a deal of Cedar Diner LLC')
  expect(said).toContain(
    `${OTHER} ${SECOND?.from}.pdf of ${OTHER} is marked as not the merchant’s, but is sent with the application`,
  )
  expect(said.filter((one) => one.startsWith('old.pdf ends on'))).toHaveLength(1)
})

test('a statement without a name counts as unconfirmed, and not as a file of another merchant', async () => {
  const unnamed = await addDeal(app, { legal_name: 'Juniper Bakery LLC', values: completeDraft() })
  if (FIRST === undefined || SECOND === undefined) throw new Error('no months')
  for (const month of [
    { ...FIRST, holder: '' },
    { ...SECOND, holder: OTHER, last4: '8080' },
  ]) {
    const { sha256, size } = value(await app.context.documents.addBytes(await drawBankStatement(month)))
    const name = `${month.from}.pdf`
    await addDocument(app, cleanup, unnamed, { sha256, size, document_id: randomUUID(), name })
  }
  const files = await until(async () => {
    const { documents } = value(await viewAndNoteStatements(app.context, unnamed))
    if (documents.some(({ reading }) => reading.state !== 'read')) return undefined
    const { notes: all } = await checkSubmission(app.context, unnamed)
    return all.flatMap(({ files: kind }) => kind ?? [])
  })
  expect(files.toSorted()).toEqual(['of_other', 'unnamed'])
})
