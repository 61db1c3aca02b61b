import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

export const ROW_HEIGHT = 44
export const HEADER_HEIGHT = 32
/** The window's own bar, the screen's title and the list's head take at least so much of its height. */
const LEAST_ABOVE = 160
/** Number of extra rows above and below the visible ones. */
const AROUND = 8
/** Rows beyond those in sight are drawn so much later. */
const PAINTED_BY_MS = 250

interface InSight {
  first: number
  count: number
}

/** The rows in sight of the list that holds this group of rows, all as high; `scrolledTo` is where it begins, in CSS pixels. */
export function useRowsInSight(group: RefObject<HTMLElement | null>, scrolledTo: () => number): InSight {
  // To ask the list itself would lay the page out while it is still being drawn (docs/performance.md, startup).
  const [inSight, setInSight] = useState<InSight>(() => guess(scrolledTo()))
  const begin = useRef(scrolledTo)
  useLayoutEffect(() => {
    const list = group.current?.parentElement
    if (!list) return
    const top = begin.current()
    // To scroll lays the page out, also to where it stands.
    if (top > 0) list.scrollTo({ top })
    const look = () => {
      const now = lookAt(list, list.scrollTop)
      setInSight((before) => (before.first === now.first && before.count === now.count ? before : now))
    }
    // The observer looks first before the first frame is painted.
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

/** The rows that can be in sight in a window as high as this one. */
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
 * Returns the rows in the page. Their number is constant. They include the active row at any distance, since removing it would
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

/** Returns the number of extra rows on each side. It is zero until the visible rows are painted, to paint those sooner. */
export function useRowsAround(): number {
  const [around, setAround] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAround(AROUND), PAINTED_BY_MS)
    return () => clearTimeout(timer)
  }, [])
  return around
}

/**
 * In which of the page's elements each row stands: a row that stays keeps its own, one that comes takes that of one that went.
 * To make and remove elements costs many times what it takes to change their text.
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
    // Keeps elements in row order at the top of the list.
    let place = row % rows.length
    while (taken.has(place)) place = next++
    taken.add(place)
    placed.set(row, place)
  }
  return placed
}

/** The same from render to render. */
export function usePlaces(rows: readonly number[]): ReadonlyMap<number, number> {
  const [last, setLast] = useState({ rows, places: placeRows(NO_PLACES, rows) })
  if (last.rows.length === rows.length && last.rows.every((row, at) => row === rows[at])) return last.places
  const places = placeRows(last.places, rows)
  setLast({ rows, places })
  return places
}

const NO_PLACES: ReadonlyMap<number, number> = new Map()
