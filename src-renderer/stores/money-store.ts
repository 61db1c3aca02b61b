import { create } from 'zustand'
import type { Dashboard, Ledger, MoneyChanges, Period, Renewal } from '../../src-shared/domain/money.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call } from '../api/funding-desk.ts'

/** More steps back than anybody takes. */
const STEPS_KEPT = 50

interface MoneyState {
  /** Null until they were read. */
  ledger: Ledger | null
  renewals: Renewal[] | null
  dashboard: Dashboard | null
  /** What the dashboard tells of. */
  period: Period
  error: AppError | null
  /** The changes that take back what was changed here, the last one last. */
  steps: { deal_id: string; changes: MoneyChanges }[]
  load(): Promise<void>
  choosePeriod(period: Period): Promise<void>
  /** Changes what is written by hand, so that it can be taken back. */
  change(deal_id: string, changes: MoneyChanges): Promise<AppError | null>
  undo(): Promise<AppError | null>
}

/** The commission ledger and the renewals. */
export const useMoney = create<MoneyState>()((set, get) => ({
  ledger: null,
  renewals: null,
  dashboard: null,
  period: '90',
  error: null,
  steps: [],
  async load() {
    const { period } = get()
    const [ledger, renewals, dashboard] = await Promise.all([
      call('money.ledger', {}),
      call('money.renewals', {}),
      call('money.dashboard', { period }),
    ])
    if (!ledger.ok) return set({ error: ledger.error })
    if (!renewals.ok) return set({ error: renewals.error })
    set({ ledger: ledger.value, renewals: renewals.value, error: null })
    show(period, dashboard)
  },
  async choosePeriod(period) {
    const { period: before } = get()
    set({ period })
    const read = await call('money.dashboard', { period })
    // The figures that stay are those of the period before.
    if (!read.ok && get().period === period) set({ period: before, error: read.error })
    else show(period, read)
  },
  async change(deal_id, changes) {
    const changed = await call('money.change', { deal_id, changes })
    if (!changed.ok) return changed.error
    const { back } = changed.value
    // What changed nothing has no step to take back.
    if (Object.keys(back).length > 0)
      set(({ steps }) => ({ steps: [...steps, { deal_id, changes: back }].slice(-STEPS_KEPT) }))
    await get().load()
    return null
  },
  async undo() {
    const last = get().steps.at(-1)
    if (last === undefined) return null
    // Taken off at once: a second press before the answer takes back the step before it.
    set(({ steps }) => ({ steps: steps.filter((step) => step !== last) }))
    const changed = await call('money.change', last)
    if (!changed.ok) {
      // Of a deal that went to the bin nothing is to be taken back: it would keep all steps before it from their turn.
      if (changed.error.code !== 'DEAL_NOT_FOUND') set(({ steps }) => ({ steps: [...steps, last] }))
      return changed.error
    }
    await get().load()
    return null
  },
}))

/** An answer about a period that was left meanwhile is of no use. */
function show(period: Period, read: Result<Dashboard>): void {
  if (useMoney.getState().period !== period) return
  useMoney.setState(read.ok ? { dashboard: read.value, error: null } : { error: read.error })
}
