import { create } from 'zustand'
import type { DealRow } from '../../src-shared/domain/pipeline.ts'

interface ListRows {
  pages: ReadonlyMap<number, DealRow[]>
  /** Where the list was scrolled to, for whoever comes back from a deal. */
  scrolledTo: number
  /** The row that the keyboard was at, and in which list, for the same. */
  active: { deal_id: string; index: number; list: string } | null
}

/** What changes while one scrolls through the pipeline's list, apart from the pipeline: only the rows are drawn anew by it. */
export const useListRows = create<ListRows>()(() => ({ pages: new Map(), scrolledTo: 0, active: null }))
