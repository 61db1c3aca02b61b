import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { UsageError } from '../errors.ts'
import { Connections, type Query } from './postgres/connections.ts'
import { migrate } from './postgres/migrations.ts'
import { REMOVES_HIDDEN_EVENTS } from './postgres/partitions.ts'
import { isUnused } from './sqlite/backup.ts'
import { SCHEMA_VERSION } from './sqlite/open-database.ts'

interface MovedTable {
  /** Columns with their types in PostgreSQL. */
  columns: Record<string, string>
  key: string
  /** Column whose numbers only grow and whose rows never change. Such rows are copied once, in portions. Null: all rows are compared. */
  grows: string | null
}

const QUOTAS = {
  max_events_per_minute: 'bigint',
  max_devices: 'bigint',
  max_streams: 'bigint',
  max_bytes: 'bigint',
  keep_days: 'bigint',
}

/** All tables of the relay, in an order in which their rows can be inserted. */
const TABLES: Record<string, MovedTable> = {
  offices: {
    columns: {
      office_id: 'bigint',
      public_id: 'text',
      name: 'text',
      state: 'text',
      created_at: 'timestamptz',
      ...QUOTAS,
    },
    key: 'office_id',
    grows: null,
  },
  partner_profiles: {
    columns: {
      profile_id: 'bigint',
      name: 'text',
      office_id: 'bigint',
      environment: 'text',
      base_url: 'text',
      jwks_url: 'text',
      sender_addresses: 'text[]',
    },
    key: 'profile_id',
    grows: null,
  },
  environments: {
    columns: {
      office_id: 'bigint',
      name: 'text',
      profile_id: 'bigint',
      last_seq: 'bigint',
      purged_through: 'bigint',
      stored_bytes: 'bigint',
    },
    key: 'office_id, name',
    grows: null,
  },
  key_sets: { columns: { jwks_url: 'text', key_set: 'json' }, key: 'jwks_url', grows: null },
  inlets: {
    columns: {
      office_id: 'bigint',
      inlet: 'text',
      environment: 'text',
      created_at: 'timestamptz',
      revoked_at: 'timestamptz',
    },
    key: 'inlet',
    grows: null,
  },
  pairing_codes: {
    columns: {
      office_id: 'bigint',
      lookup: 'text',
      code_hash: 'text',
      name: 'text',
      environment: 'text',
      expires_at: 'timestamptz',
      tries: 'integer',
    },
    key: 'lookup',
    grows: null,
  },
  devices: {
    columns: {
      office_id: 'bigint',
      device_id: 'text',
      name: 'text',
      workstation: 'text',
      environment: 'text',
      token_hash: 'text',
      created_at: 'timestamptz',
      revoked_at: 'timestamptz',
      acked_seq: 'bigint',
      acked_at: 'timestamptz',
      replay_from: 'bigint',
    },
    key: 'device_id',
    grows: null,
  },
  audit_log: {
    columns: {
      office_id: 'bigint',
      entry: 'bigint',
      at: 'timestamptz',
      actor: 'text',
      action: 'text',
      details: 'json',
    },
    key: 'office_id, entry',
    grows: 'entry',
  },
  known_ids: {
    columns: {
      arrival: 'bigint',
      office_id: 'bigint',
      environment: 'text',
      id_hash: 'bytea',
      body_hash: 'bytea',
      received_at: 'timestamptz',
      signature_hash: 'bytea',
    },
    key: 'office_id, id_hash',
    grows: 'arrival',
  },
  events: {
    columns: {
      office_id: 'bigint',
      environment: 'text',
      seq: 'bigint',
      event_id: 'text',
      received_at: 'timestamptz',
      sender: 'text',
      signature: 'text',
      kid: 'text',
      verification: 'text',
      raw_body: 'bytea',
    },
    key: 'office_id, environment, seq',
    grows: 'seq',
  },
}

/** Number of rows that are copied per transaction. */
const PORTION = 500

/** Tables that are copied in portions. */
const GROWING = ['audit_log', 'known_ids', 'events']

type Row = Record<string, SQLOutputValue>

export interface MoveFacts {
  /** Number of rows per table in the new database. */
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
  const target = new Connections({ url, directUrl: url }, () => {})
  try {
    await withSource(file, async (source) => {
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

/** Marks the database as the target of a move, or recognizes an interrupted move of the same source. */
async function begin(source: DatabaseSync, target: Connections): Promise<void> {
  const identity = String(
    source.prepare('SELECT public_id FROM offices ORDER BY office_id LIMIT 1').get()?.['public_id'],
  )
  // A rejected transaction would report an error of the database, so the problem is thrown after it.
  const problem = await target.transaction(async (query): Promise<string | null> => {
    await query(`CREATE TABLE IF NOT EXISTS relay_move (source text NOT NULL, complete boolean NOT NULL)`)
    const [move] = await query<{ source: string; complete: boolean }>(
      'SELECT source, complete FROM relay_move',
    )
    if (move?.complete) return 'The move to this database is already complete.'
    if (move !== undefined) {
      return move.source === identity ? null : 'This database is the target of another move.'
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

/** Copies the tables whose rows change. Without `keepOthers`, also deletes the rows that the source no longer has. */
async function copyChanging(source: DatabaseSync, query: Query, keepOthers: boolean): Promise<void> {
  for (const [name, { columns, key, grows }] of Object.entries(TABLES)) {
    if (grows !== null) continue
    const rows = source.prepare(`SELECT ${Object.keys(columns).join(', ')} FROM ${name}`).all()
    if (!keepOthers && ['pairing_codes', 'inlets', 'devices'].includes(name))
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
  for (const portion of missingRows(source, name, await highest(target.query, name))) {
    await target.transaction((query) => insert(query, name, portion))
    await onPortion(name, portion.length)
  }
}

interface Highest {
  office_id: number
  environment: string | null
  last: number
}

/** Returns the highest copied number of each log (events), of each office (audit log), or of the whole table (ids). */
async function highest(query: Query, name: string): Promise<Highest[]> {
  if (name === 'events')
    return query(
      'SELECT office_id, environment, max(seq) AS last FROM events GROUP BY office_id, environment ORDER BY 1, 2',
    )
  if (name === 'audit_log')
    return query(
      'SELECT office_id, NULL AS environment, max(entry) AS last FROM audit_log GROUP BY office_id ORDER BY 1',
    )
  return query('SELECT 0 AS office_id, NULL AS environment, coalesce(max(arrival), 0) AS last FROM known_ids')
}

/** Reads the rows of a table that grows and that are missing in the target, in portions. */
function* missingRows(source: DatabaseSync, name: string, copied: Highest[]): Generator<Row[]> {
  const columns = Object.keys(TABLES[name]?.columns ?? {}).join(', ')
  const after = (office_id: number, environment: string | null) =>
    copied.find((log) => log.office_id === office_id && log.environment === environment)?.last ?? 0
  function* portions(
    text: string,
    last: number,
    by: string,
    ...values: (string | number)[]
  ): Generator<Row[]> {
    for (let at = last; ;) {
      // Finish each read at once: an open one would keep the source from truncating its journal.
      const rows = source
        .prepare(`SELECT ${columns} FROM ${name} WHERE ${text} ${by} > ? ORDER BY ${by} LIMIT ?`)
        .all(...values, at, PORTION)
      if (rows.length === 0) return
      yield rows
      at = Number(rows.at(-1)?.[by])
    }
  }
  if (name === 'known_ids') yield* portions('', copied[0]?.last ?? 0, 'arrival')
  else if (name === 'audit_log')
    for (const { office_id } of source.prepare('SELECT office_id FROM offices').all())
      yield* portions('office_id = ? AND', after(Number(office_id), null), 'entry', Number(office_id))
  else
    for (const { office_id, name: environment } of source
      .prepare('SELECT office_id, name FROM environments')
      .all())
      yield* portions(
        'office_id = ? AND environment = ? AND',
        after(Number(office_id), String(environment)),
        'seq',
        Number(office_id),
        String(environment),
      )
}

/** Inserts rows. A row that exists is replaced. */
async function insert(query: Query, name: string, rows: Row[]): Promise<void> {
  const table = TABLES[name]
  if (table === undefined || rows.length === 0) return
  const names = Object.keys(table.columns)
  // PostgreSQL has no arrays of arrays of different lengths, so such a column travels as JSON.
  const types = Object.values(table.columns).map((type) => (/\[\]|json/.test(type) ? 'text' : type))
  const values = names.map((column) =>
    column === 'sender_addresses'
      ? `ARRAY(SELECT json_array_elements_text(${column}::json))`
      : table.columns[column] === 'json'
        ? `${column}::json`
        : column,
  )
  // PostgreSQL assigns `arrival` itself and never changes it. A row that was forgotten and came again keeps its first number, which only means
  // that it is forgotten earlier.
  const changed = names.filter((column) => column !== 'arrival')
  // The moved events go to the partition that is dropped as a whole when all of them have expired.
  const isEvents = name === 'events'
  const change =
    name === 'known_ids' || table.grows === null
      ? `UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`
      : 'NOTHING'
  await query(
    `INSERT INTO ${name} (${names.join(', ')}${isEvents ? ', expires_on' : ''}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')}${isEvents ? ", '0001-01-01'" : ''}
    FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) AS given (${names.join(', ')})
    ON CONFLICT ${isEvents ? '' : `(${table.key})`} DO ${change}`,
    names.map((column) => rows.map((row) => bytesOf(row[column]))),
  )
}

function bytesOf(value: SQLOutputValue | undefined): unknown {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : (value ?? null)
}

/** Copies everything that changed meanwhile, from one state of the source and in one transaction. */
async function finish(source: DatabaseSync, target: Connections, complete: boolean): Promise<MoveFacts> {
  return target.transaction(async (query) => {
    source.exec('BEGIN')
    try {
      await copyChanging(source, query, false)
      for (const name of GROWING)
        for (const portion of missingRows(source, name, await highest(query, name)))
          await insert(query, name, portion)
      // The source may have purged events since they were copied.
      await query(REMOVES_HIDDEN_EVENTS)
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
      const { epoch } = source.prepare('SELECT epoch FROM store_epoch').get() ?? {}
      await query('UPDATE store_epoch SET epoch = $1', [String(epoch)])
      await query('UPDATE relay_move SET complete = $1', [complete])
      return { rows, complete }
    } finally {
      source.exec('COMMIT')
    }
  })
}
