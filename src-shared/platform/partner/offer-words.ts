import standard from '../../../resources/profiles/endpoint-default.json' with { type: 'json' }

/** Payment frequencies. `daily` means every business day. */
export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'semimonthly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Units in which the length of a term can be stated. */
export const TERM_UNITS = ['days', 'business_days', 'weeks', 'months', 'years', 'payments'] as const
export type TermUnit = (typeof TERM_UNITS)[number]

export const OFFER_WORDS = [...FREQUENCIES, ...TERM_UNITS]

/** The partner's words for each frequency and unit. All are assumed, because the specification shows no offer (section 2). */
export type OfferWords = Partial<Record<Frequency | TermUnit, readonly string[]>>

export function frequencyOf(text: string | null, words: OfferWords = {}): Frequency | null {
  return FREQUENCIES.find((frequency) => isWordFor(frequency, text, words)) ?? null
}

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

/** Returns only the letters and digits of a string, in lowercase and without accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
