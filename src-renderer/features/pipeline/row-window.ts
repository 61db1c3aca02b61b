import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

export const ROW_HEIGHT = 44
export const HEADER_HEIGHT = 32
/** Minimum height of everything above the rows: the window's title bar, the screen's title, and the list's header. */
const LEAST_ABOVE = 160
/** Number of extra rows above and below the visible ones. */
const AROUND = 8
/** Delay before the extra rows above and below the visible ones are rendered. */
const PAINTED_BY_MS = 250

interface InSight {
  first: number
  count: number
}

/**
 * Returns the visible rows of the list that contains the element `group`. All rows have the same height. `scrolledTo` returns the initial
 * scroll position in CSS pixels.
 */
export function useRowsInSight(group: RefObject<HTMLElement | null>, scrolledTo: () => number): InSight {
  // Measuring the list would force a layout while the page still renders (docs/performance.md, startup).
  const [inSight, setInSight] = useState<InSight>(() => guess(scrolledTo()))
  const begin = useRef(scrolledTo)
  useLayoutEffect(() => {
    const list = group.current?.parentElement
    if (!list) return
    const top = begin.current()
    // Scrolling forces a layout, even if the position does not change.
    if (top > 0) list.scrollTo({ top })
    const look = () => {
      const now = lookAt(list, list.scrollTop)
      setInSight((before) => (before.first === now.first && before.count === now.count ? before : now))
    }
    // `look` is not called here, because the ResizeObserver calls it before the first frame is painted.
    list.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    return () => {
      list.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [group])
  return inSight
}

/** Estimates the visible rows from the height of the window. */
function guess(scrolledTo: number): InSight {
  return {
    first: Math.floor(scrolledTo / ROW_HEIGHT),
    count: Math.ceil((window.innerHeight - LEAST_ABOVE) / ROW_HEIGHT) + 1,
  }
}

function lookAt(list: HTMLElement, scrolledTo: number): InSight {
  return {
    first: Math.floor(scrolledTo / ROW_HEIGHT),
    count: Math.ceil((list.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) + 1,
  }
}

/**
 * Returns the rows to render, whose number is constant. The active row is always included, because removing its element would
 * lose the focus.
 */
export function rowsInPage(
  { first, count }: InSight,
  total: number,
  active: number,
  around = AROUND,
): number[] {
  const many = Math.min(total, count + 2 * around)
  const from = Math.max(0, Math.min(first - around, total - many))
  const rows = Array.from({ length: many }, (_, step) => from + step)
  return active < 0 || rows.includes(active) ? rows : [...rows, active]
}

/**
 * Returns the number of extra rows on each side. The number is zero until the visible rows are painted, so that the visible rows appear
 * sooner.
 */
export function useRowsAround(): number {
  const [around, setAround] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAround(AROUND), PAINTED_BY_MS)
    return () => clearTimeout(timer)
  }, [])
  return around
}

/**
 * Assigns a page element to each row. A row that remains keeps its element, and a new row reuses the element of a removed row.
 * Changing an element's text is many times cheaper than creating and removing elements.
 */
export function placeRows(before: ReadonlyMap<number, number>, rows: readonly number[]): Map<number, number> {
  const kept = rows.flatMap((row) => {
    const place = before.get(row)
    return place === undefined ? [] : [[row, place] as const]
  })
  const taken = new Set(kept.map(([, place]) => place))
  const placed = new Map(kept)
  let next = 0
  for (const row of rows) {
    if (placed.has(row)) continue
    // Prefer this element, so that elements are in row order at the top of the list.
    let place = row % rows.length
    while (taken.has(place)) place = next++
    taken.add(place)
    placed.set(row, place)
  }
  return placed
}

/** Returns the elements of the rows, and keeps the assignment between renders. */
export function usePlaces(rows: readonly number[]): ReadonlyMap<number, number> {
  const [last, setLast] = useState({ rows, places: placeRows(NO_PLACES, rows) })
  if (last.rows.length === rows.length && last.rows.every((row, at) => row === rows[at])) return last.places
  const places = placeRows(last.places, rows)
  setLast({ rows, places })
  return places
}

const NO_PLACES: ReadonlyMap<number, number> = new Map()
