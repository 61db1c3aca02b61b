import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Driver, { type Database } from 'better-sqlite3-multiple-ciphers'
import { MIGRATIONS } from '../../../src-main/adapters/vault-sqlite/migrations/migrate.ts'

// This script created the databases in this folder. Each database is as the app of its version left it. The databases are committed and
// never created again, because released data must not change. For a later version, add its number and rows here, and run
//   node tests/integration/vault-fixtures/make.ts VERSION

/** The key of every fixture. The people in the fixtures are fictional. */
const KEY = 'ab'.repeat(32)
const AT = '2026-05-04T10:00:00.000Z'

const VALUES = JSON.stringify({
  application: { amount_requested: '35,000', use_of_funds: 'working_capital', consent_accepted: true },
  company: {
    legal_name: 'Juniper Bakery LLC',
    ein: '12-3456789',
    owners: [{ first_name: 'Ada', last_name: 'Sample', ssn: '900-12-3456' }],
  },
})
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function insert(database: Database, table: string, row: Record<string, unknown>): void {
  const columns = Object.keys(row)
  database
    .prepare(
      `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    )
    .run(row)
}

/** Adds the data that every version has: deals in all states, with all their related records. */
function fill(database: Database): void {
  const states = ['draft', 'received', 'refused', 'unknown', 'received', 'draft']
  for (const [number, state] of states.entries()) {
    const sent = state === 'received' || state === 'unknown'
    insert(database, 'deals', {
      deal_id: id(number),
      profile_id: 'standard',
      profile_version: 1,
      values: VALUES,
      revision: number,
      field_problems: '[{"path":"company.phone","message":"needed"}]',
      refused_fields: state === 'refused' ? '[{"path":"company.ein","message":"no"}]' : '[]',
      state,
      error: null,
      application_id: state === 'received' ? `app-${number}` : null,
      application_status: state === 'received' ? 'under_review' : null,
      application_status_at: state === 'received' ? AT : null,
      offer_status: number === 4 ? 'offer_available' : null,
      offer_status_at: number === 4 ? AT : null,
      offers: '[]',
      legal_name: number === 1 ? 'Müller Garage' : 'Juniper Bakery LLC',
      reference: `R-2026-${number}`,
      amount_cents: 3_500_000,
      problems: 1,
      created_at: AT,
      updated_at: AT,
      submitted_at: sent ? AT : null,
      deleted_at: number === 5 ? AT : null,
    })
    insert(database, 'documents', {
      document_id: id(100 + number),
      deal_id: id(number),
      name: `statement-${number}.pdf`,
      kind: 'bank_statement',
      size: 1234,
      pages: 3,
      sha256: String(number).repeat(64),
      state: sent ? 'received' : 'attached',
      error: null,
      added_at: AT,
      sent_at: sent ? AT : null,
    })
    for (const [title, detail] of [
      ['Draft started', ''],
      ['Note', 'Call back on Monday'],
    ])
      insert(database, 'timeline', {
        deal_id: id(number),
        at: AT,
        kind: title === 'Note' ? 'note' : 'created',
        title,
        detail,
        verification: null,
      })
  }
  for (const [number, state] of ['applied', 'waiting'].entries())
    insert(database, 'events', {
      event_id: `event-${number}`,
      seq: number + 1,
      received_at: AT,
      message_type: 'offer_event',
      status: 'offer_available',
      application_id: number === 0 ? 'app-4' : 'app-elsewhere',
      timestamp: AT,
      verification: 'body',
      raw_body: 'e30=',
      signature: 'x.y.z',
      state,
    })
  insert(database, 'cursors', { source: 'relay', seq: 2 })
  insert(database, 'settings', { key: 'base_url', value: 'https://partner.example' })
}

/** Adds rows for the tables and columns that a version introduced, by version. */
const MORE: Readonly<Record<number, (database: Database) => void>> = {
  2: (database) =>
    insert(database, 'calls', {
      at: AT,
      method: 'POST',
      path: '/iso/api/v1/application',
      status: 201,
      duration_ms: 87,
      outcome: 'received',
      sent_bytes: 900,
      received_bytes: 120,
    }),
  3: (database) => {
    for (const seq of [0, 1])
      insert(database, 'proof', { deal_id: id(1), seq, entry: '{}', hash: 'aa'.repeat(32) })
  },
  4: (database) =>
    insert(database, 'inbox', {
      deal_id: id(4),
      at: AT,
      status: 'offer_available',
      title: 'Offer',
      body: 'An offer is available.',
      read_at: null,
    }),
  7: (database) => {
    insert(database, 'checklist', { item_id: id(500), deal_id: id(4), label: 'Voided check' })
    insert(database, 'checklist_ties', { document_id: id(104), item_id: id(500) })
    insert(database, 'effects', {
      subject_id: id(3),
      deal_id: id(3),
      task: 'seek_application',
      not_before: AT,
      tries: 1,
      begun_at: AT,
      evidence: null,
    })
  },
  11: (database) => {
    insert(database, 'milestones', {
      number: 5,
      deal_id: id(4),
      funded_at: AT,
      offer: JSON.stringify({ offer_id: 'o1', status: 'accepted', commission_cents: 175_000 }),
    })
    insert(database, 'money', {
      deal_id: id(4),
      settled_cents: 100_000,
      settled_on: '2026-05-04',
      note: 'wire',
    })
  },
}

for (const argument of process.argv.slice(2)) {
  const version = Number(argument)
  const file = join(import.meta.dirname, `v${version}.db`)
  rmSync(file, { force: true })
  const database = new Driver(file)
  database.pragma("cipher = 'sqlcipher'")
  database.pragma(`key = "x'${KEY}'"`)
  for (let step = 1; step <= version; step++) database.exec(MIGRATIONS[step - 1] as string)
  database.pragma(`user_version = ${version}`)
  fill(database)
  for (let step = 1; step <= version; step++) MORE[step]?.(database)
  database.pragma('journal_mode = WAL')
  database.close()
}
