import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findText } from './use-search.ts'

const shown = (strings: string[], sought: string) =>
  findText(strings, sought).map(({ start, end }) =>
    start.string === end.string
      ? strings[start.string]?.slice(start.letter, end.letter)
      : [strings[start.string]?.slice(start.letter), strings[end.string]?.slice(0, end.letter)],
  )

test('finds text regardless of case, accents, ligatures, and gaps', () => {
  expect(shown(['Ending Balance 12'], 'ending balance')).toEqual(['Ending Balance'])
  expect(shown(['E n d i n g', ' ', 'balance'], 'ending')).toEqual(['E n d i n g'])
  expect(shown(['Período'], 'periodo')).toEqual(['Período'])
  expect(shown(['the \uFB01nal'], 'final')).toEqual(['\uFB01nal'])
  expect(shown(['state', 'ment'], 'statement')).toEqual([['state', 'ment']])
})

test('finds nothing for blank text, and returns no overlapping matches', () => {
  expect(findText(['anything'], '  ')).toEqual([])
  expect(findText(['aaaa'], 'aa')).toHaveLength(2)
})

test('finds any part of the text of a page, unless that part is blank', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z ]{0,12}$/), { minLength: 1 }),
      fc.nat(),
      fc.nat(),
      (strings, a, b) => {
        const all = strings.join('')
        const sought = all.slice(a % (all.length + 1)).slice(0, 1 + (b % 5))
        expect(findText(strings, sought).length > 0).toBe(sought.trim() !== '')
      },
    ),
  )
})
