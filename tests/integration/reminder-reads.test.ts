import Driver from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../src-main/platform/vault/migrations/migrate.ts'
import { InboxRows } from '../../src-main/features/events/news-rows.ts'
import { ReminderRows } from '../../src-main/features/follow-ups/reminder-rows.ts'
import { TimelineRows } from '../../src-main/features/deals/timeline-rows.ts'

test('reads reminders without going through all deals or all inbox items', () => {
  const executed: string[] = []
  const database = new Driver(':memory:', { verbose: (sql) => executed.push(String(sql)) })
  for (const migration of MIGRATIONS) database.exec(migration)
  executed.length = 0
  const rows = new ReminderRows(database, new InboxRows(database), new TimelineRows(database))
  rows.followUps()
  rows.snoozedItems()
  rows.unannounced()

  const plan = executed
    .splice(0)
    .flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
    .map(({ detail }) => detail)
  expect(plan.filter((step) => step.startsWith('SCAN') && !step.includes('INDEX'))).toEqual([
    'SCAN follow_ups',
  ])
  database.close()
})
