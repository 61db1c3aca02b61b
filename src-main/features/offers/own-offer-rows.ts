import type { OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import type { Statements } from '../../platform/vault/rows.ts'

interface Others {
  deals: { acceptanceChanged(deal_id: string): void }
  money: { keepAcceptedOffer(deal_id: string): void }
}

type Column = Exclude<keyof OfferScenario, 'offer_id'>
type Write<Name extends Column> = { deal_id: string; offer_id: string } & Pick<OfferScenario, Name>

/** The broker's own data about an offer. A write with null removes the data. */
export function ownOfferRows(db: Statements, { deals, money }: Others) {
  const put = (column: Column, deal_id: string, offer_id: string, value: OfferScenario[Column]) =>
    db
      .of(
        `INSERT INTO own_offers (deal_id, offer_id, ${column}) VALUES (?, ?, ?)
         ON CONFLICT (deal_id, offer_id) DO UPDATE SET ${column} = excluded.${column}`,
      )
      .run(deal_id, offer_id, value === null ? null : JSON.stringify(value))
  return {
    reads: { offerScenarios: (deal_id: string) => offerScenariosOf(db, deal_id) },
    writes: {
      put_offer_choice({ deal_id, offer_id, choice }: Write<'choice'>) {
        put('choice', deal_id, offer_id, choice)
      },
      put_acceptance({ deal_id, offer_id, acceptance }: Write<'acceptance'>) {
        put('acceptance', deal_id, offer_id, acceptance)
        deals.acceptanceChanged(deal_id)
        money.keepAcceptedOffer(deal_id)
      },
      put_offer_sent({ deal_id, offer_id, sent }: Write<'sent'>) {
        put('sent', deal_id, offer_id, sent)
        deals.acceptanceChanged(deal_id)
      },
      put_offer_declined({ deal_id, offer_id, declined }: Write<'declined'>) {
        put('declined', deal_id, offer_id, declined)
        deals.acceptanceChanged(deal_id)
      },
    },
  }
}

/** Returns the broker's own data about the offers of a deal. */
export function offerScenariosOf(db: Statements, deal_id: string): OfferScenario[] {
  const rows = db
    .of('SELECT offer_id, choice, acceptance, sent, declined FROM own_offers WHERE deal_id = ?')
    .all(deal_id) as ({ offer_id: string } & Record<Column, string | null>)[]
  return rows.map(({ offer_id, choice, acceptance, sent, declined }) => ({
    offer_id,
    choice: parsed(choice) as OfferScenario['choice'],
    acceptance: parsed(acceptance) as OfferScenario['acceptance'],
    sent: parsed(sent) as OfferScenario['sent'],
    declined: parsed(declined) as OfferScenario['declined'],
  }))
}

function parsed(stored: string | null): unknown {
  return stored === null ? null : JSON.parse(stored)
}
