import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allPages, arrange, freeName, isUnchanged, resultsOf, type Step } from './page-organizer.tsx'

const documents = [
  { document_id: 'a', pages: 2 },
  { document_id: 'b', pages: 3 },
]
const after = (...steps: Step[]) => steps.reduce(arrange, allPages(documents))
const shown = (...steps: Step[]) =>
  resultsOf(after(...steps)).map((result) =>
    result
      .map(({ document_id, page, turn }) => `${document_id}${page + 1}${turn === 0 ? '' : `@${turn}`}`)
      .join(' '),
  )

test('documents are merged in their order by default', () => {
  expect(shown()).toEqual(['a1 a2 b1 b2 b3'])
})

test('pages are moved, rotated, and removed, and documents are split', () => {
  expect(shown({ do: 'move', at: 4, to: 0 })).toEqual(['b3 a1 a2 b1 b2'])
  expect(shown({ do: 'turn', at: 1 }, { do: 'turn', at: 1 })).toEqual(['a1 a2@180 b1 b2 b3'])
  expect(shown({ do: 'split', at: 2 })).toEqual(['a1 a2', 'b1 b2 b3'])
  expect(shown({ do: 'split', at: 2 }, { do: 'split', at: 2 })).toEqual(['a1 a2 b1 b2 b3'])
  expect(shown({ do: 'split', at: 2 }, { do: 'remove', at: 2 })).toEqual(['a1 a2', 'b2 b3'])
  expect(shown({ do: 'split', at: 2 }, { do: 'move', at: 4, to: 0 })).toEqual(['b3 a1', 'a2 b1 b2'])
})

test('documents count as unchanged only if none was merged, rotated, or shortened', () => {
  expect(isUnchanged(after({ do: 'split', at: 2 }), documents)).toBe(true)
  expect(isUnchanged(after(), documents)).toBe(false)
  expect(isUnchanged(after({ do: 'split', at: 2 }, { do: 'turn', at: 0 }), documents)).toBe(false)
  expect(isUnchanged(after({ do: 'split', at: 2 }, { do: 'remove', at: 0 }), documents)).toBe(false)
})

test('a name that is already used gets a number', () => {
  expect(freeName('March.PDF', new Set())).toBe('March.pdf')
  expect(freeName('March.pdf', new Set(['March.pdf', 'March (2).pdf']))).toBe('March (3).pdf')
})

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('move' as const), at: fc.nat(6), to: fc.integer({ min: -2, max: 7 }) }),
    fc.record({ do: fc.constantFrom('turn' as const, 'remove' as const, 'split' as const), at: fc.nat(6) }),
  ),
)

test('no step except removal loses or duplicates a page, and no document is empty', () => {
  fc.assert(
    fc.property(steps, (done) => {
      const start = allPages(documents)
      let pages = start
      for (const step of done) {
        const next = arrange(pages, step)
        const removed = step.do === 'remove' && step.at < pages.length ? 1 : 0
        expect(next).toHaveLength(pages.length - removed)
        pages = next
      }
      const keys = pages.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      expect(resultsOf(pages).flat()).toEqual(pages)
      expect(resultsOf(pages).every((result) => result.length > 0)).toBe(true)
    }),
  )
})
