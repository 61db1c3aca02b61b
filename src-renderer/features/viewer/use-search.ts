import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { findText } from './find-text.ts'
import { inTurn, type SlowPages } from './page-turns.ts'

/** A match: its page, and its index among the matches of that page. The first match of a page has the index 0. */
export interface Found {
  page: number
  index: number
}

export interface Search {
  sought: string
  /** The number of matches; null while searching. */
  total: number | null
  /** The number of the current match, counted from 1; 0 if there are no matches. */
  place: number
  current: Found | null
  look(sought: string): void
  step(direction: 1 | -1): void
}

const NOTHING = { of: '', found: [], place: 0 }

/** Searches all pages of a document, except those that took too long, and moves between the matches. */
export function useSearch(
  pdf: PDFDocumentProxy,
  { pages: slow, giveUp }: SlowPages,
  goTo: (page: number) => void,
): Search {
  const [sought, setSought] = useState('')
  const [outcome, setOutcome] = useState<{ of: string; found: Found[]; place: number }>(NOTHING)
  // Ignore the results if they belong to a previous search text.
  const isCurrent = outcome.of === sought
  const found = isCurrent ? outcome.found : null
  const place = isCurrent ? outcome.place : 0
  const texts = useRef(new Map<number, string[]>())
  const go = useRef(goTo)
  useEffect(() => {
    go.current = goTo
  })

  useEffect(() => {
    let isOver = false
    if (sought.trim() === '') return
    async function search() {
      const all: Found[] = []
      for (let page = 1; page <= pdf.numPages && !isOver; page++) {
        if (slow.has(page)) continue
        const strings =
          texts.current.get(page) ??
          (await inTurn(
            pdf,
            () => stringsOf(pdf, page),
            () => giveUp(pdf, page),
          ))
        texts.current.set(page, strings)
        findText(strings, sought).forEach((_, index) => all.push({ page, index }))
      }
      if (isOver) return
      setOutcome({ of: sought, found: all, place: Math.min(1, all.length) })
      if (all[0] !== undefined) go.current(all[0].page)
    }
    // Wait for a pause in typing instead of searching at every letter.
    const timer = setTimeout(
      () => void search().catch(() => isOver || setOutcome({ ...NOTHING, of: sought })),
      150,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [pdf, sought, slow, giveUp])

  return {
    sought,
    total: found?.length ?? null,
    place,
    current: found?.[place - 1] ?? null,
    look: setSought,
    step(direction) {
      if (found === null || found.length === 0) return
      const next = ((place - 1 + direction + found.length) % found.length) + 1
      setOutcome({ of: sought, found, place: next })
      goTo((found[next - 1] as Found).page)
    },
  }
}

/** The strings of a page's text, in the order of the elements of the page's text layer. */
async function stringsOf(pdf: PDFDocumentProxy, number: number): Promise<string[]> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  return items.flatMap((item) => ('str' in item ? [item.str] : []))
}
