import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { DealWhere } from '../../../src-shared/features/pipeline/deal-match.ts'
import {
  USUAL_LAYOUT,
  type ColumnLayout,
  type PipelineLayout,
} from '../../../src-shared/features/pipeline/pipeline-view.ts'
import type {
  DealChoice,
  DealFilter,
  DealPage,
  DealQuery,
  DealRow,
  DealSort,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { replaceRoute } from '../../platform/navigation/route.ts'

interface ListRows {
  pages: ReadonlyMap<number, DealRow[]>
  /** Scroll position of the list. The list restores this position when the broker returns from a deal. */
  scrolledTo: number
  /**
   * The row with the keyboard focus, and the list that contains the row. The list restores the focus when the broker returns from a deal.
   */
  active: { deal_id: string; index: number; list: string } | null
}

/** State that changes during scrolling. It is not part of the pipeline store, so that scrolling renders only the rows again. */
export const useListRows = create<ListRows>()(() => ({ pages: new Map(), scrolledTo: 0, active: null }))

export const PAGE = 50
/** Number of pages of rows to keep in memory before and after the visible pages. Pages farther away are removed from memory. */
const KEPT_AROUND = 5

/** Decides which pages (blocks of rows) of a possibly very long list to load and to keep in memory: those around the visible rows. */
export class DealWindows {
  /** Number of the newest query. Responses to older queries are ignored, because showing them would make the list flicker. */
  #question = 0
  #inSight: [first: number, last: number] = [0, 0]
  readonly #asked = new Set<number>()

  /** Treats the first rows as the visible rows. Call this method when the query has changed. */
  toTop(): void {
    this.#inSight = [0, 0]
  }

  /** Starts a new query and returns the visible pages to load. */
  begin(): { question: number; pages: number[] } {
    this.#asked.clear()
    const [first, last] = this.#inSight
    return {
      question: ++this.#question,
      pages: Array.from({ length: last - first + 1 }, (_, step) => first + step),
    }
  }

  isCurrent(question: number): boolean {
    return question === this.#question
  }

  /** Returns the pages of rows `first` to `last` that are neither loaded nor requested, and marks them as requested. */
  missing(first: number, last: number, pages: ReadonlyMap<number, unknown> | undefined): number[] {
    this.#inSight = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
    const missing: number[] = []
    for (let page = this.#inSight[0]; page <= this.#inSight[1]; page++) {
      if (pages?.has(page) || this.#asked.has(page)) continue
      this.#asked.add(page)
      missing.push(page)
    }
    return missing
  }

  get question(): number {
    return this.#question
  }

  /** Returns the pages with a newly loaded page added, and without pages far from the visible ones. */
  arrived(page: number, rows: DealRow[], pages: ReadonlyMap<number, DealRow[]>): Map<number, DealRow[]> {
    this.#asked.delete(page)
    const [first, last] = this.#inSight
    const isNear = (one: number) => one >= first - KEPT_AROUND && one <= last + KEPT_AROUND
    return new Map([...pages, [page, rows] as const].filter(([one]) => isNear(one)))
  }

  failed(page: number): void {
    this.#asked.delete(page)
  }
}

export function placeIn(pages: ReadonlyMap<number, DealRow[]>, deal_id: string): number | null {
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => row.deal_id === deal_id)
    if (at >= 0) return page * PAGE + at
  }
  return null
}

export function rowIn(pages: ReadonlyMap<number, DealRow[]> | undefined, index: number): DealRow | undefined {
  return pages?.get(Math.floor(index / PAGE))?.[index % PAGE]
}

/** A layout change is saved if no other change follows within this time. */
const SAVE_AFTER_MS = 300

interface PipelineState {
  search: string
  filter: DealFilter
  where: DealWhere
  layout: PipelineLayout
  /**
   * The last response for the list; null before the first response. `isNarrowed` is true if a search or a filter excluded deals from the
   * list.
   */
  read: (Pick<DealPage, 'total' | 'counts'> & { isNarrowed: boolean }) | null
  error: AppError | null
  /**
   * Counts changes of the deals and of the query. When the count grows, other components that show a list of deals load their list again.
   */
  changes: number
  setSearch(search: string): void
  setFilter(filter: DealFilter): void
  setWhere(where: DealWhere): void
  choose(choice: DealChoice): void
  /** Sorts by a column, or reverses the order if the list is already sorted by it. */
  sortBy(sort: DealSort): void
  setLayout(change: Partial<Pick<PipelineLayout, 'as'>>): void
  setColumns(change: Partial<ColumnLayout>): void
  load(): Promise<void>
  /** Loads the list when the broker opens the pipeline, unless a request is already running. */
  arrive(): Promise<void>
  show(first: number, last: number): void
  rowAt(index: number): DealRow | undefined
}

/** The pipeline's list and its filters. Only the pages around the visible rows are in memory. */
export const usePipeline = create<PipelineState>()((set, get) => {
  const windows = new DealWindows()
  let isLayoutRead = false
  let underWay = 0
  let saving: ReturnType<typeof setTimeout> | undefined

  function ask(change: Partial<PipelineState>): void {
    windows.toTop()
    useListRows.setState({ scrolledTo: 0 })
    set(change)
    void get().load()
  }

  function keep(change: Partial<PipelineLayout>): PipelineLayout {
    const layout = { ...get().layout, ...change }
    clearTimeout(saving)
    saving = setTimeout(() => void call('pipeline.save_layout', get().layout), SAVE_AFTER_MS)
    return layout
  }

  function readPage(page: number) {
    return call('deals.list', { ...queryNow(), offset: page * PAGE, limit: PAGE })
  }

  async function readMissing(page: number): Promise<void> {
    const { question } = windows
    const listed = await readPage(page)
    if (!windows.isCurrent(question)) return
    if (listed.ok) {
      const { pages } = useListRows.getState()
      useListRows.setState({ pages: windows.arrived(page, listed.value.rows, pages) })
    } else windows.failed(page)
    const error = listed.ok ? null : listed.error
    if (get().error !== error) set({ error })
  }

  /** Loads the saved layout (columns and order of the list). Returns true if the layout changes the order of the list. */
  async function readLayout(): Promise<boolean> {
    if (isLayoutRead) return false
    const kept = await call('pipeline.layout', {})
    if (!kept.ok || isLayoutRead) return false
    isLayoutRead = true
    const { sort, reversed } = get().layout
    // Most brokers use the default layout, which is already set. Setting an equal layout would render the whole screen again.
    if (JSON.stringify(kept.value) !== JSON.stringify(get().layout)) set({ layout: kept.value })
    return kept.value.sort !== sort || kept.value.reversed !== reversed
  }

  async function counted(reading: () => Promise<void>): Promise<void> {
    underWay++
    await reading()
    underWay--
  }

  return {
    search: '',
    filter: 'all',
    where: {},
    layout: USUAL_LAYOUT,
    read: null,
    error: null,
    changes: 0,
    setSearch: (search) => ask({ search }),
    setFilter: (filter) => ask({ filter }),
    setWhere: (where) => ask({ where }),
    choose: ({ search, filter, where }) => ask({ search, filter, where }),
    sortBy(sort) {
      const { layout } = get()
      ask({ layout: keep({ sort, reversed: layout.sort === sort && !layout.reversed }) })
    },
    setLayout: (change) => set({ layout: keep(change) }),
    setColumns: (change) => set({ layout: keep({ columns: { ...get().layout.columns, ...change } }) }),
    async arrive() {
      if (underWay === 0) await get().load()
    },
    load: () =>
      counted(async () => {
        const { question, pages: wanted } = windows.begin()
        set({ changes: get().changes + 1 })
        // Request the list in the default order without waiting for the layout. If the layout then has another order, request the list
        // again. Send the layout request first, so that both responses arrive together.
        const layoutRead = readLayout()
        const reading = Promise.all(wanted.map(readPage))
        if (await layoutRead) return get().load()
        const answers = await reading
        if (!windows.isCurrent(question)) return
        const pages = new Map<number, DealRow[]>()
        for (const [at, answer] of answers.entries()) {
          if (!answer.ok) return set({ error: answer.error })
          pages.set(wanted[at] as number, answer.value.rows)
          const { total, counts } = answer.value
          const { search, where } = get()
          const isNarrowed = search !== '' || Object.keys(where).length > 0
          useListRows.setState({ pages: new Map(pages) })
          set({ read: { total, counts, isNarrowed }, error: null })
        }
      }),
    show(first, last) {
      for (const page of windows.missing(first, last, useListRows.getState().pages)) void readMissing(page)
    },
    rowAt: (index) => rowIn(useListRows.getState().pages, index),
  }
})

/** Selects parts of the state. The component renders again only when one of them changes. */
export function usePipelineParts<K extends keyof PipelineState>(...parts: K[]): Pick<PipelineState, K> {
  return usePipeline(
    useShallow(
      (state) => Object.fromEntries(parts.map((part) => [part, state[part]])) as Pick<PipelineState, K>,
    ),
  )
}

/** Calls `readAgain` whenever a deal or the query of the list changes. */
export function onChanges(readAgain: () => void): () => void {
  return usePipeline.subscribe((state, before) => {
    if (state.changes !== before.changes) readAgain()
  })
}

export function choiceNow(): DealChoice {
  const { search, filter, where } = usePipeline.getState()
  return { search, filter, where }
}

export function queryNow(): Omit<DealQuery, 'offset' | 'limit'> {
  const { layout } = usePipeline.getState()
  return { ...choiceNow(), sort: layout.sort, reversed: layout.reversed }
}

/**
 * Shows the next or previous deal of the pipeline's list instead of this one. Going back then still leads to the list, at the row of the
 * last shown deal.
 */
export function goToNeighbor(deal_id: string, step: 1 | -1): void {
  const { active, pages } = useListRows.getState()
  const text = messages().deal
  const at = placeIn(pages, deal_id) ?? (active?.deal_id === deal_id ? active.index : null)
  const note = (message: string) => void notifications.show({ id: 'neighbor', message, autoClose: 4_000 })
  if (at === null) return note(text.notInList)
  const neighbor = usePipeline.getState().rowAt(at + step)
  if (neighbor === undefined) return note(step === 1 ? text.isLastDeal : text.isFirstDeal)
  if (active !== null)
    useListRows.setState({ active: { ...active, deal_id: neighbor.deal_id, index: at + step } })
  replaceRoute({ screen: 'deal', deal_id: neighbor.deal_id })
}

/**
 * Loads the list again after changes of deals. Loads it only once for several changes at the same time. Call this function once, before the
 * first load.
 */
export function followDeals(): void {
  let waiting: ReturnType<typeof setTimeout> | null = null
  const readSoon = (after: number) => {
    waiting ??= setTimeout(() => {
      waiting = null
      void usePipeline.getState().load()
    }, after)
  }
  on('deal.changed', () => readSoon(50))
  // The broker is typing in a form. Load the list again only if this window shows it, and only after a short delay.
  on('draft.changed', () => window.location.hash.length < 3 && readSoon(500))
}
