import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sourceFiles, startSourceReader } from '../../build/statements/source-reader.ts'
import type { FromReader } from '../../src-main/features/statement-reader/host-protocol.ts'
import { createStatementReader } from '../../src-main/features/statement-reader/reader-process.ts'
import type { HostProcess } from '../../src-main/platform/vault/host-process.ts'
import {
  classifyRow,
  confirmClasses,
  confirmPosition,
  statementRows,
  viewStatements,
} from '../../src-main/features/statements/deal-statements.ts'
import { removeDocument } from '../../src-main/features/documents/edit-document.ts'
import type { StatementReader } from '../../src-main/features/statement-reader/statement-reader.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import type { ReadingState } from '../../src-shared/features/statements/deal-statements.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import {
  addDeal,
  addDocument,
  type App,
  composeApp,
  memoryKeychain,
  value,
} from '../support/core/composed-app.ts'
import { bakeryMonths, drawBankStatement, FUNDER, WEEKLY_FUNDER } from '../../build/demo/bank-statement.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { UNREAD } from '../../src-shared/features/documents/document.ts'

// Real vaults, real processes that read, and PDF files that the tests draw.

/** The month of the tests' clock is May 2026. The form requires the statements of the four months before. */
const MONTHS = bakeryMonths(4, new Date(2026, 4, 4))

const pool = new HostPool()
afterAll(() => pool.end())
const cleanup = new Cleanup()
afterEach(() => cleanup.run())

/** The processes that this test started to read. */
let hosts: HostProcess<FromReader>[]
/** All processes that have ended. Those of earlier tests may end during this one. */
const exited = new Set<HostProcess<FromReader>>()
const ended = () => hosts.filter((host) => exited.has(host)).length
let app: App
let folder: string
const secrets = memoryKeychain()
let deal_id: string

const open = (most_ms?: number) =>
  composeApp(cleanup, {
    folder,
    secrets,
    start: pool.start,
    statementReader: createStatementReader(
      () => {
        const host = startSourceReader()
        hosts.push(host)
        host.onExit(() => exited.add(host))
        return host
      },
      sourceFiles(),
      most_ms,
    ),
  })

beforeEach(async () => {
  hosts = []
  folder = cleanup.folder()
  app = await open()
  deal_id = await addDeal(app)
})

const view = async (of = app) => value(await viewStatements(of.context, deal_id))

async function attach(bytes: Uint8Array, name = 'statement.pdf'): Promise<string> {
  const { sha256, size } = value(await app.context.documents.addBytes(bytes))
  const document_id = randomUUID()
  await addDocument(app, cleanup, deal_id, { document_id, name, sha256, size })
  return document_id
}

async function attachMonths(...indexes: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const index of indexes) {
    const month = MONTHS[index]
    if (month !== undefined) ids.push(await attach(await drawBankStatement(month), `${month.from}.pdf`))
  }
  return ids
}

/** Waits until the document has this state. */
const untilState = <S extends ReadingState['state']>(document_id: string, state: S, of = app) =>
  until(async () => {
    const found = (await view(of)).documents.find((one) => one.document_id === document_id)?.reading
    return found?.state === state ? (found as Extract<ReadingState, { state: S }>) : undefined
  })

/** A statement that takes some seconds to read. */
async function longStatement(): Promise<Uint8Array> {
  const [month] = MONTHS
  if (month === undefined) throw new Error('no month')
  const entries = Array.from({ length: 60 }, () => month.entries).flat()
  return drawBankStatement({ ...month, entries })
}

describe('the statements of a deal', () => {
  test('are read in the background, and the app shows figures, positions, and missing months', async () => {
    const ids = await attachMonths(0, 1, 3)
    app.statements.start()
    for (const id of ids) expect((await untilState(id, 'read')).verdict).toBe('verified')
    const { accounts, positions, totals, missing_months, documents } = await view()
    expect(documents.map((one) => one.months)).toMatchObject([
      [{ from: '2026-01-01' }],
      [{ from: '2026-02-01' }],
      [{ from: '2026-04-01' }],
    ])
    expect(accounts).toMatchObject([{ number_last4: '4417' }])
    expect(accounts[0]?.months.map(({ from, verdict }) => [from, verdict])).toEqual([
      ['2026-01-01', 'verified'],
      ['2026-02-01', 'verified'],
      ['2026-04-01', 'verified'],
    ])
    const [january] = MONTHS
    expect(accounts[0]?.months[0]?.figures).toMatchObject({
      opening_cents: january?.opening,
      nsf_count: 1,
      average_daily_balance_cents: expect.any(Number),
    })
    expect(totals.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-04'])
    expect(positions).toMatchObject([
      { name: FUNDER.name, cadence: 'daily', typical_cents: FUNDER.cents },
      { name: WEEKLY_FUNDER.name, cadence: 'weekly', typical_cents: WEEKLY_FUNDER.cents },
    ])
    expect(missing_months).toEqual(['2026-03'])
  })

  test('share a process, which ends after the last reading to give the memory back', async () => {
    const ids = await attachMonths(0, 1)
    app.statements.start()
    for (const id of ids) await untilState(id, 'read')
    await until(() => (ended() === 1 ? true : undefined))
    expect(hosts).toHaveLength(1)
  })

  test('with text do not wait for a scan', async () => {
    const begun: number[] = []
    // Reads no scan to its end.
    const read: StatementReader['read'] = ({ size }, { signal }) => {
      begun.push(size)
      const error = appError('READING_STOPPED', 'Stopped.', 'Read it again.')
      return new Promise((resolve) => {
        if (size % 2 === 0) resolve({ failed: error })
        else signal.addEventListener('abort', () => resolve({ failed: error }))
      })
    }
    app = await composeApp(cleanup, { start: pool.start, statementReader: { read } })
    deal_id = await addDeal(app)
    for (const [size, text] of [
      [1, 'scan'],
      [3, 'unread'],
      [2, 'read'],
      [4, 'read'],
    ] as const)
      await addDocument(app, cleanup, deal_id, { size, reading: { ...UNREAD, text } })
    app.statements.start()
    await until(() => (begun.length === 3 ? true : undefined))
    // The second scan waits for the first one.
    expect(new Set(begun)).toEqual(new Set([2, 3, 4]))
  })

  test('report the progress of each document, and each change, to the windows', async () => {
    const [id] = await attachMonths(0)
    app.statements.start()
    await untilState(id ?? '', 'read')
    const of = (event: string) => app.emitted.filter((one) => one.event === event).map((one) => one.payload)
    await until(() => (of('statements.changed').length > 0 ? true : undefined))
    expect(of('statements.progress')).toContainEqual({
      deal_id,
      document_id: id,
      page: 3,
      pages: 3,
      step: 'text',
    })
    expect(of('statements.changed')).toContainEqual({ deal_id })
  })

  test('give their verdict and days to the documents, also if no window shows them', async () => {
    await attachMonths(0)
    app.statements.start()
    const reading = await until(async () => {
      const [document] = value(await app.vault.listDocuments(deal_id))
      return document?.reading?.statement_verdict === undefined ? undefined : document.reading
    })
    expect(reading).toMatchObject({
      statement_verdict: 'verified',
      period: { from: '2026-01-01', to: '2026-01-31' },
      period_by: 'statement',
    })
  })

  test('are not read before the queue starts', async () => {
    await attachMonths(0)
    expect((await view()).documents.map((one) => one.reading.state)).toEqual(['queued'])
    expect(hosts).toHaveLength(0)
  })

  test('that were queued when the app ended are read after the next start', async () => {
    const [id] = await attachMonths(0)
    await app.statements.stop()
    await app.vault.close()
    const next = await open()
    next.statements.start()
    expect((await untilState(id ?? '', 'read', next)).verdict).toBe('verified')
  })
})

describe('a correction', () => {
  test('of a description changes the figures, and survives a newer version of the reader', async () => {
    const [id = ''] = await attachMonths(0)
    app.statements.start()
    await untilState(id, 'read')
    const [account] = (await view()).accounts
    const month_id = account?.months[0]?.month_id ?? ''
    const revenue = { month_id, figure: 'true_revenue_cents' } as const
    const [sale] = value(await statementRows(app.context, deal_id, revenue))
    const changed = value(
      await classifyRow(app.context, {
        deal_id,
        row_id: sale?.row_id ?? '',
        class: 'loan_proceeds',
        applies_to: 'description',
      }),
    )
    expect(changed.accounts[0]?.months[0]?.figures.true_revenue_cents).toBe(0)

    // As if an earlier version of the reader had read the document.
    const [stored] = value(await app.vault.statementReadings(deal_id))
    value(
      await app.vault.commit([
        {
          write: 'put_statement_reading',
          document_id: id,
          reader_version: 0,
          reading: stored?.reading ?? '',
        },
      ]),
    )
    const outdated = await view()
    expect(outdated.documents[0]).toMatchObject({ is_outdated: true, months: [{ from: '2026-01-01' }] })
    const read = await until(async () => {
      const now = await view()
      return now.documents[0]?.is_outdated === false ? now : undefined
    })
    expect(read.accounts[0]?.months[0]?.figures.true_revenue_cents).toBe(0)
    expect(value(await statementRows(app.context, deal_id, { month_id }))[0]).toMatchObject({
      document_id: id,
      boxes: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
    })
  })

  test('is refused if money in would get a class of money out, or if the row does not exist', async () => {
    const [id = ''] = await attachMonths(0)
    app.statements.start()
    await untilState(id, 'read')
    const account_id = (await view()).accounts[0]?.account_id ?? ''
    const rows = value(await statementRows(app.context, deal_id, { account_id }))
    const sale = rows.find((row) => row.amount_cents > 0)
    const ask = (row_id: string) =>
      resultOf(classifyRow(app.context, { deal_id, row_id, class: 'mca_payment', applies_to: 'row' }))
    expect((await ask(sale?.row_id ?? '')).ok).toBe(false)
    expect((await ask('no such row')).ok).toBe(false)
  })

  test('of all suggested classes applies to later months of the same payees, and can be undone', async () => {
    const [first = '', later = ''] = await attachMonths(0, 1)
    app.statements.start()
    await untilState(first, 'read')
    await untilState(later, 'read')
    const before = await view()
    const account_id = before.accounts[0]?.account_id ?? ''
    const rowsOf = async () => value(await statementRows(app.context, deal_id, { account_id }))
    // The number below each month is that of the list that it opens.
    const expectCounted = async ({ accounts }: typeof before) => {
      for (const { month_id, unconfirmed_rows } of accounts[0]?.months ?? []) {
        const listed = value(await statementRows(app.context, deal_id, { month_id }))
        expect(unconfirmed_rows).toBe(listed.filter(({ class_by }) => class_by === 'suggested').length)
      }
    }
    await expectCounted(before)
    const row_ids = (await rowsOf()).flatMap((row) => (row.document_id === first ? [row.row_id] : []))
    const confirm = (confirmed: boolean) => confirmClasses(app.context, { deal_id, row_ids, confirmed })
    const confirmed = value(await confirm(true))
    expect(confirmed.accounts[0]?.months.map((month) => month.figures)).toEqual(
      before.accounts[0]?.months.map((month) => month.figures),
    )
    await expectCounted(confirmed)
    const rows = await rowsOf()
    expect(rows.filter((row) => row.document_id === first && row.class_by === 'suggested')).toEqual([])
    expect(rows.some((row) => row.document_id === later && row.class_by === 'broker_description')).toBe(true)
    value(await confirm(false))
    expect((await rowsOf()).every(({ class_by }) => class_by === 'suggested')).toBe(true)
    expect(
      (await resultOf(confirmClasses(app.context, { deal_id, row_ids: ['gone'], confirmed: true }))).ok,
    ).toBe(false)
  })

  test('of a position, and all readings, are deleted with the deal', async () => {
    const [id = ''] = await attachMonths(0)
    app.statements.start()
    await untilState(id, 'read')
    const before = await view()
    const position_id = before.positions[0]?.position_id ?? ''
    const answered = value(await confirmPosition(app.context, { deal_id, position_id, confirmed: 'no' }))
    expect(answered.positions[0]?.confirmed).toBe('no')
    const debits = ({ accounts }: typeof before) => accounts[0]?.months[0]?.figures.funder_debits_cents ?? 0
    expect(debits(before) - debits(answered)).toBe(before.positions[0]?.total_cents)
    value(
      await app.vault.commit([
        { write: 'update_deal', deal_id, changes: { deleted_at: '2026-05-04T10:00:00.000Z' } },
      ]),
    )
    expect(value(await app.vault.eraseDeals([deal_id]))).toBe(1)
    expect(value(await app.vault.statementReadings(deal_id))).toEqual([])
    expect(value(await app.vault.statementCorrections(deal_id))).toEqual([])
  })
})

describe('a reading that does not end well', () => {
  test('stops when the broker cancels it, ends its process, and starts again only if he asks', async () => {
    const id = await attach(await longStatement())
    app.statements.start()
    await until(() => app.emitted.find(({ event }) => event === 'statements.progress'))
    value(await app.statements.cancel(id))
    await untilState(id, 'cancelled')
    await until(() => (ended() === 1 ? true : undefined))
    await app.statements.look(deal_id)
    expect(hosts).toHaveLength(1)
    value(await app.statements.read(id))
    await until(() => (hosts.length === 2 ? true : undefined))
  })

  test('fails if its process is killed, does not start again by itself, and does not stop the next one', async () => {
    const id = await attach(await longStatement())
    const [next = ''] = await attachMonths(1)
    app.statements.start()
    await app.statements.look(deal_id)
    await until(() => (app.statements.stateOf(id)?.state === 'reading' ? true : undefined))
    hosts.at(-1)?.kill()
    await untilState(next, 'read')
    expect((await untilState(id, 'failed')).error.code).toBe('READING_STOPPED')
    await app.statements.look(deal_id)
    expect(app.statements.stateOf(id)?.state).toBe('failed')
  })

  test('stops when the document is removed', async () => {
    const id = await attach(await longStatement())
    app.statements.start()
    await until(() => (app.statements.stateOf(id)?.state === 'reading' ? true : undefined))
    value(await removeDocument(app.context, id))
    await app.statements.look(deal_id)
    await until(() => (ended() === 1 ? true : undefined))
    expect((await view()).documents).toEqual([])
  })

  test('ends its process when the app ends', async () => {
    await attach(await longStatement())
    app.statements.start()
    await until(() => (hosts.length === 1 ? true : undefined))
    await app.statements.stop()
    expect(await until(() => (ended() === 1 ? 'ended' : undefined))).toBe('ended')
  })

  test('is unreadable after too much time, and is not tried again', async () => {
    await app.statements.stop()
    await app.vault.close()
    app = await open(100)
    const id = await attach(await longStatement())
    app.statements.start()
    const { verdict, findings } = await untilState(id, 'read')
    expect([verdict, findings[0]?.detail]).toEqual(['unreadable', 'took_too_long'])
    await app.statements.look(deal_id)
    expect(hosts).toHaveLength(1)
  })

  test.each([
    ['no PDF at all', Buffer.from('%PDF-1.7 nothing'), 'file_damaged'],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7919) % 251)),
      'file_damaged',
    ],
  ])('is unreadable if the file is %s', async (_, bytes, detail) => {
    const id = await attach(bytes)
    app.statements.start()
    const { verdict, findings } = await untilState(id, 'read')
    expect([verdict, findings[0]?.detail]).toEqual(['unreadable', detail])
  })

  test('fails if the stored copy of the document is gone', async () => {
    const [id = ''] = await attachMonths(0)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/documents[\\/].*[0-9a-f]{64}/.test(path)) rmSync(join(folder, path))
    app.statements.start()
    expect((await untilState(id, 'failed')).error.code).toBe('FILE_NOT_FOUND')
  })
})
