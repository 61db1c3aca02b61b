import type { Database } from 'better-sqlite3-multiple-ciphers'
import { factsOf } from '../../../src-shared/domain/deal-facts.ts'
import type { StoredDeal } from '../../core/ports/vault.ts'
import { Statements } from './statements.ts'

/**
 * What the list shows and sorts by and a deal's row does not hold, in a narrow table that is read whole when the vault opens.
 * It says nothing that the deal, its documents and its checklist do not say, and follows them in the same transaction.
 */
export class DealFactsRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  insert(number: number, deal: StoredDeal): void {
    this.#statements
      .of(
        `INSERT INTO deal_facts (number, owner, region, offer_cents, offer_count, expiries)
         VALUES (@number, @owner, @region, @offer_cents, @offers, @expiries)`,
      )
      .run({ number, ...columnsOf(deal) })
  }

  /** Writes only when something of it has changed: a draft is saved with every letter. */
  update(number: number, before: StoredDeal, after: StoredDeal): void {
    const [old, changed] = [columnsOf(before), columnsOf(after)]
    if (JSON.stringify(old) === JSON.stringify(changed)) return
    this.#statements
      .of(
        `UPDATE deal_facts SET owner = @owner, region = @region, offer_cents = @offer_cents, offer_count = @offers,
           expiries = @expiries WHERE number = @number`,
      )
      .run({ number, ...changed })
  }

  /**
   * Reads anew what the deal's documents answer. A document answers the line it is tied to, or else that of its kind: this too when
   * an offer's line has it, since such a line goes with its offer, and some go by the hour.
   */
  documentsChanged(number: number, deal_id: string): void {
    this.#statements
      .of(
        `WITH lines AS (
           SELECT CASE WHEN item_id IS NULL OR item_id LIKE 'offer:%' THEN 'kind:' || kind ELSE item_id END AS line, state
           FROM documents LEFT JOIN checklist_ties USING (document_id) WHERE deal_id = @deal_id
         )
         UPDATE deal_facts SET
           documents = (SELECT count(*) FROM lines),
           documents_received = (SELECT count(*) FROM lines WHERE state = 'received'),
           answered = (SELECT json_group_array(line) FROM (SELECT DISTINCT line FROM lines WHERE line LIKE 'kind:%')),
           open_lines = (SELECT count(*) FROM checklist WHERE deal_id = @deal_id AND item_id NOT IN (SELECT line FROM lines))
         WHERE number = @number`,
      )
      .run({ number, deal_id })
  }
}

function columnsOf(deal: StoredDeal) {
  const { expiries, ...facts } = factsOf(deal)
  return { ...facts, expiries: JSON.stringify(expiries) }
}
