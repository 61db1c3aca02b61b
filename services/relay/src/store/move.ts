import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { UsageError } from '../errors.ts'
import { Connections, type Query } from './postgres/connections.ts'
import { migrate } from './postgres/migrations.ts'
import { isUnused } from './sqlite/backup.ts'
import { JSON_COLUMNS } from './sqlite/engine.ts'
import { SCHEMA_VERSION } from './sqlite/open-database.ts'

interface MovedTable {
  key: string
  /** Column whose numbers only grow and whose rows never change. Such rows are copied once, in portions. Null: all rows are compared. */
  grows: string | null
}

/** All tables of the relay, in an order in which their rows can be inserted. */
const TABLES: Record<string, MovedTable> = {
  offices: { key: 'office_id', grows: null },
  partner_profiles: { key: 'profile_id', grows: null },
  environments: { key: 'office_id, name', grows: null },
  key_sets: { key: 'jwks_url', grows: null },
  inlets: { key: 'inlet', grows: null },
  pairing_codes: { key: 'lookup', grows: null },
  devices: { key: 'device_id', grows: null },
  audit_log: { key: 'office_id, entry', grows: 'entry' },
  known_ids: { key: 'office_id, id_hash', grows: 'arrival' },
  events: { key: 'office_id, environment, seq', grows: 'seq' },
}

const PORTION = 500
const COMPARED = 5000
/** Time that one statement may take. It may count the rows of a long event log. */
const LONGEST_MS = 10 * 60_000

/** Tables that are copied in portions. */
const GROWING = ['audit_log', 'known_ids', 'events']

type Row = Record<string, SQLOutputValue>

export interface MoveFacts {
  rows: Record<string, number>
  /** False if a relay still runs on the source. It may store more events, so the move must be repeated after it has stopped. */
  complete: boolean
}

/**
 * Copies a relay's data from SQLite to PostgreSQL, and changes nothing in the source. Tokens, cursors, inlets, and event numbers stay valid.
 * If it is interrupted, or if the relay still runs on the source, it can be repeated: it then copies what is missing. Until the move is
 * complete, no relay starts with the new database.
 * @throws UsageError if the source is no relay's data, or if the database already contains other data
 */
export async function moveToPostgres(
  folder: string,
  url: string,
  onPortion: (table: string, rows: number) => Promise<void> | void = () => {},
): Promise<MoveFacts> {
  const file = join(folder, 'relay.db')
  if (!existsSync(file)) throw new UsageError(`There is no relay in ${folder}.`)
  await withSource(file, async (source) => {
    const version = Number(source.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version !== SCHEMA_VERSION)
      throw new UsageError('Another version of the relay wrote this data. Start this version with it once.')
  })
  await migrate(url)
  const target = new Connections({ url, directUrl: url, longest_ms: LONGEST_MS }, () => {})
  try {
    await withSource(file, async (source) => {
      requireNoDeletion(source)
      await begin(source, target)
      // Copy the long tables first, in portions. The environments must exist before their events.
      await target.transaction((query) => copyChanging(source, query, true))
      for (const name of GROWING) await copyGrowing(source, target, name, onPortion)
    })
    // The check finds any connection to the source, so the source must be closed here.
    const complete = isUnused(file)
    return await withSource(file, (source) => finish(source, target, complete))
  } finally {
    await target.close()
  }
}

async function withSource<T>(file: string, work: (source: DatabaseSync) => Promise<T>): Promise<T> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    return await work(source)
  } finally {
    source.close()
  }
}

/** The deletion of an office deletes its rows one portion after the other, so its tables do not fit together until it ends. */
function requireNoDeletion(source: DatabaseSync): void {
  const { public_id } = source.prepare("SELECT public_id FROM offices WHERE state = 'deleting'").get() ?? {}
  if (public_id !== undefined)
    throw new UsageError(
      `An office is being deleted. Finish this with "relay office delete --office ${String(public_id)} --yes", and run this command again.`,
    )
}

/** Marks the database as the target of a move, or recognizes an interrupted move of the same source. */
async function begin(source: DatabaseSync, target: Connections): Promise<void> {
  // A restore of the source renews its epoch. Rows that the restore removed may already be in the target.
  const identity = epochOf(source)
  // A rejected transaction would report an error of the database, so the problem is thrown after it.
  const problem = await target.transaction(async (query): Promise<string | null> => {
    await query(`CREATE TABLE IF NOT EXISTS relay_move (source text NOT NULL, complete boolean NOT NULL)`)
    const [move] = await query<{ source: string; complete: boolean }>(
      'SELECT source, complete FROM relay_move',
    )
    if (move?.complete) return 'The move to this database is already complete.'
    if (move !== undefined) {
      return move.source === identity
        ? null
        : 'This database is the target of another move, or the source was restored from a backup since. Use a new database.'
    }
    const [used] = await query(
      'SELECT 1 FROM environments UNION ALL SELECT 1 FROM devices UNION ALL SELECT 1 FROM audit_log LIMIT 1',
    )
    if (used !== undefined) return 'This database already contains the data of a relay.'
    // A new database contains one empty office.
    await query('DELETE FROM offices')
    await query('INSERT INTO relay_move (source, complete) VALUES ($1, false)', [identity])
    return null
  })
  if (problem !== null) throw new UsageError(problem)
}

function epochOf(source: DatabaseSync): string {
  return String(source.prepare('SELECT epoch FROM store_epoch').get()?.['epoch'])
}

async function deleteOtherOffices(source: DatabaseSync, query: Query): Promise<void> {
  const present = source.prepare('SELECT office_id FROM offices').all()
  // The audit log of any other office cannot be deleted.
  const gone = await query<{ office_id: number }>(
    "UPDATE offices SET state = 'deleting' WHERE office_id <> ALL ($1::bigint[]) RETURNING office_id",
    [present.map(({ office_id }) => office_id)],
  )
  if (gone.length === 0) return
  // A row can only be deleted after those that refer to it.
  for (const name of Object.keys(TABLES).toReversed())
    if (name !== 'key_sets')
      await query(`DELETE FROM ${name} WHERE office_id = ANY ($1::bigint[])`, [
        gone.map(({ office_id }) => office_id),
      ])
}

/** Copies the tables whose rows change. Without `keepOthers`, also deletes the rows that the source no longer has. */
async function copyChanging(source: DatabaseSync, query: Query, keepOthers: boolean): Promise<void> {
  for (const [name, { key, grows }] of Object.entries(TABLES)) {
    if (grows !== null) continue
    const rows = source.prepare(`SELECT * FROM ${name}`).all()
    if (!keepOthers && ['key_sets', 'pairing_codes', 'inlets', 'devices'].includes(name))
      await query(`DELETE FROM ${name} WHERE ${key} <> ALL ($1::text[])`, [rows.map((row) => row[key])])
    for (let at = 0; at < rows.length; at += PORTION) await insert(query, name, rows.slice(at, at + PORTION))
  }
}

/** Copies the rows of a table that grows, from the first one that is missing. */
async function copyGrowing(
  source: DatabaseSync,
  target: Connections,
  name: string,
  onPortion: (table: string, rows: number) => Promise<void> | void,
): Promise<void> {
  for (const portion of missingRows(source, name, await lastCopied(source, target.query, name))) {
    await target.transaction((query) => insert(query, name, portion))
    await onPortion(name, portion.length)
  }
}

/** Number of the last copied row of a log (events), of an office's audit log (`environment` is null), or of the ids (both are null). */
interface LastCopied {
  office_id: number | null
  environment: string | null
  last: number
}

/** Returns the last copied number of each log (events), of each office (audit log), or of the whole table (ids) in the target. */
async function lastCopied(source: DatabaseSync, query: Query, name: string): Promise<LastCopied[]> {
  if (name === 'events')
    return query(
      `SELECT office_id, name AS environment, coalesce((
        SELECT max(seq) FROM events
        WHERE events.office_id = environments.office_id AND events.environment = environments.name
      ), 0) AS last FROM environments ORDER BY 1, 2`,
    )
  if (name === 'audit_log')
    return query(
      `SELECT office_id, NULL AS environment, coalesce(max(entry), 0) AS last
      FROM offices LEFT JOIN audit_log USING (office_id) GROUP BY office_id ORDER BY 1`,
    )
  return [{ office_id: null, environment: null, last: await lastCopiedId(source, query) }]
}

const knownIdRow = z.object({
  arrival: z.int(),
  office_id: z.int(),
  id_hash: z.instanceof(Uint8Array),
  received_at: z.string(),
})

/**
 * Returns the number of the newest copied id that the source still has. The source has the same ids before it as when it was copied, because
 * SQLite gives a new row the number after the highest one. If the source has forgotten its newest ids meanwhile, it uses their numbers again.
 */
async function lastCopiedId(source: DatabaseSync, query: Query): Promise<number> {
  const find = source.prepare(
    'SELECT 1 FROM known_ids WHERE arrival = ? AND office_id = ? AND id_hash = ? AND received_at = ?',
  )
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = knownIdRow.array().parse(
      await query(
        `SELECT arrival, office_id, id_hash, received_at FROM known_ids
        WHERE arrival < $1 ORDER BY arrival DESC LIMIT $2`,
        [before, COMPARED],
      ),
    )
    const last = rows.at(-1)
    if (last === undefined) return 0
    const same = rows.find(
      ({ arrival, office_id, id_hash, received_at }) =>
        find.get(arrival, office_id, id_hash, received_at) !== undefined,
    )
    if (same !== undefined) return same.arrival
    before = last.arrival
  }
}

function* missingRows(source: DatabaseSync, name: string, copied: LastCopied[]): Generator<Row[]> {
  const by = TABLES[name]?.grows ?? ''
  for (const { office_id, environment, last } of copied) {
    const log = Object.entries({ office_id, environment }).filter(([, value]) => value !== null)
    const rowsAfter = source.prepare(
      `SELECT * FROM ${name}
      WHERE ${log.map(([column]) => `${column} = ? AND `).join('')}${by} > ? ORDER BY ${by} LIMIT ?`,
    )
    for (let at = last; ;) {
      // Finish each read at once: an open one would keep the source from truncating its journal.
      const rows = rowsAfter.all(...log.map(([, value]) => value), at, PORTION)
      if (rows.length === 0) break
      yield rows
      at = Number(rows.at(-1)?.[by])
    }
  }
}

/** Inserts rows. A row that exists is replaced. */
async function insert(query: Query, name: string, rows: Row[]): Promise<void> {
  const table = TABLES[name]
  const [one] = rows
  if (table === undefined || one === undefined) return
  // Only SQLite numbers the rows of all logs together.
  const names = Object.keys(one).filter((column) => column !== 'row')
  // PostgreSQL assigns `arrival` itself and never changes it. A row that was forgotten and came again keeps its first number, which only means
  // that it is forgotten earlier.
  const changed = names.filter((column) => column !== 'arrival')
  const change =
    name === 'known_ids' || table.grows === null
      ? `UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`
      : 'NOTHING'
  await query(
    `INSERT INTO ${name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${name}, $1)
    ON CONFLICT ${name === 'events' ? '' : `(${table.key})`} DO ${change}`,
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

/** Copies everything that changed meanwhile, from one state of the source and in one transaction. */
async function finish(source: DatabaseSync, target: Connections, complete: boolean): Promise<MoveFacts> {
  return target.transaction(async (query) => {
    source.exec('BEGIN')
    try {
      await deleteOtherOffices(source, query)
      await copyChanging(source, query, false)
      for (const name of GROWING)
        for (const portion of missingRows(source, name, await lastCopied(source, query, name)))
          await insert(query, name, portion)
      // The source may have purged events since they were copied.
      await query(
        `DELETE FROM events USING environments
        WHERE events.office_id = environments.office_id AND events.environment = environments.name
          AND events.seq <= environments.purged_through`,
      )
      const rows: Record<string, number> = {}
      for (const name of Object.keys(TABLES)) {
        const [counted] = await query<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`)
        rows[name] = counted?.rows ?? 0
        const expected = Number(source.prepare(`SELECT count(*) AS rows FROM ${name}`).get()?.['rows'])
        // The source may have forgotten old ids since they were copied. Every other table must be equal.
        if (name === 'known_ids' ? rows[name] < expected : rows[name] !== expected)
          throw new Error(`${name}: ${rows[name]} rows arrived, and the source has ${expected}`)
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
      await query('UPDATE store_epoch SET epoch = $1', [epochOf(source)])
      await query('UPDATE relay_move SET complete = $1', [complete])
      return { rows, complete }
    } finally {
      source.exec('COMMIT')
    }
  })
}
