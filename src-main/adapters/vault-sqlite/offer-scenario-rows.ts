import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { OfferScenario } from '../../../src-shared/domain/offer-scenario.ts'
import type { OfferScenarioWrite } from '../../core/ports/vault.ts'
import { Statements } from './statements.ts'

export class OfferScenarioRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  apply(write: OfferScenarioWrite): void {
    const [column, value] =
      write.write === 'put_offer_choice' ? ['choice', write.choice] : ['acceptance', write.acceptance]
    this.#statements
      .of(
        `INSERT INTO own_offers (deal_id, offer_id, ${column}) VALUES (?, ?, ?)
         ON CONFLICT (deal_id, offer_id) DO UPDATE SET ${column} = excluded.${column}`,
      )
      .run(write.deal_id, write.offer_id, value === null ? null : JSON.stringify(value))
  }

  ofDeal(deal_id: string): OfferScenario[] {
    const rows = this.#statements
      .of('SELECT offer_id, choice, acceptance FROM own_offers WHERE deal_id = ?')
      .all(deal_id) as { offer_id: string; choice: string | null; acceptance: string | null }[]
    return rows.map(({ offer_id, choice, acceptance }) => ({
      offer_id,
      choice: choice === null ? null : (JSON.parse(choice) as OfferScenario['choice']),
      acceptance: acceptance === null ? null : (JSON.parse(acceptance) as OfferScenario['acceptance']),
    }))
  }
}
