import { create } from 'zustand'
import type { Ledger, MoneyChanges, Renewal } from '../../src-shared/domain/money.ts'
import type { AppError } from '../../src-shared/errors.ts'
import { call } from '../api/funding-desk.ts'

/** More steps back than anybody takes. */
const STEPS_KEPT = 50

interface MoneyState {
  /** Null until they were read. */
  ledger: Ledger | null
  renewals: Renewal[] | null
  error: AppError | null
  /** The changes that take back what was changed here, the last one last. */
  steps: { deal_id: string; changes: MoneyChanges }[]
  load(): Promise<void>
  /** Changes what is written by hand, so that it can be taken back. */
  change(deal_id: string, changes: MoneyChanges): Promise<AppError | null>
  undo(): Promise<AppError | null>
}

/** The commission ledger and the renewals. */
export const useMoney = create<MoneyState>()((set, get) => ({
  ledger: null,
  renewals: null,
  error: null,
  steps: [],
  async load() {
    const [ledger, renewals] = await Promise.all([call('money.ledger', {}), call('money.renewals', {})])
    if (!ledger.ok) return set({ error: ledger.error })
    if (!renewals.ok) return set({ error: renewals.error })
    set({ ledger: ledger.value, renewals: renewals.value, error: null })
  },
  async change(deal_id, changes) {
    const changed = await call('money.change', { deal_id, changes })
    if (!changed.ok) return changed.error
    const steps = [...get().steps, { deal_id, changes: changed.value.back }].slice(-STEPS_KEPT)
    set({ steps })
    await get().load()
    return null
  },
  async undo() {
    const last = get().steps.at(-1)
    if (last === undefined) return null
    const changed = await call('money.change', last)
    if (!changed.ok) return changed.error
    set(({ steps }) => ({ steps: steps.filter((step) => step !== last) }))
    await get().load()
    return null
  },
}))
