import type { DealRow } from '../../src-shared/domain/pipeline.ts'

export const PAGE = 50
/** Pages farther than this from what is in sight are let go. */
const KEPT_AROUND = 5

/** The pages around what is in sight of a list that may be very long. */
export class DealWindows {
  /** Grows with every new question; an answer to an older one would only flicker. */
  #question = 0
  #inSight: [first: number, last: number] = [0, 0]
  readonly #asked = new Set<number>()

  /** Something else is asked: the list begins at its top. */
  toTop(): void {
    this.#inSight = [0, 0]
  }

  /** Begins a new question, of which these pages are in sight. */
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

  /** Rows `first` to `last` are in sight: the pages that are not there and not asked for yet, which are asked for now. */
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

  /** A page has come: with it those that are near. */
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

/** At which row a deal stands, as far as its page is held. */
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
