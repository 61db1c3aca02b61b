import type { PlannedRow } from '../../../src-shared/features/import/import.ts'
import {
  merchantNameKey,
  type ExistingDeal,
  type Merchant,
} from '../../../src-shared/features/merchants/merchants.ts'

/** A row of a file, with the deal that the vault found for its merchant. */
interface FoundRow {
  row: number
  merchant: Merchant
  existing: ExistingDeal | null
}

/**
 * Finds the rows of a file that are about the same business: they have the same EIN, or the same name and no different EINs. Rows of one
 * business also share the deal that the vault found for one of them. Compares keys only, so the work grows with the number of rows.
 */
export function sameBusiness(rows: readonly FoundRow[]): PlannedRow[] {
  const einsOfName = new Map<string, Set<string>>()
  const einsOfDeal = new Map<string, Set<string>>()
  for (const { merchant, existing } of rows) {
    if (merchant.ein === '') continue
    if (merchant.name_key !== '') addTo(einsOfName, merchant.name_key, merchant.ein)
    if (existing !== null) addTo(einsOfDeal, existing.deal_id, merchant.ein)
  }
  /** Different EINs find the same deal only by the name. The name then identifies none of these businesses. */
  const foundFor = ({ merchant, existing }: FoundRow) =>
    existing !== null && merchant.ein !== '' && (einsOfDeal.get(existing.deal_id)?.size ?? 0) > 1
      ? null
      : existing
  const businesses = rows.map(({ merchant }) => businessOf(merchant, einsOfName))

  // A name without an EIN may belong to another business, so its deal counts only for rows that have no EIN either.
  const shared = new Map<string, ExistingDeal>()
  for (const [at, row] of rows.entries()) {
    const business = businesses[at] ?? null
    const existing = foundFor(row)
    if (business === null || existing === null || shared.has(business)) continue
    if (row.merchant.ein !== '' || business.startsWith(BY_NAME)) shared.set(business, existing)
  }

  const first = new Map<string, number>()
  return rows.map((found, at) => {
    const { row } = found
    const business = businesses[at] ?? null
    if (business === null) return { row, existing: foundFor(found), same_as_row: null }
    const existing = foundFor(found) ?? sharedWith(found.merchant, shared.get(business))
    const key = `${business} ${existing?.deal_id ?? ''}`
    const same_as_row = first.get(key) ?? null
    if (same_as_row === null) first.set(key, row)
    return { row, existing, same_as_row }
  })
}

/**
 * Returns the deal of the business for a row for which the vault found none. The vault would have found a deal with the name of a row
 * without an EIN, unless deals with different EINs have this name.
 */
function sharedWith({ ein, name_key }: Merchant, deal: ExistingDeal | undefined): ExistingDeal | null {
  if (deal === undefined) return null
  return ein === '' && merchantNameKey(deal.legal_name) === name_key ? null : deal
}

const BY_EIN = 'ein '
const BY_NAME = 'name '

/** Returns a key of the business. Returns null if a row has neither an EIN nor a name that identifies one business of the file. */
function businessOf({ ein, name_key }: Merchant, einsOfName: ReadonlyMap<string, Set<string>>) {
  if (ein !== '') return BY_EIN + ein
  if (name_key === '') return null
  const [known, ...others] = einsOfName.get(name_key) ?? []
  if (known === undefined) return BY_NAME + name_key
  return others.length === 0 ? BY_EIN + known : null
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}
