import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FUNDER, WEEKLY_FUNDER } from '../../build/demo/bank-statement.ts'
import { APPLICATION } from '../../build/demo/journey.ts'
import { type SamplePapers, writeSamplePapers } from '../../build/demo/sample-papers.ts'
import { fieldAt } from '../../src-main/features/prefill/reader/labels.ts'
import { checkContinuity } from '../../src-main/features/statement-reader/continuity.ts'
import { findFunders } from '../../src-main/features/statement-reader/positions.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { toWireValue } from '../../src-shared/features/form/wire-payload.ts'
import { Cleanup } from '../support/cleanup.ts'
import { valuesIn } from '../support/documents/read-form.ts'
import { readHere, summaryOf } from '../support/statements/read-here.ts'

// The papers that the demo offers, read as the app reads them.

/** A day after the 15th: the form also asks for the current month so far. */
const TODAY = new Date(2026, 4, 20)
const cleanup = new Cleanup()
let made: SamplePapers
beforeAll(async () => {
  made = await writeSamplePapers(cleanup.folder(), TODAY)
})
afterAll(() => cleanup.run())

const read = async (path: string) => readHere(await readFile(path))

test('the statements of the demo are verified, belong to the merchant, and show the debits of two funders', async () => {
  const statements = made.papers.slice(1, -1)
  expect(statements.map((path) => basename(path))).toEqual(
    ['February', 'March', 'April', 'May'].map((month) => `Statement ${month} 2026.pdf`),
  )
  const readings = checkContinuity(await Promise.all(statements.map(read)))
  expect(readings.map(summaryOf)).toEqual(statements.map(() => 'verified: '))
  const accounts = readings.flatMap((reading) => reading.accounts)
  expect(accounts.map(({ holder }) => holder)).toEqual(statements.map(() => 'Juniper Bakery LLC'))
  expect(accounts.at(-1)?.months).toMatchObject([{ from: '2026-05-01', to: '2026-05-19' }])
  const transactions = accounts.flatMap(({ months }) => months.flatMap((month) => month.transactions))
  expect(
    findFunders(transactions, 'Juniper Bakery LLC').positions.map(({ funder, cadence }) => [funder, cadence]),
  ).toEqual([
    [FUNDER.name, 'daily'],
    [WEEKLY_FUNDER.name, 'weekly'],
  ])
})

test('the altered statement of the demo is not verified, because its closing balance differs from its last running balance', async () => {
  expect(basename(made.altered)).toBe('Altered Statement April 2026.pdf')
  expect(summaryOf(await read(made.altered))).toBe('unverified: two_closings')
})

test('the application form of the demo offers every value that a broker would otherwise type', async () => {
  const bytes = new Uint8Array(await readFile(made.papers[0] ?? ''))
  const offered = Object.fromEntries(
    Object.entries(await valuesIn(bytes)).map(([path, value]) => [path, sent(path, value)]),
  )
  const { 'application.reference': _, ...typed }: Record<string, string> = {
    ...APPLICATION,
    'company.owners.0.ssn': '773123456',
  }
  expect(offered).toMatchObject(
    Object.fromEntries(Object.entries(typed).map(([path, value]) => [path, sent(path, value)])),
  )
})

/** The value that the partner would receive. */
function sent(path: string, value: string): unknown {
  const field = fieldAt(standardProfile, path)
  if (field === undefined || field === null) throw new Error(path)
  return toWireValue(field, value)
}
