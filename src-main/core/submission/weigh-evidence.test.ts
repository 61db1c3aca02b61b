import { expect, test } from 'vitest'
import type { JsonObject } from '../ports/partner-api.ts'
import { weighApplication } from './weigh-evidence.ts'

const BEGUN = Date.UTC(2026, 4, 4, 10)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (ms: number) => new Date(BEGUN + ms).toISOString()

const weigh = (record: JsonObject) =>
  weighApplication(
    { reference: 'FD-1', legal_name: 'Acme LLC' },
    { application_id: '7', record },
    { begun_at: at(0), isReferenceUnique: true },
  )

test('a record with our reference is ours by itself, though its clock is behind by up to ten minutes', () => {
  for (const [created_at, strong] of [
    [at(MINUTE), true],
    [at(-8 * MINUTE), true],
    [at(-12 * MINUTE), false],
  ] as const)
    expect(weigh({ reference: 'FD-1', created_at }), created_at).toMatchObject({ says: 'arrived', strong })
})

test('one of the same name is another application when it was made more than a day before', () => {
  expect(weigh({ legal_name: 'Acme LLC', created_at: at(-23 * HOUR) })).toMatchObject({ strong: false })
  expect(weigh({ legal_name: 'Acme LLC', created_at: at(-25 * HOUR) })).toBeNull()
})

test('a day without its zone has ended everywhere a day and a half after it began', () => {
  // Begun at 10 o'clock: two days before it is over for 22 hours, three days before for more than a day.
  expect(weigh({ legal_name: 'Acme LLC', created_at: '2026-05-02' })).toMatchObject({ strong: false })
  expect(weigh({ legal_name: 'Acme LLC', created_at: '2026-05-01' })).toBeNull()
})
