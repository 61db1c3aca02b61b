/** A page in the arrangement (the pages of all documents in their new order). */
export interface ArrangedPage {
  /** Identifies this page. It does not change when the page moves. */
  key: string
  document_id: string
  /** Index of the page in its document, from 0. */
  page: number
  turn: 0 | 90 | 180 | 270
  begins: boolean
}

export type Step =
  | { do: 'move'; at: number; to: number }
  | { do: 'turn'; at: number }
  | { do: 'remove'; at: number }
  /** Makes a page the first page of a new document. If the page already begins a document, joins that document to the previous one. */
  | { do: 'split'; at: number }

export function allPages(
  documents: readonly { document_id: string; pages: number | null }[],
): ArrangedPage[] {
  return documents.flatMap(({ document_id, pages }, place) =>
    Array.from({ length: pages ?? 0 }, (_, page): ArrangedPage => ({
      key: `${document_id} ${page}`,
      document_id,
      page,
      turn: 0,
      begins: place === 0 && page === 0,
    })),
  )
}

/** Returns the pages after a step. The first page always begins a document. An impossible step changes nothing. */
export function arrange(pages: readonly ArrangedPage[], step: Step): ArrangedPage[] {
  const page = pages[step.at]
  if (page === undefined) return [...pages]
  const others = pages.toSpliced(step.at, 1)
  switch (step.do) {
    case 'move': {
      const to = Math.min(others.length, Math.max(0, step.to))
      // Keep the positions at which new documents begin. Only the pages move.
      const begins = pages.map((one) => one.begins)
      return others.toSpliced(to, 0, page).map((one, index) => ({ ...one, begins: begins[index] === true }))
    }
    case 'turn':
      return pages.with(step.at, { ...page, turn: ((page.turn + 90) % 360) as ArrangedPage['turn'] })
    case 'remove':
      // If the removed page began a document, the next page begins the document now.
      return others.map((one, index) => (index === step.at && page.begins ? { ...one, begins: true } : one))
    case 'split':
      return step.at === 0 ? [...pages] : pages.with(step.at, { ...page, begins: !page.begins })
  }
}

export function resultsOf(pages: readonly ArrangedPage[]): ArrangedPage[][] {
  const results: ArrangedPage[][] = []
  for (const page of pages) {
    if (page.begins || results.length === 0) results.push([page])
    else results.at(-1)?.push(page)
  }
  return results
}

export function isUnchanged(
  pages: readonly ArrangedPage[],
  documents: readonly { document_id: string; pages: number | null }[],
): boolean {
  return resultsOf(pages).every(
    (result) =>
      result.every(
        (one, index) => one.turn === 0 && one.page === index && one.document_id === result[0]?.document_id,
      ) &&
      documents.find(({ document_id }) => document_id === result[0]?.document_id)?.pages === result.length,
  )
}

/** Returns an unused name that derives from the original's, such as `statement (2).pdf`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/\.pdf$/i, '')
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? `${stem}.pdf` : `${stem} (${number}).pdf`
    if (!taken.has(candidate)) return candidate
  }
}
