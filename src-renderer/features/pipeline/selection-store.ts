import { create } from 'zustand'
import {
  LARGEST_BULK,
  type BulkAction,
  type BulkOutcome,
} from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { LARGEST_PAGE, type DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { endErrorOf } from '../../platform/ui/command.tsx'
import { call, on } from '../../platform/api/funding-desk.ts'
import { placeIn, useListRead, useListRows, choiceNow, queryNow, usePipeline } from './pipeline-store.ts'

interface SelectionState {
  selected: ReadonlySet<string>
  /**
   * The query of the list for which the broker selected all deals. Null if the broker did not select all deals, or has deselected one
   * since.
   */
  allOf: string | null
  /** The row at which a range selection starts: its deal, and its row index at that time. */
  anchor: { deal_id: string; index: number } | null
  working: { bulk_id: string; action: BulkAction; done: number; total: number } | null
  outcome: { action: BulkAction; result: BulkOutcome } | null
  error: AppError | null
  toggle(deal_id: string, index: number): void
  /** Starts a range selection at this row, unless a range was already started. */
  beginRange(deal_id: string, index: number): void
  reach(index: number): Promise<void>
  selectAll(): Promise<void>
  clear(): void
  /**
   * Runs an action on the deals. Returns the result for each deal, or null if the whole action failed. In that case, the store sets
   * `error`.
   */
  act(action: BulkAction, deal_ids: string[]): Promise<BulkOutcome | null>
  stop(): void
  dismiss(): void
}

/** The ids of the selected deals. The selection remains when the list changes. */
export const useSelection = create<SelectionState>()((set, get) => ({
  selected: new Set(),
  allOf: null,
  anchor: null,
  working: null,
  outcome: null,
  error: null,
  toggle(deal_id, index) {
    const selected = new Set(get().selected)
    const wasSelected = selected.delete(deal_id)
    if (!wasSelected) selected.add(deal_id)
    set({ selected, anchor: { deal_id, index }, ...(wasSelected ? { allOf: null } : {}) })
  },
  beginRange(deal_id, index) {
    if (get().anchor === null) set({ anchor: { deal_id, index } })
  },
  async reach(index) {
    const { anchor, selected } = get()
    // The anchor row may have a different index now, because an update reordered the list.
    const from =
      anchor === null ? index : (placeIn(useListRows.getState().pages, anchor.deal_id) ?? anchor.index)
    const [first, last] = from < index ? [from, index] : [index, from]
    // Rows that are already loaded need no request.
    const rows = Array.from({ length: last - first + 1 }, (_, at) => usePipeline.getState().rowAt(first + at))
    const loaded = rows.flatMap((row) => row?.deal_id ?? [])
    const ids = loaded.length === rows.length ? loaded : await idsOf(first, last - first + 1)
    if (ids === null) return
    set({ selected: new Set([...selected, ...ids]) })
    const [there] = from === index ? ids : []
    if (there !== undefined) get().beginRange(there, index)
  },
  async selectAll() {
    const total = useListRead.getState().read?.total ?? 0
    const allOf = shownList()
    const ids = total === 0 ? [] : await idsOf(0, total)
    if (ids !== null) set({ selected: new Set(ids), allOf, anchor: null })
  },
  clear: () => set({ selected: new Set(), allOf: null, anchor: null }),
  async act(action, deal_ids) {
    if (get().working !== null || deal_ids.length === 0) return null
    const bulk_id = crypto.randomUUID()
    set({ working: { bulk_id, action, done: 0, total: deal_ids.length }, error: null, outcome: null })
    const done = await call('pipeline.act', { bulk_id, action, deal_ids })
    set({ working: null })
    if (!done.ok) {
      set({ error: done.error })
      return null
    }
    const { refusals, not_reached } = done.value
    if (refusals + not_reached > 0) set({ outcome: { action, result: done.value } })
    // Deals for which the action failed stay selected.
    const selected = new Set(get().selected)
    for (const deal_id of done.value.deal_ids) {
      selected.delete(deal_id)
      endErrorOf(deal_id)
    }
    set({ selected })
    return done.value
  },
  stop() {
    const { working } = get()
    if (working !== null) void call('pipeline.stop', { bulk_id: working.bulk_id })
  },
  dismiss: () => set({ outcome: null, error: null }),
}))

/** Resolves once no action is running, so that the store accepts another one. */
export async function untilIdle(): Promise<void> {
  while (useSelection.getState().working !== null)
    await new Promise<void>((resolve) => {
      const stop = useSelection.subscribe(({ working }) => {
        if (working !== null) return
        stop()
        resolve()
      })
    })
}

const shownList = () => JSON.stringify(choiceNow())

export function useAllSelected(total: number): boolean {
  const { selected, allOf } = useSelection()
  const shown = usePipeline(shownList)
  return selected.size > 0 && selected.size >= total && allOf === shown
}

async function idsOf(offset: number, limit: number): Promise<string[] | null> {
  const read = await call('pipeline.ids', { ...queryNow(), offset, limit })
  if (read.ok) return read.value.deal_ids
  useSelection.setState({ error: read.error })
  return null
}

/** Subscribes to the progress of the running action. Call this while the list is visible. */
export function followBulk(): () => void {
  return on('pipeline.progress', ({ bulk_id, done, total }) => {
    const { working } = useSelection.getState()
    if (working?.bulk_id === bulk_id) useSelection.setState({ working: { ...working, done, total } })
  })
}

/** Maximum number of printed deals, about thirty sheets. The CSV file contains all deals. */
const MOST_PRINTED = 1_000

export interface ListToPrint {
  rows: DealRow[]
  total: number
  isSelection: boolean
}

/**
 * Loads the selected deals or, without a selection, all deals of the list, including rows that are not visible. Both are in the order of the
 * list. Selected deals that are no longer in the list are last.
 */
export async function readForPrint(): Promise<Result<ListToPrint>> {
  const { selected } = useSelection.getState()
  const isSelection = selected.size > 0
  const listed = await call('pipeline.ids', { ...queryNow(), offset: 0, limit: LARGEST_BULK })
  if (!listed.ok) return listed
  const { deal_ids } = listed.value
  const wanted = isSelection
    ? [...new Set([...deal_ids.filter((deal_id) => selected.has(deal_id)), ...selected])]
    : deal_ids
  const printed = wanted.slice(0, MOST_PRINTED)
  const rows: DealRow[] = []
  for (let at = 0; at < printed.length; at += LARGEST_PAGE) {
    const read = await call('pipeline.rows', { deal_ids: printed.slice(at, at + LARGEST_PAGE) })
    if (!read.ok) return read
    rows.push(...read.value)
  }
  const gone = printed.length - rows.length
  return ok({ rows, total: wanted.length - gone, isSelection })
}
