import type { ProofEntry, ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import type { Statements } from '../../platform/vault/statements.ts'

/** The facts of the proofs of submission. Facts are only added, never changed. */
export const proofRows = (db: Statements) => ({
  reads: {
    /** Returns the deal's proof of submission from its beginning. */
    listProof(deal_id: string): ProofEntry[] {
      const rows = db.of('SELECT at, fact FROM proof WHERE deal_id = ? ORDER BY number').all(deal_id) as {
        at: string
        fact: string
      }[]
      return rows.map(({ at, fact }) => ({ at, fact: JSON.parse(fact) as ProofFact }))
    },
  },
  writes: {
    /** Adds the next entry of the deal's proof of submission. */
    append_proof({ deal_id, at, fact }: { deal_id: string; at: string; fact: ProofFact }) {
      db.of('INSERT INTO proof (deal_id, at, fact) VALUES (?, ?, ?)').run(deal_id, at, JSON.stringify(fact))
    },
  },
})
