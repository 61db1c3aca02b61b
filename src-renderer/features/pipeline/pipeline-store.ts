import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
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

type Pages = ReadonlyMap<number, DealRow[]>

interface DealPagesOptions {
  queryOf: () => Omit<DealQuery, 'offset' | 'limit'>
  /** Shows the loaded pages. `isNew` is false if only a page was added. */
  show: (pages: Pages, answer: DealPage, isNew: boolean) => void
  fail: (error: AppError) => void
}

/** Loads the pages (blocks of rows) around the visible rows of a possibly very long list, and keeps only these in memory. */
export class DealPages {
  readonly #of: DealPagesOptions
  /** Number of the newest query. Responses to older queries are ignored, because showing them would make the list flicker. */
  #question = 0
  #inSight: [first: number, last: number] = [0, 0]
  readonly #asked = new Set<number>()
  #pages: Pages = new Map()

  constructor(of: DealPagesOptions) {
    this.#of = of
  }

  /** Treats the first rows as the visible rows. Call this method when the query has changed. */
  toTop(): void {
    this.#inSight = [0, 0]
  }

  /** Loads the visible pages again. If `isOutdated` then resolves to true, the query has changed meanwhile, and they are loaded once more. */
  async reload(isOutdated: Promise<boolean> = Promise.resolve(false)): Promise<void> {
    const question = ++this.#question
    this.#asked.clear()
    const [first, last] = this.#inSight
    const wanted = Array.from({ length: last - first + 1 }, (_, step) => first + step)
    const [again, ...answers] = await Promise.all([isOutdated, ...wanted.map((page) => this.#read(page))])
    if (question !== this.#question) return
    if (again) return this.reload()
    const pages = new Map<number, DealRow[]>()
    let newest: DealPage | null = null
    for (const [at, answer] of answers.entries()) {
      if (!answer.ok) return this.#of.fail(answer.error)
      newest = answer.value
      pages.set(wanted[at] as number, newest.rows)
    }
    if (newest !== null) this.#of.show((this.#pages = pages), newest, true)
    // The broker can have scrolled meanwhile.
    this.#readAllMissing()
  }

  /** Loads the pages of the visible rows that are neither loaded nor requested. */
  see(first: number, last: number): void {
    this.#inSight = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
    this.#readAllMissing()
  }

  #readAllMissing(): void {
    for (let page = this.#inSight[0]; page <= this.#inSight[1]; page++)
      if (!this.#pages.has(page) && !this.#asked.has(page)) void this.#readMissing(page)
  }

  #read(page: number) {
    return call('deals.list', { ...this.#of.queryOf(), offset: page * PAGE, limit: PAGE })
  }

  async #readMissing(page: number): Promise<void> {
    const question = this.#question
    this.#asked.add(page)
    const listed = await this.#read(page)
    if (question !== this.#question) return
    this.#asked.delete(page)
    if (!listed.ok) return this.#of.fail(listed.error)
    const [first, last] = this.#inSight
    const isNear = (one: number) => one >= first - KEPT_AROUND && one <= last + KEPT_AROUND
    this.#pages = new Map([...this.#pages, [page, listed.value.rows] as const].filter(([one]) => isNear(one)))
    this.#of.show(this.#pages, listed.value, false)
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

interface ListRead {
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
}

/** State that changes with the deals. It is not part of the pipeline store, so that a changed deal renders only what shows the deals. */
export const useListRead = create<ListRead>()(() => ({ read: null, error: null, changes: 0 }))

interface PipelineState {
  search: string
  filter: DealFilter
  where: DealWhere
  layout: PipelineLayout
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
  const deals = new DealPages({
    queryOf: queryNow,
    show(pages, { total, counts }, isNew) {
      const { search, where } = get()
      const isNarrowed = search !== '' || Object.keys(where).length > 0
      useListRows.setState({ pages })
      if (isNew) useListRead.setState({ read: { total, counts, isNarrowed }, error: null })
      else if (useListRead.getState().error !== null) useListRead.setState({ error: null })
    },
    fail: (error) => useListRead.setState({ error }),
  })
  let isLayoutRead = false
  let underWay = 0
  let saving: ReturnType<typeof setTimeout> | undefined

  function ask(change: Partial<PipelineState>): void {
    deals.toTop()
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

  return {
    search: '',
    filter: 'all',
    where: {},
    layout: USUAL_LAYOUT,
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
    async load() {
      useListRead.setState(({ changes }) => ({ changes: changes + 1 }))
      underWay++
      // Request the list in the default order without waiting for the layout. If the layout then has another order, request the list again.
      // Send the layout request first, so that both responses arrive together.
      await deals.reload(readLayout())
      underWay--
    },
    show: (first, last) => deals.see(first, last),
    rowAt: (index) => rowIn(useListRows.getState().pages, index),
  }
})

/** Calls `readAgain` whenever a deal or the query of the list changes. */
export function onChanges(readAgain: () => void): () => void {
  return useListRead.subscribe((state, before) => {
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

/** An update does not reorder the list within this time after the pointer moved over it. The broker may be about to click a row. */
const POINTING_MS = 400
let pointedAt = -Infinity

/** Notes that the pointer moved over the rows of the list. */
export function notePointing(): void {
  pointedAt = performance.now()
}

/**
 * Loads the list again after changes of deals. Loads it only once for several changes at the same time. Call this function once, before the
 * first load.
 */
export function followDeals(): void {
  let waiting: ReturnType<typeof setTimeout> | null = null
  const readAtRest = () => {
    const rest = pointedAt + POINTING_MS - performance.now()
    waiting = rest > 0 ? setTimeout(readAtRest, rest) : null
    if (waiting === null) void usePipeline.getState().load()
  }
  const readSoon = (after: number) => {
    waiting ??= setTimeout(readAtRest, after)
  }
  on('deal.changed', () => readSoon(50))
  // The broker is typing in a form. Load the list again only if this window shows it, and only after a short delay.
  on('draft.changed', () => window.location.hash.length < 3 && readSoon(500))
}
