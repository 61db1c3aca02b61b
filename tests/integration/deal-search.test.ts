import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { DealSearch } from '../../src-main/adapters/vault-sqlite/deal-search.ts'
import { openEncrypted } from '../../src-main/adapters/vault-sqlite/encrypted-database.ts'
import { NumberSet } from '../../src-main/adapters/vault-sqlite/number-set.ts'
import { migrate } from '../../src-main/adapters/vault-sqlite/migrations/migrate.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const NUMBERS = 12
const word = fc.constantFrom('alder', 'alden', 'birch', 'bakery', 'cafe', '4711')
const text = fc.record({
  names: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
  marks: word,
  /** Deal statuses. The search index does not contain them; a separate query finds deals by status. */
  statuses: fc.constantFrom('draft', 'offer available'),
  notes: word,
})
type Text = typeof text extends fc.Arbitrary<infer T> ? T : never
/** Changes or deletes some deals in one transaction, then commits or rolls back. */
const step = fc.record({
  changes: fc.array(fc.record({ number: fc.integer({ min: 1, max: NUMBERS }), text: fc.option(text) }), {
    minLength: 1,
    maxLength: 4,
  }),
  isKept: fc.boolean(),
  asked: fc.constantFrom(
    'a',
    'al',
    'alder',
    'b',
    'cafe',
    '47',
    'offer',
    'alder b',
    'alder birch 47',
    'offer al bak',
    'al offer b',
  ),
})

test('the deals that a search finds equal those of a plain comparison, with and without cached matches, after changes and rollbacks', () => {
  const database = openEncrypted(join(cleanup.folder(), 'search.db'), '0'.repeat(64))
  cleanup.add(async () => database.close())
  migrate(database, () => {})
  // With `many` above the number of deals, no word is cached.
  const isReported = (many: number, steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
    database.exec("INSERT INTO deal_search (deal_search) VALUES ('delete-all')")
    const search = new DealSearch(database, many)
    let deals = new Map<number, Text>()
    return steps.every(({ changes, isKept, asked }) => {
      const after = new Map(deals)
      database.exec('BEGIN')
      for (const change of changes) {
        if (after.has(change.number)) search.remove(change.number)
        after.delete(change.number)
        if (change.text === null) continue
        search.add(change.number, change.text)
        after.set(change.number, change.text)
      }
      database.exec(isKept ? 'COMMIT' : 'ROLLBACK')
      if (isKept) deals = after
      else search.forgetTexts()
      const found = search.find(asked, (begin) => {
        const standing = new NumberSet()
        for (const [number, { statuses }] of deals) if (matches(statuses, begin)) standing.add(number)
        return standing
      })
      const expected = (textOf: (deal: Text) => string) =>
        [...deals].flatMap(([number, deal]) => (matches(textOf(deal), asked) ? [number] : [])).toSorted(up)
      return (
        String(found?.all.numbers()) === String(expected((deal) => Object.values(deal).join(' '))) &&
        String(found?.byName.numbers()) === String(expected((deal) => deal.names))
      )
    })
  }
  const stories = fc.property(
    fc.constantFrom(0, NUMBERS + 1),
    fc.array(step, { minLength: 5, maxLength: 25 }),
    isReported,
  )
  expect(fc.check(stories, { numRuns: 60 }).counterexample).toBeNull()
})

const up = (a: number, b: number) => a - b

function matches(haystack: string, asked: string): boolean {
  return asked.split(' ').every((begin) => haystack.split(' ').some((one) => one.startsWith(begin)))
}
