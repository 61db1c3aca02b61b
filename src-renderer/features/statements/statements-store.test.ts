import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { DealStatements, StatementRow } from '../../../src-shared/features/statements/deal-statements.ts'
import {
  classify,
  closeRows,
  followStatements,
  showRows,
  useReadingProgress,
  useRows,
  useStatements,
} from './statements-store.ts'

const view = (deal_id: string): DealStatements => ({
  deal_id,
  documents: [],
  accounts: [],
  other_accounts: [],
  totals: [],
  positions: [],
  funder_credits: [],
  missing_months: [],
})
const row = (row_id: string, date: string) => ({ row_id, date }) as StatementRow

let listeners: Record<string, ((payload: object) => void)[]>
let rows: Record<string, StatementRow[]>
let asked: string[]
let stop: () => void

const emit = (event: string, payload: object) => listeners[event]?.forEach((listener) => listener(payload))
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  listeners = {}
  rows = {}
  asked = []
  const call = async (channel: string, input: { deal_id: string; of?: { month_id: string } }) => {
    asked.push(`${channel} ${input.deal_id}`)
    if (channel !== 'statements.rows') return ok(view(input.deal_id))
    const found = rows[input.of?.month_id ?? '']
    return found === undefined
      ? fail(appError('INVALID_INPUT', msg.errors.valueGone, msg.errors.openDealAgain))
      : ok(found)
  }
  const on = (event: string, listener: (payload: object) => void) => {
    ;(listeners[event] ??= []).push(listener)
    return () => (listeners[event] = listeners[event]?.filter((one) => one !== listener) ?? [])
  }
  vi.stubGlobal('window', { fundingDesk: { call, on } })
  stop = followStatements('a')
})
afterEach(() => {
  stop()
  closeRows()
  vi.unstubAllGlobals()
})

test('the statements of a deal are loaded again when they change, and those of another deal are not', async () => {
  await settled()
  expect(useStatements.getState().value?.deal_id).toBe('a')
  asked = []
  emit('statements.changed', { deal_id: 'b' })
  expect(asked).toEqual([])
  emit('statements.changed', { deal_id: 'a' })
  expect(asked).toEqual(['statements.view a'])
})

test('another deal shows neither figures, progress, nor entries of the previous one', async () => {
  await settled()
  rows = { one: [row('1', '2026-03-01')] }
  showRows({ title: 'Deposits', of: [{ month_id: 'one' }] })
  emit('statements.progress', { deal_id: 'a', document_id: 'd', page: 1, pages: 3, step: 'text' })
  emit('statements.progress', { deal_id: 'b', document_id: 'e', page: 1, pages: 3, step: 'text' })
  await settled()
  expect(useReadingProgress.getState()).toEqual({ d: { page: 1, pages: 3, step: 'text' } })
  expect(useRows.getState().rows).toHaveLength(1)
  stop()
  stop = followStatements('b')
  expect(useStatements.getState().value).toBeNull()
  expect(useReadingProgress.getState()).toEqual({})
  expect(useRows.getState().request).toBeNull()
})

test('the entries of several months are one list by date, without a row twice, and only those of the calendar month', async () => {
  rows = {
    one: [row('3', '2026-03-09'), row('1', '2026-03-01')],
    two: [row('2', '2026-03-05'), row('1', '2026-03-01'), row('4', '2026-04-01')],
  }
  showRows({ title: '', of: [{ month_id: 'one' }, { month_id: 'two' }], month: '2026-03' })
  await settled()
  expect(useRows.getState().rows?.map(({ row_id }) => row_id)).toEqual(['1', '2', '3'])
})

test('a list of entries that cannot be loaded has the error, and no entries of the list before', async () => {
  rows = { one: [row('1', '2026-03-01')] }
  showRows({ title: '', of: [{ month_id: 'one' }] })
  await settled()
  showRows({ title: '', of: [{ month_id: 'gone' }] })
  await settled()
  expect(useRows.getState()).toMatchObject({ rows: null, error: { code: 'INVALID_INPUT' } })
})

test('a changed class loads the open entries again and adopts the figures', async () => {
  rows = { one: [row('1', '2026-03-01')] }
  showRows({ title: '', of: [{ month_id: 'one' }] })
  await settled()
  asked = []
  const done = await classify('1', 'rent', 'row')
  expect(done.ok).toBe(true)
  expect(asked).toEqual(['statements.classify a', 'statements.rows a'])
})
