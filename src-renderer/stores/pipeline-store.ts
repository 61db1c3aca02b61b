import { create } from 'zustand'
import type { DealSummary } from '../../src-shared/domain/deal.ts'
import type { AppError } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'

interface PipelineState {
  deals: DealSummary[] | null
  error: AppError | null
  search: string
  setSearch(search: string): void
  load(): Promise<void>
}

/** The list of deals that match the search, newest change first. */
export const usePipeline = create<PipelineState>()((set, get) => ({
  deals: null,
  error: null,
  search: '',
  setSearch(search) {
    set({ search })
    void get().load()
  },
  async load() {
    const { search } = get()
    const listed = await call('deals.list', { search })
    // An answer to what was searched before would only flicker.
    if (get().search !== search) return
    set(listed.ok ? { deals: listed.value, error: null } : { error: listed.error })
  },
}))

/** Reads the list again after changes, several at once being one reading. */
export function followDeals(): () => void {
  let waiting: ReturnType<typeof setTimeout> | null = null
  return on('deal.changed', () => {
    waiting ??= setTimeout(() => {
      waiting = null
      void usePipeline.getState().load()
    }, 50)
  })
}
