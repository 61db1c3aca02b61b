import { wordsOf } from '../../platform/base/text.ts'
import type { DealRow } from '../pipeline/pipeline.ts'

/** The identity of a merchant: the EIN (`12-3456789`), and the key of `merchantNameKey`. Both are empty if unknown. */
export interface Merchant {
  ein: string
  name_key: string
}

/** A deal with the same EIN or business name as another one. `is_editable` is true for a draft. */
export interface ExistingDeal {
  deal_id: string
  legal_name: string
  is_editable: boolean
}

/** A deal of the same merchant. `same` says by what the app recognized the merchant. */
export interface MerchantDeal extends DealRow {
  same: 'ein' | 'name'
}

/** The other deals of a deal's merchant, newest first, with those in the trash. `is_dismissed` is true after the broker dismissed the offer to reuse their values. */
export interface SameMerchant {
  is_dismissed: boolean
  /** `ein_key` is a keyed hash of the deal's EIN, or empty. Equal hashes mean equal EINs. */
  deals: { row: DealRow; same: MerchantDeal['same']; ein_key: string }[]
}

/** A value of an earlier deal for an empty field of this deal. Sensitive values are masked. */
export interface ReusableValue {
  label: string
  value: string
}

/** A part of an earlier deal that the broker can reuse: a section of the form, or one owner. */
export interface ReusableSection {
  section_id: string
  title: string
  values: ReusableValue[]
  /** The number of fields that already have another value. They stay unchanged. */
  differing: number
  /** False for a section whose values change with time, such as the revenue. */
  is_suggested: boolean
}

/** The app's data about a deal's merchant from other deals of the same environment. */
export interface KnownMerchant {
  deals: MerchantDeal[]
  /** The earlier deal whose values fit into empty fields of this deal; null if there is none. */
  reuse: { deal_id: string; legal_name: string; at: string; sections: ReusableSection[] } | null
}

/** Legal forms at the end of a business name. The same business often appears with and without one. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'llc inc incorporated corp corporation co company ltd limited lp llp lllp pllc pc pa plc sa srl dba'.split(
    ' ',
  ),
)
const SMALL_WORDS: ReadonlySet<string> = new Set(['the', 'and', 'y', 'of', 'de', 'la', 'el'])
/** Shorter names, such as "AB", are too common to recognize a merchant by. */
const SHORTEST = 4

/** Returns the key of a business name. Returns an empty string for a name that is too short to recognize a merchant by. */
export function merchantNameKey(name: string): string {
  const key = plainName(joinInitials(wordsOf(name)))
  return key.length < SHORTEST ? '' : key
}

/**
 * Returns a business name without case, accents, punctuation, and legal form. Two spellings of the same name give the same result. `words`
 * come from `joinInitials`.
 */
export function plainName(words: readonly string[]): string {
  const kept = words.filter((word) => !SMALL_WORDS.has(word))
  while (kept.length > 1 && LEGAL_FORMS.has(kept.at(-1) as string)) kept.pop()
  return kept.join('')
}

/** Joins single letters, so that "L.L.C." becomes "llc". */
export function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let initials = ''
  for (const word of [...words, '']) {
    if (word.length === 1) {
      initials += word
      continue
    }
    if (initials !== '') joined.push(initials)
    initials = ''
    if (word !== '') joined.push(word)
  }
  return joined
}
