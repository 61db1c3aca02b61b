import standard from '../../resources/profiles/endpoint-default.json' with { type: 'json' }

/** Payment frequencies. Daily means on business days. */
export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'semimonthly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Units of a term. */
export const TERM_UNITS = ['days', 'business_days', 'weeks', 'months', 'years', 'payments'] as const
export type TermUnit = (typeof TERM_UNITS)[number]

export const OFFER_WORDS = [...FREQUENCIES, ...TERM_UNITS]

/** The partner's words for each. All of it is assumed: the specification shows no offer (section 2). */
export type OfferWords = Partial<Record<Frequency | TermUnit, readonly string[]>>

/** Reads how often payments come. Returns null for a word that is not known. */
export function frequencyOf(text: string | null, words: OfferWords = {}): Frequency | null {
  return FREQUENCIES.find((frequency) => isWordFor(frequency, text, words)) ?? null
}

/** Reads what a term is measured in. Returns null for a word that is not known. */
export function termUnitOf(text: string, words: OfferWords = {}): TermUnit | null {
  return TERM_UNITS.find((unit) => isWordFor(unit, text, words)) ?? null
}

function isWordFor(word: Frequency | TermUnit, text: string | null, words: OfferWords): boolean {
  const wanted = plain(text ?? '')
  if (wanted === '') return false
  const own = words[word]
  return own === undefined ? standardFor(word).has(wanted) : own.some((one) => plain(one) === wanted)
}

const standards = new Map<Frequency | TermUnit, ReadonlySet<string>>()

function standardFor(word: Frequency | TermUnit): ReadonlySet<string> {
  const known = standards.get(word) ?? new Set([word, ...standard.offer_words[word]].map(plain))
  standards.set(word, known)
  return known
}

/** Letters and digits alone, without accents and capitals. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
