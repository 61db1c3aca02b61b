import Driver from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../src-main/platform/vault/migrations/migrate.ts'
import { openRows } from '../../src-main/app/vault-rows.ts'
import { Statements } from '../../src-main/platform/vault/rows.ts'

test('reads reminders without going through all deals or all inbox items', () => {
  const executed: string[] = []
  const database = new Driver(':memory:', { verbose: (sql) => executed.push(String(sql)) })
  for (const migration of MIGRATIONS) database.exec(migration)
  const { reads } = openRows(new Statements(database))
  executed.length = 0
  reads.followUps()
  reads.snoozedItems()
  reads.unannounced()

  const plan = executed
    .splice(0)
    .flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
    .map(({ detail }) => detail)
  expect(plan.filter((step) => step.startsWith('SCAN') && !step.includes('INDEX'))).toEqual([
    'SCAN follow_ups',
  ])
  database.close()
})
