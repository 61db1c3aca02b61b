import words from '../../../../resources/prefill/label-words.json' with { type: 'json' }

/**
 * The words that applications print at their fields, in English and Spanish. `resources/prefill/label-words.json` contains them as data: in
 * lower case, without accents and punctuation. The order of the words in a name does not matter.
 */

/** The person or company that a label, a heading, or a group of fields is about. */
export type Party = 'business' | 'owner' | 'request' | 'signature' | 'other'

/**
 * Pseudo fields for values that fill several fields: a person's full name, the end of an address, and the lines with the name and the address
 * of a business. A path can end in one of them.
 */
export const FULL_NAME = '@name'
export const CITY_STATE_ZIP = '@city_state_zip'
export const NAME_AND_ADDRESS = '@name_address'

/** The names under which applications ask for the value of a field, by path in the standard form. `*` stands for the row of a list. */
export const FIELD_NAMES: Readonly<Record<string, readonly string[]>> = words.fields

/** Fields that the app never proposes: the broker's own reference and notes, and statements that the broker must make. */
export const NEVER_PROPOSED: ReadonlySet<string> = new Set([
  'application.reference',
  'application.notes',
  'application.consent_accepted',
])

/**
 * Names that say nothing without the person or company that they are about. A label with such a name counts only if the label itself, its
 * heading, or the labels before it say whose name or address it is.
 */
export const GENERIC_NAMES: readonly string[] = words.generic

/** Words with which a label names its own party so clearly that it counts even in a section about an unknown party. */
export const CERTAIN_WORDS: ReadonlySet<string> = new Set(words.certain)

/** Words that name a party. Headings and labels contain them: "Business phone", "Owner 2". */
export const PARTY_WORDS: Readonly<Record<Party, readonly string[]>> = words.parties

/** Words of a heading besides the party: "Business information", "About the owner". */
export const HEADING_WORDS: ReadonlySet<string> = new Set(words.headings)

/** Words that can be left out of a name. */
export const FILLERS: ReadonlySet<string> = new Set(words.fillers)

/** Abbreviations and other spellings of a word. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map(Object.entries(words.spellings))

/** Numbers of owners in words, from 0. They count only next to a word for the owner. */
export const ORDINALS: ReadonlyMap<string, number> = new Map(Object.entries(words.ordinals))

/** Labels that the form has no field for. The reader must know them, so that it takes neither them nor their values for something else. */
export const OTHER_LABELS: readonly string[] = words.others

/** The job titles that the reader knows. Some of these words are also headings. */
export const TITLE_VALUES: ReadonlySet<string> = new Set(words.titles)

/** Other names of the choices of a field, by path and value. A name that fits several choices, such as "Corporation", is left out. */
export const CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  words.choices
