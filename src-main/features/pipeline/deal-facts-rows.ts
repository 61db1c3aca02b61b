import { factsOf } from '../../../src-shared/features/deals/deal-facts.ts'
import { KIND_LINE } from '../../../src-shared/features/pipeline/deal-match.ts'
import { STATEMENT_KINDS, type StatementPeriod } from '../../../src-shared/features/documents/document.ts'
import { monthLines } from '../../../src-shared/features/documents/statement-coverage.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { offerScenariosOf } from '../offers/own-offer-rows.ts'
import type { Statements } from '../../platform/vault/rows.ts'

/** A document, and the checklist line that it satisfies, if any. `period` contains the period that the document covers, as JSON. */
interface Answering {
  line: string | null
  kind: string
  state: string
  period: string | null
}

/**
 * Stores the values of each deal that the list of deals needs but that the table `deals` does not contain. They are derived from the deal,
 * its documents, and its checklist, in the transaction that changes these data.
 */
export class DealFactsRows {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  insert(number: number, deal: StoredDeal): void {
    this.#statements
      .of(
        `INSERT INTO deal_facts (number, owner, region, offer_cents, offer_count, expiries, offer_statuses)
         VALUES (@number, @owner, @region, @offer_cents, @offers, @expiries, @offer_statuses)`,
      )
      .run({ number, ...this.#columnsOf(deal) })
  }

  /** Writes the derived values only if they changed, because every keystroke saves the draft and calls this method. */
  update(number: number, before: StoredDeal, after: StoredDeal): void {
    const [old, changed] = [this.#columnsOf(before), this.#columnsOf(after)]
    if (JSON.stringify(old) === JSON.stringify(changed)) return
    this.#statements
      .of(
        `UPDATE deal_facts SET owner = @owner, region = @region, offer_cents = @offer_cents, offer_count = @offers,
           expiries = @expiries, offer_statuses = @offer_statuses WHERE number = @number`,
      )
      .run({ number, ...changed })
  }

  /**
   * Recomputes the deal's offer statuses after the broker accepted an offer in this app, or noted that the merchant got or declined one. Call this
   * even if the acceptance failed.
   */
  acceptanceChanged(number: number, deal: StoredDeal): void {
    const { offer_cents, offer_statuses, expiries } = this.#columnsOf(deal)
    this.#statements
      .of('UPDATE deal_facts SET offer_cents = ?, offer_statuses = ?, expiries = ? WHERE number = ?')
      .run(offer_cents, offer_statuses, expiries, number)
  }

  #columnsOf(deal: StoredDeal) {
    const own = deal.offers.length === 0 ? [] : offerScenariosOf(this.#statements, deal.deal_id)
    const { expiries, offer_statuses, ...facts } = factsOf(deal, own)
    return {
      ...facts,
      expiries: JSON.stringify(expiries),
      offer_statuses: JSON.stringify(offer_statuses),
    }
  }

  /**
   * Recalculates which checklist lines the deal's documents satisfy. A document satisfies the line to which it is assigned. Without an
   * assignment, it satisfies the line of its kind, such as bank statements, unless there is a doubt about it or the partner refused it. A document that is assigned
   * to a line of an offer satisfies both lines, because the offer's line disappears together with the offer.
   */
  documentsChanged(number: number, deal_id: string): void {
    const documents = this.#statements
      .of(
        `SELECT CASE WHEN state = 'refused' THEN NULL
             WHEN item_id NOT LIKE 'offer:%' THEN item_id
             -- Like doubtOf.
             WHEN reading -> '$.other_holder' IS NOT NULL THEN NULL
             WHEN (reading -> '$.unsigned' IS 'true' OR reading -> '$.other_merchant' IS NOT NULL)
               AND reading ->> '$.kind_by' <> 'broker' THEN NULL
             ELSE 'kind:' || kind END AS line,
           kind, state, CASE WHEN reading -> '$.other_holder' IS NULL AND state <> 'refused' THEN reading -> '$.period' END AS period
         FROM documents LEFT JOIN checklist_ties USING (document_id) WHERE deal_id = ?`,
      )
      .all(deal_id) as Answering[]
    const lines = [...new Set(documents.flatMap(({ line }) => line ?? []))]
    const ofKinds = lines.filter((line) => line.startsWith(KIND_LINE))
    this.#statements
      .of(
        `UPDATE deal_facts SET documents = @documents, documents_received = @received, answered = @answered,
           document_states = @states,
           open_lines = (SELECT count(*) FROM checklist
             WHERE deal_id = @deal_id AND item_id NOT IN (SELECT value FROM json_each(@lines)))
         WHERE number = @number`,
      )
      .run({
        number,
        deal_id,
        documents: documents.length,
        states: JSON.stringify([...new Set(documents.map(({ state }) => state))]),
        received: documents.filter(({ state }) => state === 'received').length,
        answered: JSON.stringify([...ofKinds, ...ofKinds.flatMap((line) => monthsOf(line, documents))]),
        lines: JSON.stringify(lines),
      })
  }
}

function monthsOf(line: string, documents: readonly Answering[]): string[] {
  const kind = line.slice(KIND_LINE.length)
  if (!STATEMENT_KINDS.has(kind)) return []
  const own = documents.filter((document) => document.kind === kind || document.line === line)
  const periods = own.flatMap(({ period }) =>
    period === null ? [] : ((JSON.parse(period) as StatementPeriod | null) ?? []),
  )
  return monthLines(kind, periods)
}
