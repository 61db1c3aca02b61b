import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Deal, DraftChange, FormValues } from '../../../src-shared/features/deals/deal.ts'
import { appError, fail, ok, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { applyChanges, valueAt } from '../../../src-shared/features/form/form-path.ts'
import { rowsOf } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { textOf, useDeal } from './deal-store.ts'
import { followOpenDeal } from '../deal-screen/follow-open-deal.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'

const shown = vi.hoisted(() => new Map<string, { title: string; message: string }>())
vi.mock('@mantine/notifications', () => ({
  notifications: {
    show: (note: { id?: string; title: string; message: string }) => shown.set(note.id ?? note.title, note),
    hide: (id: string) => shown.delete(id),
  },
}))

const FULL = appError('VAULT_BUSY', 'The disk is full.', 'Make room.', { retryable: true })
const LEGAL_NAME = 'company.legal_name'

/** Main's copy of each deal. */
let vault: Record<string, { values: FormValues; revision: number }>
/** If set, every write fails with this error. */
let trouble: AppError | null
/** Each write waits for this promise. */
let saving: Promise<void>
/** If set, every load of a deal fails with this error. */
let unread: AppError | null
/** The loads that wait, by deal. Each load continues when the test calls its function. */
let held: Record<string, () => void>
let closed: number
let beforeUnload: (event: { preventDefault: () => void }) => void

beforeEach(() => {
  vi.useFakeTimers()
  const empty = () => ({ values: { application: {}, company: { owners: rowsOf({}) } }, revision: 1 })
  vault = { a: empty(), b: empty() }
  trouble = null
  saving = Promise.resolve()
  unread = null
  held = {}
  closed = 0
  shown.clear()
  vi.stubGlobal('window', {
    fundingDesk: { call: main, on: () => () => {} },
    addEventListener: (_name: string, listener: typeof beforeUnload) => (beforeUnload = listener),
    close: () => closed++,
  })
  useEnvironment.setState({ value: { environment: {} as never, profile: standardProfile, info: null } })
  useDeal.setState(useDeal.getInitialState())
  followOpenDeal()
})
afterEach(async () => {
  trouble = null
  unread = null
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function main(channel: string, { deal_id, edits = [] }: { deal_id: string; edits?: DraftChange[] }) {
  const kept = vault[deal_id] as (typeof vault)[string]
  if (channel === 'drafts.save') {
    await saving
    if (trouble !== null) return fail(trouble)
    for (const edit of edits) kept.values = applyChanges(standardProfile, kept.values, [edit]) ?? kept.values
    kept.revision++
    return ok(read(deal_id))
  }
  if (unread !== null) return fail(unread)
  if (deal_id in held) await new Promise<void>((resolve) => (held[deal_id] = resolve))
  return ok(read(deal_id))
}

function read(deal_id: string): Deal {
  const { values, revision } = vault[deal_id] as (typeof vault)[string]
  const legal_name = textOf(valueAt(values, LEGAL_NAME))
  const reference = textOf(valueAt(values, 'application.reference'))
  const rest = {
    field_problems: [],
    orphaned_values: [],
    orphans: [],
    history: { undo: null, redo: null, undo_at: null },
  }
  const summary = { legal_name, reference, amount_cents: null }
  return { ...rest, ...summary, deal_id, state: 'draft', values, revision } as unknown as Deal
}

const open = (deal_id: string) => useDeal.getState().open(deal_id)
const type = (value: string) => useDeal.getState().change({ op: 'set', path: LEGAL_NAME, value })
const form = () => valueAt(useDeal.getState().values, LEGAL_NAME)
const stored = (deal_id: string) => valueAt(vault[deal_id]?.values ?? {}, LEGAL_NAME)
const settle = () => vi.advanceTimersByTimeAsync(0)

test('an unsaved change is shown when the deal is opened again, and is saved once writing works again', async () => {
  await open('a')
  trouble = FULL
  type('Birch Bakery')
  await settle()
  expect(useDeal.getState().save).toMatchObject({ state: 'failed' })
  await open('a')
  expect(form()).toBe('Birch Bakery')
  await open('b')
  expect([form(), stored('a')]).toEqual([undefined, undefined])
  await open('a')
  expect(form()).toBe('Birch Bakery')
  await open('b')

  trouble = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored('a')).toBe('Birch Bakery')
})

test('the live summary shows the name and the reference as typed, before the deal is reloaded', async () => {
  await open('a')
  type('Birch Bakery')
  useDeal.getState().change({ op: 'set', path: 'application.reference', value: 'BB-7' })
  await settle()
  expect(useDeal.getState().liveSummary).toEqual({
    legal_name: 'Birch Bakery',
    reference: 'BB-7',
    amount_cents: null,
  })
  expect(useDeal.getState().deal?.reference).toBe('')
})

test('a failed save stays visible during retries, and disappears after success', async () => {
  await open('a')
  trouble = FULL
  type('Birch')
  await settle()
  const states = new Set<string>()
  const stop = useDeal.subscribe(({ save }) => states.add(save.state))
  await vi.advanceTimersByTimeAsync(10_000)
  type('Birch Bakery')
  await settle()
  expect([...states]).toEqual(['failed'])
  trouble = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect([useDeal.getState().save.state, stored('a')]).toEqual(['saved', 'Birch Bakery'])
  stop()
})

test('a window with an unsaved change asks once before it closes', async () => {
  const close = async () => {
    let isHeld = false
    beforeUnload({ preventDefault: () => (isHeld = true) })
    await settle()
    return isHeld
  }
  await open('a')
  expect(await close()).toBe(false)
  trouble = FULL
  type('Birch')
  await settle()
  expect([await close(), closed]).toEqual([true, 0])
  expect([...shown.values()].map(({ title }) => title)).toEqual(['Your last changes are not saved.'])
  expect(await close()).toBe(false)

  await vi.advanceTimersByTimeAsync(21_000)
  trouble = null
  expect([await close(), closed, stored('a')]).toEqual([true, 1, 'Birch'])
})

test('a change to a deal that can no longer be edited is reported as not saved', async () => {
  await open('a')
  trouble = appError('DEAL_NOT_EDITABLE', 'It is being sent.', 'Your change was not saved.')
  type('Birch')
  await settle()
  expect(shown.get('unwritten-a')).toMatchObject({ message: 'Your change was not saved.' })
  expect([form(), useDeal.getState().save.state]).toEqual([undefined, 'saved'])
})

test('the deal that was requested last is shown, even if an earlier response arrives later', async () => {
  held = { a: () => {} }
  const first = open('a')
  await settle()
  await open('b')
  held['a']?.()
  await first
  expect(useDeal.getState().deal?.deal_id).toBe('b')
})

test('keeps edits made while the deal is reloaded', async () => {
  await open('a')
  held = { a: () => {} }
  const again = open('a')
  await settle()
  type('Birch')
  held['a']?.()
  await again
  delete held['a']
  await settle()
  expect([form(), stored('a')]).toEqual(['Birch', 'Birch'])
})

test('an undo or an import that changes the same field does not overwrite unsaved typing', async () => {
  await open('a')
  trouble = FULL
  type('Birch Bakery')
  await settle()
  const elsewhere = vault['a'] as (typeof vault)[string]
  const change = { op: 'set', path: LEGAL_NAME, value: 'Undone' } as const
  elsewhere.values = applyChanges(standardProfile, elsewhere.values, [change]) as FormValues
  elsewhere.revision++
  await useDeal.getState().reload()
  expect(form()).toBe('Birch Bakery')
  trouble = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect([form(), stored('a')]).toEqual(['Birch Bakery', 'Birch Bakery'])
})

test('an edit whose write fails while the deal is reopened stays in the form and is saved later', async () => {
  await open('a')
  let goOn = () => {}
  saving = new Promise((resolve) => (goOn = resolve))
  type('Birch Bakery')
  trouble = FULL
  unread = FULL
  await open('a')
  goOn()
  await settle()
  expect([form(), useDeal.getState().save]).toMatchObject(['Birch Bakery', { state: 'failed' }])
  trouble = null
  unread = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored('a')).toBe('Birch Bakery')
})
