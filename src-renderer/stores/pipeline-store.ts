import { create } from 'zustand'
import type { DealSummary } from '../../src-shared/domain/deal.ts'
import type { DealFilter, DealPage, DealSort } from '../../src-shared/domain/pipeline.ts'
import type { AppError } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'

const PAGE = 50
/** Pages farther than this from what is in sight are let go. */
const KEPT_AROUND = 5

interface PipelineState {
  search: string
  filter: DealFilter
  sort: DealSort
  /** What was read last; null before the first answer. */
  read: { total: number; counts: DealPage['counts']; pages: ReadonlyMap<number, DealSummary[]> } | null
  error: AppError | null
  /** Where the list was scrolled to, for whoever comes back from a deal. */
  scrolledTo: number
  setSearch(search: string): void
  setFilter(filter: DealFilter): void
  setSort(sort: DealSort): void
  /** Reads what is in sight anew. */
  load(): Promise<void>
  /** Rows `first` to `last` are in sight: what is not there of them is read. */
  show(first: number, last: number): void
  rowAt(index: number): DealSummary | undefined
}

/** The pipeline's list, of which only the pages around those in sight are held. */
export const usePipeline = create<PipelineState>()((set, get) => {
  /** Grows with every new question; an answer to an older one would only flicker. */
  let question = 0
  let inSight: [first: number, last: number] = [0, 0]
  const asked = new Set<number>()

  function ask(change: Partial<Pick<PipelineState, 'search' | 'filter' | 'sort'>>): void {
    inSight = [0, 0]
    set({ ...change, scrolledTo: 0 })
    void get().load()
  }

  function readPage(page: number) {
    const { search, filter, sort } = get()
    return call('deals.list', { search, filter, sort, offset: page * PAGE, limit: PAGE })
  }

  async function readMissing(page: number): Promise<void> {
    const mine = question
    asked.add(page)
    const listed = await readPage(page)
    if (mine !== question) return
    asked.delete(page)
    const { read } = get()
    if (!listed.ok || read === null) return set({ error: listed.ok ? null : listed.error })
    const pages = new Map([...read.pages, [page, listed.value.rows] as const].filter(([one]) => isNear(one)))
    set({ read: { ...read, pages }, error: null })
  }

  const isNear = (page: number) => page >= inSight[0] - KEPT_AROUND && page <= inSight[1] + KEPT_AROUND

  return {
    search: '',
    filter: 'all',
    sort: 'newest',
    read: null,
    error: null,
    scrolledTo: 0,
    setSearch: (search) => ask({ search }),
    setFilter: (filter) => ask({ filter }),
    setSort: (sort) => ask({ sort }),
    async load() {
      const mine = ++question
      asked.clear()
      const [first, last] = inSight
      const wanted = Array.from({ length: last - first + 1 }, (_, step) => first + step)
      const answers = await Promise.all(wanted.map(readPage))
      if (mine !== question) return
      const pages = new Map<number, DealSummary[]>()
      for (const [at, answer] of answers.entries()) {
        if (!answer.ok) return set({ error: answer.error })
        pages.set(wanted[at] as number, answer.value.rows)
        set({ read: { ...answer.value, pages }, error: null })
      }
    },
    show(first, last) {
      inSight = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
      for (let page = inSight[0]; page <= inSight[1]; page++)
        if (!get().read?.pages.has(page) && !asked.has(page)) void readMissing(page)
    },
    rowAt: (index) => get().read?.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
  }
})

/** Reads the list again after changes, several at once being one reading. */
export function followDeals(): () => void {
  let waiting: ReturnType<typeof setTimeout> | null = null
  const readSoon = (after: number) => {
    waiting ??= setTimeout(() => {
      waiting = null
      void usePipeline.getState().load()
    }, after)
  }
  const stops = [
    on('deal.changed', () => readSoon(50)),
    // Another window types: a list that is looked at follows at leisure.
    on('draft.changed', () => window.location.hash.length < 3 && readSoon(500)),
  ]
  return () => stops.forEach((stop) => stop())
}
