import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import type { Vault, VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { makeDeal, seeded } from './many-deals.ts'

const AT_ONCE = 1_000
const KINDS = ['application_form', 'bank_statement', 'drivers_license', 'voided_check']
const HOUR_MS = 3_600_000

/**
 * Adds deals in every stage to a vault, with realistic offers, documents, and notes. Except for some ids and dates, the generated data is
 * the same on each run. With `bare`, it adds no documents and notes, because adding those takes most of the time.
 */
export async function putManyDeals(vault: Vault, deals: number, { bare = false } = {}): Promise<void> {
  const random = seeded(11)
  let writes: VaultWrite[] = []
  for (let number = 1; number <= deals; number++) {
    const { deal, notes } = makeDeal(random, number)
    const { deal_id, created_at: at } = deal
    if (deal.offer_status !== null)
      deal.offers = [
        {
          ...bareOffer(String(number)),
          status: null,
          amount_cents: Math.round((deal.amount_cents ?? 2_000_000) * 0.8),
          payback_cents: null,
          payment_cents: null,
          payment_frequency: null,
          payments: null,
          term: null,
          factor_rate: null,
          commission_cents: null,
          net_to_merchant_cents: null,
          expires_at: new Date(Date.now() + (random() * 700 - 100) * HOUR_MS).toISOString(),
        },
      ]
    if (deal.state === 'draft' && random() < 0.6)
      deal.field_problems = [{ path: 'company.ein', message: 'Fill this in.' }]
    writes.push({ write: 'create_deal', deal })
    for (const detail of bare ? [] : notes)
      writes.push({
        write: 'append_timeline',
        entry: { deal_id, at, kind: 'note', title: 'Note', detail, verification: null },
      })
    for (const kind of bare ? [] : KINDS)
      if (random() < (deal.state === 'received' ? 0.95 : 0.5)) writes.push(documentOf(deal_id, kind, at))
    if (writes.length < AT_ONCE && number < deals) continue
    // Sequential: each batch of writes is committed before the next one is created.
    const committed = await resultOf(vault.commit(writes))
    if (!committed.ok) throw new Error(committed.error.code)
    writes = []
  }
}

function documentOf(deal_id: string, kind: string, at: string): VaultWrite {
  return {
    write: 'put_document',
    document: {
      document_id: randomUUID(),
      deal_id,
      name: `${kind}.pdf`,
      kind,
      size: 1,
      pages: 1,
      sha256: 'ab'.repeat(32),
      state: 'received',
      error: null,
      added_at: at,
      sent_at: at,
      reading: null,
    },
  }
}
