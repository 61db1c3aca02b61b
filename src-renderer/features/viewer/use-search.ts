import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { inTurn, type SlowPages } from './page-turns.ts'

/**
 * A match: its page, and its index among the matches of that page. The first match of a page has the index 0. Each move to a match
 * creates a new object, so that the pages scroll once per move.
 */
export interface Found {
  page: number
  index: number
}

export interface Search {
  sought: string
  total: number | null
  /** The number of the current match, counted from 1; 0 if there are no matches. */
  place: number
  current: Found | null
  look(sought: string): void
  step(direction: 1 | -1): void
}

interface Outcome {
  of: string
  found: Found[]
  current: Found | null
}

const NOTHING: Outcome = { of: '', found: [], current: null }

/**
 * Searches all pages of a document, except those that took too long, and moves between the matches. A new search text moves to its first
 * match. When the set of slow pages changes, the search of the same text is repeated: the current match stays, and nothing scrolls.
 */
export function useSearch(
  pdf: PDFDocumentProxy,
  { pages: slow, giveUp }: SlowPages,
  goTo: (page: number) => void,
): Search {
  const [sought, setSought] = useState('')
  const [outcome, setOutcome] = useState(NOTHING)
  // Ignore the results if they belong to a previous search text.
  const isCurrent = outcome.of === sought
  const found = isCurrent ? outcome.found : null
  const current = isCurrent ? outcome.current : null
  const place = placeOf(current, outcome.found)
  const texts = useRef(new Map<number, string[]>())
  const go = useRef(goTo)
  useEffect(() => {
    go.current = goTo
  })
  useEffect(() => {
    if (current !== null) go.current(current.page)
  }, [current])

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
      setOutcome((was) => {
        const isKept = was.of === sought && placeOf(was.current, all) > 0
        return isKept ? { ...was, found: all } : moveTo(0, all, sought)
      })
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
    current,
    look(text) {
      setSought(text)
      // Forget the matches. If the broker types the previous text again, it is a new search, which moves to its first match.
      setOutcome(NOTHING)
    },
    step(direction) {
      if (found === null || found.length === 0) return
      setOutcome(moveTo((place - 1 + direction + found.length) % found.length, found, sought))
    },
  }
}

function moveTo(index: number, found: Found[], of: string): Outcome {
  const match = found[index]
  return { of, found, current: match === undefined ? null : { ...match } }
}

/** Returns the number of a match among all matches, counted from 1. Returns 0 if it is not among them. */
function placeOf(match: Found | null, found: Found[]): number {
  return found.findIndex(({ page, index }) => page === match?.page && index === match.index) + 1
}

/** The strings of a page's text, in the order of the elements of the page's text layer. */
async function stringsOf(pdf: PDFDocumentProxy, number: number): Promise<string[]> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  return items.flatMap((item) => ('str' in item ? [item.str] : []))
}

/**
 * A position in the strings of a page: the index of a string, and the index of a letter in that string. The position at the end of a match
 * is the one after its last letter.
 */
interface Place {
  string: number
  letter: number
}
interface Match {
  start: Place
  end: Place
}

/**
 * Finds text in the strings of a page. Ignores case, accents, and spaces, because a PDF may split a word into several strings.
 */
export function findText(strings: readonly string[], sought: string): Match[] {
  const needle = fold(sought)
  if (needle === '') return []
  let folded = ''
  const places: Place[] = []
  strings.forEach((text, string) => {
    for (let letter = 0; letter < text.length; letter++)
      for (const sign of fold(text[letter] as string)) {
        folded += sign
        places.push({ string, letter })
      }
  })
  const matches: Match[] = []
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const last = places[at + needle.length - 1] as Place
    matches.push({ start: places[at] as Place, end: { ...last, letter: last.letter + 1 } })
  }
  return matches
}

/** Removes accents and whitespace, splits ligatures, and converts to lower case, so that a search ignores these differences. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase()
}
