import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import { keptKeySetSchema } from '../../../../../src-shared/webhook/key-source.ts'
import { Listeners } from '../listeners.ts'
import type { EnvironmentConfig, RelayStore } from '../relay-store.ts'
import { createWriter } from './create-writer.ts'
import { openDatabase } from './open-database.ts'
import { boundsRow, deviceRow, environmentRow, eventRow, inletRow, one, usageRow } from './rows.ts'
import { prepareReads } from './statements.ts'
import { threadedWriter } from './threaded-writer.ts'

/**
 * The embedded engine: SQLite in WAL with `synchronous = FULL`, so that a commit is on the disk when it returns. It reads here,
 * which no writer holds up; it writes here, or on a thread of its own.
 */
export function openSqliteStore(dataFolder: string, writes: 'here' | 'on a thread'): RelayStore {
  const database = openDatabase(dataFolder)
  const writer = writes === 'here' ? createWriter(database) : threadedWriter(dataFolder)
  const statements = prepareReads(database)
  const answered = new Listeners<string>()
  const appended = new Listeners<Environment>()
  /** What was found in this turn of the event loop. */
  const inlets = new Map<string, EnvironmentConfig | null>()

  return {
    ...writer,

    async getEnvironment(name) {
      return one(environmentRow, statements.getEnvironment.get(name))
    },
    async listEnvironments() {
      return environmentRow.array().parse(statements.listEnvironments.all())
    },

    /** Asked with every notification, so once a turn: what comes in one turn comes at one time. */
    async findInlet(inlet) {
      const known = inlets.get(inlet)
      if (known !== undefined) return known
      const found = one(environmentRow, statements.findInlet.get(inlet))
      if (inlets.size === 0) setImmediate(() => inlets.clear())
      inlets.set(inlet, found)
      return found
    },
    async setEnvironment(environment) {
      await writer.setEnvironment(environment)
      inlets.clear()
    },
    async revokeInlet(inlet, at) {
      const revoked = await writer.revokeInlet(inlet, at)
      inlets.clear()
      return revoked
    },
    async listInlets() {
      return inletRow.array().parse(statements.listInlets.all())
    },

    async findDevice(token_hash) {
      return one(deviceRow, statements.findDevice.get(token_hash))
    },
    async listDevices() {
      return deviceRow.array().parse(statements.listDevices.all())
    },

    async append(events) {
      const outcomes = await writer.append(events)
      for (const environment of new Set(events.map((event) => event.environment))) appended.tell(environment)
      return outcomes
    },
    async readEvents(environment, after, limit) {
      return eventRow.array().parse(statements.readEvents.all(environment, after, limit))
    },
    async findEvent(environment, event_id) {
      return one(eventRow, statements.findEvent.get(environment, event_id))
    },
    async usage(environment) {
      return usageRow.parse(statements.usage.get(environment))
    },
    async bounds(environment) {
      const row = boundsRow.parse(statements.bounds.get(environment))
      return { oldest_seq: row.purged_through + 1, latest_seq: Math.max(row.latest_seq, row.purged_through) }
    },
    onAppended: (listener) => appended.add(listener),

    async answered(stream) {
      answered.tell(stream)
    },
    onAnswered: (listener) => answered.add(listener),

    async loadKeySet(jwks_url) {
      const row = statements.loadKeySet.get(jwks_url)
      return row === undefined ? null : keptKeySetSchema.parse(JSON.parse(String(row['key_set'])))
    },

    async close() {
      await writer.close()
      if (database.isOpen) database.close()
    },
  }
}
