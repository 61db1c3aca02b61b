import { create } from 'zustand'
import type {
  Dashboard,
  Ledger,
  MoneyChanges,
  Period,
  Renewal,
} from '../../../src-shared/features/money/money-view.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { createServerStore } from '../../platform/page/server-store.ts'

const STEPS_KEPT = 50
/** Delay of a refetch after a change, so that several changes in quick succession cause only one refetch. */
const READ_AFTER_MS = 300

interface MoneyState {
  period: Period
  /** Undo steps: the changes that reverse the broker's last changes. The newest step is last. */
  steps: { deal_id: string; changes: MoneyChanges }[]
  choosePeriod(period: Period): Promise<void>
  /** Changes the amounts and dates that the broker entered for a deal, and stores an undo step. */
  change(deal_id: string, changes: MoneyChanges): Promise<Result<unknown>>
  undo(): Promise<Result<unknown>>
}

export const useLedger = createServerStore<{ ledger: Ledger; renewals: Renewal[] }>({
  initial: null,
  async read() {
    const [ledger, renewals] = await Promise.all([call('money.ledger', {}), call('money.renewals', {})])
    if (!ledger.ok) return ledger
    return renewals.ok ? ok({ ledger: ledger.value, renewals: renewals.value }) : renewals
  },
})

export const useDashboard = createServerStore<{ period: Period; figures: Dashboard }>({
  initial: null,
  async read() {
    const { period } = useMoney.getState()
    const read = await call('money.dashboard', { period })
    return read.ok ? ok({ period, figures: read.value }) : read
  },
})

export async function loadMoney(): Promise<void> {
  await Promise.all([useLedger.getState().load(), useDashboard.getState().load()])
}

export function followMoney(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = on('deal.changed', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void loadMoney(), READ_AFTER_MS)
  })
  void loadMoney()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

export const useMoney = create<MoneyState>()((set, get) => ({
  period: '90',
  steps: [],
  async choosePeriod(period) {
    const { period: before } = get()
    set({ period })
    await useDashboard.getState().load()
    const { value, error } = useDashboard.getState()
    // After a failed request, select the period of the displayed figures again.
    if (error !== null && get().period === period) set({ period: value?.period ?? before })
  },
  async change(deal_id, changes) {
    const changed = await call('money.change', { deal_id, changes })
    if (!changed.ok) return changed
    const { back } = changed.value
    if (Object.keys(back).length > 0)
      set(({ steps }) => ({ steps: [...steps, { deal_id, changes: back }].slice(-STEPS_KEPT) }))
    await loadMoney()
    return changed
  },
  async undo() {
    const last = get().steps.at(-1)
    if (last === undefined) return ok({})
    // Remove the undo step before main responds, so that a second press of the undo key uses the next older step.
    set(({ steps }) => ({ steps: steps.filter((step) => step !== last) }))
    const changed = await call('money.change', last)
    // After a failure, add the undo step again. Exception: the undo step of a deleted deal would always fail and block all older steps.
    if (changed.ok) await loadMoney()
    else if (changed.error.code !== 'DEAL_NOT_FOUND') set(({ steps }) => ({ steps: [...steps, last] }))
    return changed
  },
}))
