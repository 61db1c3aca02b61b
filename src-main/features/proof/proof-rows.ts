import type { ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import type { InboxEvent } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'

type OwnFact = Exclude<ProofFact, { what: 'event' }>
/** A fact as it is stored. An event is only named, because the vault already contains it with its body and its signature. */
type StoredFact = OwnFact | { what: 'event'; event_id: string }

/** The facts of the proofs of submission. Facts are only added, never changed. */
export const proofRows = (db: Statements) => ({
  reads: {
    /** Returns the deal's proof of submission from its beginning. */
    listProof(deal_id: string): { at: string; fact: OwnFact | { what: 'event'; event: InboxEvent } }[] {
      const rows = db.of('SELECT at, fact FROM proof WHERE deal_id = ? ORDER BY number').all(deal_id) as {
        at: string
        fact: string
      }[]
      return rows.map(({ at, fact: json }) => {
        const fact = JSON.parse(json) as StoredFact
        if (fact.what !== 'event') return { at, fact }
        const event = db
          .of(
            `SELECT event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body,
               signature, state
             FROM events WHERE event_id = ?`,
          )
          .get(fact.event_id) as InboxEvent
        return { at, fact: { what: 'event', event } }
      })
    },
  },
  writes: {
    /** Adds the next entry of the deal's proof of submission. */
    append_proof({ deal_id, at, fact }: { deal_id: string; at: string; fact: StoredFact }) {
      db.of('INSERT INTO proof (deal_id, at, fact) VALUES (?, ?, ?)').run(deal_id, at, JSON.stringify(fact))
    },
  },
})
