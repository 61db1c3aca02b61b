import { wordsOf } from '../text.ts'

/** What identifies a merchant: the EIN (`12-3456789`), and the key of `merchantNameKey`. Both are empty if unknown. */
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

/** Legal forms at the end of a business name. The same business often appears with and without one. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'llc inc incorporated corp corporation co company ltd limited lp llp lllp pllc pc pa plc sa srl dba'.split(
    ' ',
  ),
)
const SMALL_WORDS: ReadonlySet<string> = new Set(['the', 'and', 'y', 'of', 'de', 'la', 'el'])
/** Shorter names, such as "AB", are too common to recognize a merchant by. */
const SHORTEST = 4

/**
 * Returns a business name without case, accents, punctuation, and legal form. Two spellings of the same name give the same result. Returns
 * an empty string for a name that is too short to recognize a merchant by.
 */
export function merchantNameKey(name: string): string {
  const words = joinInitials(wordsOf(name)).filter((word) => !SMALL_WORDS.has(word))
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) as string)) words.pop()
  const key = words.join('')
  return key.length < SHORTEST ? '' : key
}

/** Joins single letters, so that "L.L.C." becomes "llc". */
function joinInitials(words: readonly string[]): string[] {
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
