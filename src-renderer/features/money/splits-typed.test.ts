import { expect, test } from 'vitest'
import { readSplits, shareProblem, typedSplitsOf, type TypedSplit } from './splits-typed.ts'

const typed = (share: string, unit: TypedSplit['unit'], name = 'Ana Ruiz') => ({ key: 0, name, share, unit })
const read = (share: string, unit: TypedSplit['unit']) => readSplits([typed(share, unit)])?.[0] ?? null

test.each([
  ['30', '30'],
  [' 33.3333 % ', '33.3333'],
  ['33 1/3', '33.333333'],
  ['33,3', '33.3'],
  ['100', '100'],
  ['0.5%', '0.5'],
  ['0', null],
  ['-5', null],
  ['100.01', null],
  ['33.3333333', null],
  ['a third', null],
  ['', null],
])('reads %j as a percentage', (share, percent) => {
  expect(read(share, 'percent')?.percent ?? null).toBe(percent)
  expect(shareProblem(typed(share, 'percent')) === null).toBe(percent !== null)
})

test('reads dollars as everywhere, and refuses what is no amount', () => {
  expect(read('$1.2k', 'dollars')).toEqual({ name: 'Ana Ruiz', percent: null, amount_cents: 1_200_00 })
  expect(read('-12', 'dollars')).toBeNull()
  expect(shareProblem(typed('-12', 'dollars'))).not.toBeNull()
})

test('asks for a name', () => {
  expect(readSplits([typed('30', 'percent', ' ')])).toBeNull()
})

test('shows what was saved as it was typed, and reads it the same', () => {
  const splits = [
    { name: 'Ana Ruiz', percent: '33.3333', amount_cents: null },
    { name: 'Referrer', percent: null, amount_cents: 200_50 },
  ]
  expect(readSplits(typedSplitsOf(splits))).toEqual(splits)
})
