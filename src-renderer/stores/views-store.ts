import { create } from 'zustand'
import type { NextAction } from '../../src-shared/domain/next-actions.ts'
import type { SavedFilter } from '../../src-shared/domain/pipeline-view.ts'
import { call, on } from '../api/funding-desk.ts'
import { notifyError } from '../ui/notify-error.ts'
import { usePipeline } from './pipeline-store.ts'

interface ViewsState {
  filters: (SavedFilter & { deals: number })[]
  actions: NextAction[]
  /** Reads counts and what waits for the broker anew. */
  load(): Promise<void>
  /** Keeps this list of filters, and shows it at once. */
  save(filters: SavedFilter[]): Promise<void>
}

/** The saved filters with their counts, and what waits for the broker. */
export const useViews = create<ViewsState>()((set, get) => ({
  filters: [],
  actions: [],
  async load() {
    const [filters, actions] = await Promise.all([
      call('pipeline.filters', {}),
      call('pipeline.next_actions', {}),
    ])
    // What fails here fails in the list, too, and is told there.
    if (filters.ok) set({ filters: filters.value })
    if (actions.ok) set({ actions: actions.value })
  },
  async save(filters) {
    const before = get().filters
    const counts = new Map(before.map(({ filter_id, deals }) => [filter_id, deals]))
    set({ filters: filters.map((one) => ({ ...one, deals: counts.get(one.filter_id) ?? 0 })) })
    const kept = filters.map(({ filter_id, name, choice }) => ({ filter_id, name, choice }))
    const saved = await call('pipeline.save_filters', { filters: kept })
    if (saved.ok) return set({ filters: saved.value })
    set({ filters: before })
    notifyError(saved.error)
  },
}))

/** A count that is a moment old is no matter; typing must not wait for it. */
const FOLLOW_AFTER_MS = 400
/** Days end, and offers with them, also while nothing else happens. */
const EVERY_MS = 60_000

/** Keeps them up while the pipeline is shown. */
export function followViews(): () => void {
  const { load } = useViews.getState()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void load(), FOLLOW_AFTER_MS)
  }
  void load()
  const timer = setInterval(() => void load(), EVERY_MS)
  const stops = [
    on('pipeline.filters_changed', soon),
    usePipeline.subscribe((now, before) => now.changes !== before.changes && soon()),
  ]
  return () => {
    clearTimeout(waiting)
    clearInterval(timer)
    stops.forEach((stop) => stop())
  }
}
