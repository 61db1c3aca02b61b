import { expect, test } from 'vitest'
import type { JsonObject } from '../../platform/partner/partner-api.ts'
import { decideApplicationReconciliation } from './decide-reconciliation.ts'

const BEGUN = Date.UTC(2026, 4, 4, 10)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (ms: number) => new Date(BEGUN + ms).toISOString()

const weigh = (record: JsonObject) =>
  decideApplicationReconciliation(
    { reference: 'FD-1', legal_name: 'Acme LLC' },
    { application_id: '7', record },
    { begun_at: at(0), isReferenceUnique: true },
  )

test('a record with our reference is strong evidence of arrival, even if created up to ten minutes before we sent the application', () => {
  for (const [created_at, strong] of [
    [at(MINUTE), true],
    [at(-8 * MINUTE), true],
    [at(-12 * MINUTE), false],
  ] as const)
    expect(weigh({ reference: 'FD-1', created_at }), created_at).toMatchObject({ says: 'arrived', strong })
})

test('a record with the same name counts as another application if it was created more than a day before ours was sent', () => {
  expect(weigh({ legal_name: 'Acme LLC', created_at: at(-23 * HOUR) })).toMatchObject({ strong: false })
  expect(weigh({ legal_name: 'Acme LLC', created_at: at(-25 * HOUR) })).toBeNull()
})

test('a creation date without a time zone is interpreted as the end of that day in the westernmost time zone', () => {
  // The application was sent on May 4 at 10:00 UTC. In the westernmost time zone, May 2 ended 22 hours before that, and May 1 ended more
  // than a day before that.
  expect(weigh({ legal_name: 'Acme LLC', created_at: '2026-05-02' })).toMatchObject({ strong: false })
  expect(weigh({ legal_name: 'Acme LLC', created_at: '2026-05-01' })).toBeNull()
})
