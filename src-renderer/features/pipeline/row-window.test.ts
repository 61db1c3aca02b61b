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

test('a deal that stays rendered keeps its element when the list is scrolled or reordered, and no two share one', () => {
  const order = Array.from({ length: 1_000 }, (_, at) => `deal-${at}`)
  let before = placeRows([], [])
  let at = 40
  for (const step of [3, 3, -7, 200, 1, -150, 4, 4, -90]) {
    at += step
    // An update moves a deal to the top of the list.
    order.unshift(...order.splice(at + 5, 1))
    const rows = rowsInPage({ first: at, count: 10 }, 1_000, 41)
    const now = placeRows(
      before,
      rows.map((index) => ({ index, deal_id: order[index] })),
    )
    expect(now.map(({ index }) => index)).toEqual(rows)
    const places = now.map(({ place }) => place)
    expect(new Set(places).size).toBe(rows.length)
    for (const { deal_id, place } of before)
      expect([place, undefined]).toContain(now.find((row) => row.deal_id === deal_id)?.place)
    // At most 27 rows are rendered together. New rows reuse the elements of rows that are no longer rendered, so the element numbers do not
    // grow.
    expect(Math.max(...places)).toBeLessThanOrEqual(27)
    before = now
  }
})

test('a row keeps its element when its deal is loaded or leaves the memory', () => {
  const [loaded, unloaded] = [
    { index: 3, deal_id: 'deal' },
    { index: 3, deal_id: undefined },
  ]
  const before = placeRows([], [{ index: 2, deal_id: 'other' }, unloaded])
  expect(placeRows(before, [loaded])).toEqual([{ ...loaded, place: 1 }])
  expect(placeRows(placeRows(before, [loaded]), [unloaded])).toEqual([{ ...unloaded, place: 1 }])
})

test('at the top of the list, the elements are in the same order as the rows', () => {
  const rows = ['one', 'two', 'three'].map((deal_id, index) => ({ index, deal_id }))
  expect(placeRows([], rows)).toEqual(rows.map((row) => ({ ...row, place: row.index })))
})
