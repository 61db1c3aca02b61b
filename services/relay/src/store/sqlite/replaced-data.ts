import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { OFFICE_STATES } from '../relay-store.ts'

/** Devices have read events that were numbered after the backup. They would skip new events with the same numbers. */
const SEQ_LEAP = 1_000_000
const officeRows = z.array(z.object({ id: z.string(), name: z.string(), state: z.enum(OFFICE_STATES) }))
const namedRows = z.array(
  z.object({ id: z.string(), name: z.string(), environment: z.string(), office: z.string() }),
)
const revokedRows = z.array(z.object({ name: z.string(), revoked_at: z.string() }))
const logRows = z.array(z.object({ office: z.string(), environment: z.string(), last_seq: z.int() }))

type Named = z.infer<typeof namedRows>[number]

/** Devices and inlets that are not revoked. The `name` of an inlet is its path segment. */
interface InUse {
  devices: Named[]
  inlets: Named[]
}

/** Tables whose rows can be revoked (`revoked_at`), with their key columns. */
const REVOCABLE = [
  { table: 'devices', key: 'device_id' },
  { table: 'inlets', key: 'inlet' },
] as const

export type Replaced = NonNullable<ReturnType<typeof readReplaced>>

/** Reads what must survive a restore, and what is in use. Null if the database is too damaged to read. */
export function readReplaced(file: string) {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return readFrom(database)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function readFrom(database: DatabaseSync) {
  const rows = (text: string) => database.prepare(text).all()
  const inUse = (table: string, columns: string) =>
    namedRows.parse(
      rows(
        `SELECT ${columns}, environment, offices.public_id AS office FROM ${table} JOIN offices USING (office_id)
        WHERE revoked_at IS NULL ORDER BY office_id, 2`,
      ),
    )
  return {
    offices: officeRows.parse(rows('SELECT public_id AS id, name, state FROM offices ORDER BY office_id')),
    revoked: REVOCABLE.map((one) => {
      const { table, key } = one
      return [
        one,
        revokedRows.parse(
          rows(`SELECT ${key} AS name, revoked_at FROM ${table} WHERE revoked_at IS NOT NULL`),
        ),
      ] as const
    }),
    // These numbers are higher than those of the backup if events arrived since the backup. They are higher by at least SEQ_LEAP if another
    // restore happened since the backup.
    logs: logRows.parse(
      rows(
        `SELECT offices.public_id AS office, environments.name AS environment, last_seq
        FROM environments JOIN offices USING (office_id)`,
      ),
    ),
    inUse: {
      devices: inUse('devices', 'device_id AS id, devices.name'),
      inlets: inUse('inlets', 'inlet AS id, inlet AS name'),
    } satisfies InUse,
  }
}

export interface Comparison {
  offices: number
  /** Offices, and devices and inlets in use, that the backup lacks, because they were added after it. Null if this is not known. */
  lost: (InUse & { offices: { id: string; name: string }[] }) | null
  /** Offices that were deleted after the backup. They exist again, and are suspended. */
  deleted: { id: string; name: string }[]
}

/**
 * Raises the event numbers of the restored database beyond those of the replaced one, for each log by itself, so that no office learns of
 * the events of another one. Carries over the revocations and the states of offices. Call it in a transaction. Returns what
 * differs.
 */
export function carryOver(restored: DatabaseSync, replaced: Replaced | null): Comparison {
  restored
    .prepare('UPDATE environments SET last_seq = last_seq + ? WHERE office_id IS NOT NULL')
    .run(SEQ_LEAP)
  if (replaced === null) return { offices: readFrom(restored).offices.length, lost: null, deleted: [] }
  const raise = restored.prepare(
    `UPDATE environments SET last_seq = max(last_seq, ?) WHERE name = ?
      AND office_id = (SELECT office_id FROM offices WHERE public_id = ?)`,
  )
  for (const { office, environment, last_seq } of replaced.logs)
    raise.run(last_seq + SEQ_LEAP, environment, office)
  for (const [{ table, key }, rows] of replaced.revoked)
    for (const { name, revoked_at } of rows)
      restored
        .prepare(`UPDATE ${table} SET revoked_at = ? WHERE ${key} = ? AND revoked_at IS NULL`)
        .run(revoked_at, name)
  const deleted = carryOverStates(restored, replaced.offices)
  const after = readFrom(restored)
  const missing = <Row extends { id: string }>(old: Row[], present: Row[]) => {
    const ids = new Set(present.map(({ id }) => id))
    return old.filter(({ id }) => !ids.has(id))
  }
  return {
    offices: after.offices.length,
    lost: {
      offices: missing(replaced.offices, after.offices)
        .filter(({ state }) => state !== 'deleting')
        .map(({ id, name }) => ({ id, name })),
      devices: missing(replaced.inUse.devices, after.inUse.devices),
      inlets: missing(replaced.inUse.inlets, after.inUse.inlets),
    },
    deleted,
  }
}

/** Gives the restored offices the states that they had. Suspends and returns those that were deleted. */
function carryOverStates(
  restored: DatabaseSync,
  before: Replaced['offices'],
): { id: string; name: string }[] {
  const setState = restored.prepare(
    "UPDATE offices SET state = ? WHERE public_id = ? AND state <> 'deleting'",
  )
  const offices = readFrom(restored).offices
  const states = new Map(before.map((office) => [office.id, office.state]))
  return offices.flatMap(({ id, name }) => {
    const state = states.get(id)
    const isDeleted = state === undefined || state === 'deleting'
    setState.run(isDeleted ? 'suspended' : state, id)
    return isDeleted ? [{ id, name }] : []
  })
}
