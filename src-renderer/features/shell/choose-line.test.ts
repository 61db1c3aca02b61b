import { expect, test } from 'vitest'
import { lineOnEnter, neighborLine, selectedLine } from './palette.tsx'

const line = (id: string) => ({ id, run: () => {} })
const [alder, birch, cedar] = [line('alder'), line('birch'), line('cedar')]
const idle = { chosen: null, isCurrent: true, startsWithAction: false }

test('the first line is selected, even if other lines replace the line that was selected', () => {
  expect(selectedLine([alder, birch], null)).toBe(alder)
  expect(selectedLine([birch, cedar], 'birch')).toBe(birch)
  expect(selectedLine([cedar], 'birch')).toBe(cedar)
  expect(selectedLine([], 'birch')).toBeUndefined()
})

test('the arrow keys select the next and the previous line, and continue at the other end', () => {
  expect(neighborLine([alder, birch, cedar], null, 1)).toBe(birch)
  expect(neighborLine([alder, birch, cedar], 'cedar', 1)).toBe(alder)
  expect(neighborLine([alder, birch, cedar], null, -1)).toBe(cedar)
  expect(neighborLine([], null, 1)).toBeUndefined()
})

test('Enter waits for the deals of the typed text, and does not open a deal of an earlier text', () => {
  expect(lineOnEnter({ ...idle, lines: [alder], isCurrent: false })).toBe('wait')
  expect(lineOnEnter({ ...idle, lines: [], isCurrent: false })).toBe('wait')
  expect(lineOnEnter({ ...idle, lines: [birch] })).toBe(birch)
})

test('Enter does not wait for deals if it runs an action or a line that the broker selected', () => {
  expect(lineOnEnter({ ...idle, lines: [alder, birch], isCurrent: false, startsWithAction: true })).toBe(
    alder,
  )
  expect(lineOnEnter({ ...idle, lines: [alder, birch], isCurrent: false, chosen: 'birch' })).toBe(birch)
})
