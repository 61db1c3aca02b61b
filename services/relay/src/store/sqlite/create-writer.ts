import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { isSameHash } from '../../devices/secrets.ts'
import {
  PAIRING_TRIES,
  type AppendOutcome,
  type Device,
  type NewEvent,
  type Redemption,
} from '../relay-store.ts'
import { inTransaction } from './open-database.ts'
import { deviceRow, one, pairingCodeRow, purgeRow } from './rows.ts'
import { prepareWrites } from './statements.ts'
import type { Writer } from './writer.ts'

/** Answer of a statement that gives way to a row that is there already, or that finds none. */
const unchanged = (result: { changes: number | bigint }) => Number(result.changes) === 0

/** Writes on this thread, which stands still until the disk has it. */
export function createWriter(database: DatabaseSync): Writer {
  const statements = prepareWrites(database)

  function redeem({ lookup, code_hash, at, device_id, workstation, token_hash }: Redemption): Device | null {
    const code = one(pairingCodeRow, statements.liveCode.get(lookup, at, PAIRING_TRIES))
    if (code === null) return null
    if (!isSameHash(code.code_hash, code_hash)) {
      statements.countTry.run(lookup)
      return null
    }
    statements.deleteCode.run(lookup)
    statements.addDevice.run(device_id, code.name, workstation, code.environment, token_hash, at)
    return one(deviceRow, statements.findDevice.get(token_hash))
  }

  function appendOne(event: NewEvent): AppendOutcome {
    const { environment, event_id, received_at, sender, signature, kid, verification, raw_body } = event
    const body_sha256 = hash('sha256', raw_body, 'buffer')
    if (unchanged(statements.addEventId.run(environment, event_id, body_sha256, received_at))) {
      const known = statements.getEventId.get(environment, event_id)?.['body_sha256']
      if (!(known instanceof Uint8Array))
        throw new TypeError('The relay database holds text where bytes belong.')
      return { outcome: body_sha256.equals(known) ? 'duplicate' : 'conflict' }
    }
    const { lastInsertRowid } = statements.addEvent.run(
      environment,
      event_id,
      received_at,
      sender,
      signature,
      kid,
      verification,
      raw_body,
    )
    return { outcome: 'stored', seq: Number(lastInsertRowid) }
  }

  return {
    async setEnvironment({ name, jwks_url, sender_addresses }) {
      statements.setEnvironment.run(name, jwks_url, JSON.stringify(sender_addresses))
    },
    async addInlet({ inlet, environment, created_at }) {
      statements.addInlet.run(inlet, environment, created_at)
    },
    async revokeInlet(inlet, at) {
      return !unchanged(statements.revokeInlet.run(at, inlet))
    },
    async addPairingCode({ lookup, code_hash, name, environment, created_at, expires_at }) {
      inTransaction(database, () => {
        statements.deleteExpiredCodes.run(created_at)
        statements.addPairingCode.run(lookup, code_hash, name, environment, expires_at)
      })
    },
    async redeemPairingCode(redemption) {
      return inTransaction(database, () => redeem(redemption))
    },
    async revokeDevice(device_id, at) {
      return !unchanged(statements.revokeDevice.run(at, device_id))
    },
    async renameDevice(device_id, name) {
      return !unchanged(statements.renameDevice.run(name, device_id))
    },
    async replayFrom(device_id, seq) {
      return !unchanged(statements.replayFrom.run(seq, device_id))
    },
    async acknowledge(device_id, seq, at) {
      inTransaction(database, () => {
        statements.endReplay.run(device_id, seq, seq)
        statements.acknowledge.run(seq, at, device_id, seq)
      })
    },
    async append(events) {
      return inTransaction(database, () => events.map(appendOne))
    },
    async purgeEvents(environment, received_before, limit) {
      return inTransaction(database, () => {
        const oldest = purgeRow.array().parse(statements.oldestEvents.all(environment, limit))
        // Only a run from the beginning: what is missing must lie before one point, or no reader could be told of it.
        const stays = oldest.findIndex((event) => event.received_at >= received_before)
        const last = oldest.at(stays === -1 ? -1 : stays - 1)
        if (last === undefined || stays === 0) return 0
        const deleted = statements.deleteEvents.run(environment, last.seq)
        statements.setPurgedThrough.run(last.seq, environment)
        return Number(deleted.changes)
      })
    },
    async purgeEventIds(environment, received_before, limit) {
      return Number(statements.purgeEventIds.run(environment, received_before, limit).changes)
    },
    async saveKeySet(jwks_url, keys) {
      statements.saveKeySet.run(jwks_url, JSON.stringify(keys))
    },
    async probe() {
      // The version as it is, written again: a commit like any other, with its sync.
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
      inTransaction(database, () => database.exec(`PRAGMA user_version = ${version}`))
    },
    async close() {
      database.close()
    },
  }
}
