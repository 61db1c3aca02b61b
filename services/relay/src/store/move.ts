import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { UsageError } from '../errors.ts'
import { Connections, type Query } from './postgres/connections.ts'
import { migrate } from './postgres/migrations.ts'
import { openUnused } from './sqlite/backup.ts'
import { JSON_COLUMNS } from './sqlite/engine.ts'
import { SCHEMA_VERSION } from './sqlite/open-database.ts'

/** All tables of the relay, in an order in which their rows can be inserted. */
const TABLES = [
  'offices',
  'partner_profiles',
  'environments',
  'key_sets',
  'inlets',
  'pairing_codes',
  'devices',
  'audit_log',
  'known_ids',
  'events',
]
const PORTION = 500
/** Time that one statement may take. It may count the rows of a long event log. */
const LONGEST_MS = 10 * 60_000

type Row = Record<string, SQLOutputValue>

/**
 * Copies a relay's data from SQLite to PostgreSQL in one transaction, and changes nothing in the source. Tokens, cursors, inlets, and event
 * numbers stay valid. Returns the number of rows of each table.
 * @throws UsageError if the source is no relay's data, if a relay is running on it, or if the database already contains other data
 */
export async function moveToPostgres(folder: string, url: string): Promise<Record<string, number>> {
  const file = join(folder, 'relay.db')
  if (!existsSync(file)) throw new UsageError(`There is no relay in ${folder}.`)
  const source = openUnused(file)
  try {
    const version = Number(source.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version !== SCHEMA_VERSION)
      throw new UsageError('Another version of the relay wrote this data. Start this version with it once.')
    await migrate(url)
    const target = new Connections({ url, directUrl: url, longest_ms: LONGEST_MS }, () => {})
    try {
      const [used] = await target.query(
        'SELECT 1 FROM environments UNION ALL SELECT 1 FROM devices UNION ALL SELECT 1 FROM audit_log LIMIT 1',
      )
      if (used !== undefined) throw new UsageError('This database already contains the data of a relay.')
      return await target.transaction((query) => copyAll(source, query))
    } finally {
      await target.close()
    }
  } finally {
    source.close()
  }
}

async function copyAll(source: DatabaseSync, query: Query): Promise<Record<string, number>> {
  const copied: Record<string, number> = {}
  // A new database contains one empty office.
  await query('DELETE FROM offices')
  for (const name of TABLES) {
    copied[name] = 0
    for (const rows of portionsOf(source, name)) {
      await insert(query, name, rows)
      copied[name] += rows.length
    }
    const [counted] = await query<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`)
    if (counted?.rows !== copied[name])
      throw new Error(`${name}: ${counted?.rows} rows arrived, and the source has ${copied[name]}`)
  }
  for (const [name, column] of [
    ['offices', 'office_id'],
    ['partner_profiles', 'profile_id'],
    ['known_ids', 'arrival'],
  ])
    await query(
      `SELECT setval(pg_get_serial_sequence('${name}', '${column}'), greatest(max(${column}), 1)) FROM ${name}`,
    )
  // The log continues, so its epoch does too.
  await query('UPDATE store_epoch SET epoch = $1', [
    source.prepare('SELECT epoch FROM store_epoch').get()?.['epoch'],
  ])
  return copied
}

function* portionsOf(source: DatabaseSync, name: string): Generator<Row[]> {
  let portion: Row[] = []
  for (const row of source.prepare(`SELECT * FROM ${name}`).iterate()) {
    portion.push(row)
    if (portion.length < PORTION) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

async function insert(query: Query, name: string, rows: Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).join(', ')
  await query(
    `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1)`,
    [JSON.stringify(rows.map(toPostgres))],
  )
}

/** Writes bytes as PostgreSQL reads them, and JSON texts as values. */
function toPostgres(row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (value instanceof Uint8Array) return [column, `\\x${Buffer.from(value).toString('hex')}`]
      return [column, typeof value === 'string' && JSON_COLUMNS.includes(column) ? JSON.parse(value) : value]
    }),
  )
}
