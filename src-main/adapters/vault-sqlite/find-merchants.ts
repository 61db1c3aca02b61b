import type { Database } from 'better-sqlite3-multiple-ciphers'
import { merchantNameKey, type ExistingDeal, type Merchant } from '../../../src-shared/domain/merchants.ts'
import { readIdNumber } from '../../../src-shared/entry/id-number.ts'

interface Row {
  deal_id: string
  legal_name: string
  is_draft: number
  ein: string | null
}

/** Finds the deals of merchants (see `Vault.findMerchants`). Reads every deal once, whatever the number of merchants. */
export function findMerchants(database: Database, merchants: readonly Merchant[]): (ExistingDeal | null)[] {
  const rows = database
    .prepare(
      `SELECT deal_id, legal_name, state IN ('draft', 'refused') AS is_draft, "values" ->> '$.company.ein' AS ein
       FROM deals WHERE deleted_at IS NULL ORDER BY is_draft, number`,
    )
    .all() as Row[]
  // Later rows replace earlier ones, so that a draft and then a newer deal win.
  const byEin = new Map<string, ExistingDeal>()
  const byName = new Map<string, { deal: ExistingDeal; ein: string }[]>()
  for (const { deal_id, legal_name, is_draft, ein: typed } of rows) {
    const deal = { deal_id, legal_name, is_editable: is_draft === 1 }
    const ein = typed === null ? '' : (readIdNumber('ein', typed) ?? '')
    if (ein !== '') byEin.set(ein, deal)
    const key = merchantNameKey(legal_name)
    const named = byName.get(key)
    if (named !== undefined) named.push({ deal, ein })
    else if (key !== '') byName.set(key, [{ deal, ein }])
  }
  return merchants.map(({ ein, name_key }) => {
    const named = byName.get(name_key) ?? []
    // Different EINs mean different businesses with the same name. The name alone then identifies none of them.
    const eins = new Set(named.map((one) => one.ein).filter((one) => one !== ''))
    const candidates = ein === '' ? (eins.size > 1 ? [] : named) : named.filter((one) => one.ein === '')
    return byEin.get(ein) ?? candidates.at(-1)?.deal ?? null
  })
}
