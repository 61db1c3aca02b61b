import { expect, test } from 'vitest'
import { placeRows, rowsInPage } from './grid-rows.tsx'

test('renders a limited number of rows, which all exist and always include the active row', () => {
  const inSight = (first: number) => ({ first, count: 10 })
  expect(rowsInPage(inSight(0), 1_000, 0)).toHaveLength(26)
  expect(rowsInPage(inSight(500), 1_000, 500)).toEqual(Array.from({ length: 26 }, (_, step) => 492 + step))
  expect(rowsInPage(inSight(990), 1_000, 999).at(0)).toBe(974)
  expect(rowsInPage(inSight(990), 1_000, 999).at(-1)).toBe(999)
  expect(rowsInPage(inSight(500), 1_000, 3)).toContain(3)
  expect(rowsInPage(inSight(0), 4, 0)).toEqual([0, 1, 2, 3])
  expect(rowsInPage(inSight(0), 0, -1)).toEqual([])
})

test('a row that stays rendered keeps its element, and no two rows share an element', () => {
  let places = new Map<number, number>()
  let at = 40
  for (const step of [3, 3, -7, 200, 1, -150, 4, 4, -90]) {
    at += step
    const rows = rowsInPage({ first: at, count: 10 }, 1_000, 41)
    const now = placeRows(places, rows)
    expect([...now.keys()].toSorted((one, other) => one - other)).toEqual(
      rows.toSorted((one, other) => one - other),
    )
    expect(new Set(now.values()).size).toBe(rows.length)
    for (const row of rows) if (places.has(row)) expect(now.get(row)).toBe(places.get(row))
    // At most 27 rows are rendered together. New rows reuse the elements of rows that are no longer rendered, so the element numbers do not
    // grow.
    expect(Math.max(...now.values())).toBeLessThanOrEqual(27)
    places = now
  }
})

test('at the top of the list, the elements are in the same order as the rows', () => {
  const rows = rowsInPage({ first: 0, count: 10 }, 1_000, 0)
  expect([...placeRows(new Map(), rows)]).toEqual(rows.map((row) => [row, row]))
})
