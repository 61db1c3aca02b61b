import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

export const ROW_HEIGHT = 36
export const HEADER_HEIGHT = 32
/** Minimum height in pixels of everything above the rows: the window's title bar, the screen's title, and the list's header. */
const LEAST_ABOVE = 128
/** Number of extra rows to render above and below the visible rows. */
const AROUND = 8
/** Delay before the extra rows are rendered. By then, the browser has painted the visible rows. */
const PAINTED_BY_MS = 250

interface InSight {
  first: number
  count: number
}

/**
 * Returns the visible rows of the list that contains the element `group`. All rows must have the same height. `scrolledTo` returns the
 * initial scroll position in CSS pixels.
 */
export function useRowsInSight(group: RefObject<HTMLElement | null>, scrolledTo: () => number): InSight {
  // Start with an estimate, because measuring the list during rendering would force the browser to compute the layout early
  // (docs/performance.md, startup).
  const [inSight, setInSight] = useState<InSight>(() => guess(scrolledTo()))
  const begin = useRef(scrolledTo)
  useLayoutEffect(() => {
    const list = group.current?.parentElement
    if (!list) return
    const top = begin.current()
    // Scroll only if needed, because `scrollTo` forces the browser to compute the layout, even if the position does not change.
    if (top > 0) list.scrollTo({ top })
    const look = () => {
      const now = lookAt(list, list.scrollTop)
      setInSight((before) => (before.first === now.first && before.count === now.count ? before : now))
    }
    // There is no need to call `look` here: the ResizeObserver calls `look` before the first frame is painted.
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
 * Returns the indexes of the rows to render. Always includes the active row, because removing its element would lose the focus. Apart from
 * that row, the number of rows stays the same while the broker scrolls.
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
 * Returns the number of extra rows to render above and below the visible rows. Returns zero until the visible rows are painted, so that
 * these appear sooner.
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
 * Assigns a DOM element, by its number, to each row of the list. A row that stays rendered keeps its element. A new row reuses the element
 * of a row that is no longer rendered. Changing an element's text is many times cheaper than creating and removing elements.
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
    // First try the element with the row's own number (modulo the number of elements). While the list is at its top, the elements are then
    // in the order of the rows.
    let place = row % rows.length
    while (taken.has(place)) place = next++
    taken.add(place)
    placed.set(row, place)
  }
  return placed
}

/** Returns the number of the DOM element for each row, and remembers this assignment for the next render. */
export function usePlaces(rows: readonly number[]): ReadonlyMap<number, number> {
  const [last, setLast] = useState({ rows, places: placeRows(NO_PLACES, rows) })
  if (last.rows.length === rows.length && last.rows.every((row, at) => row === rows[at])) return last.places
  const places = placeRows(last.places, rows)
  setLast({ rows, places })
  return places
}

const NO_PLACES: ReadonlyMap<number, number> = new Map()
