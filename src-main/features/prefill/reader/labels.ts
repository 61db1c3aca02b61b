import { resolvePath } from '../../../../src-shared/features/form/form-path.ts'
import { namesInAllLanguages } from '../../../../src-shared/features/form/localized-profile.ts'
import type { PayloadProfile, ProfileField } from '../../../../src-shared/features/form/payload-profile.ts'
import { trimEnd, wordsOf } from '../../../../src-shared/platform/base/text.ts'
import { choiceOf } from './field-values.ts'
import {
  CERTAIN_WORDS,
  CITY_STATE_ZIP,
  FIELD_NAMES,
  FILLERS,
  FULL_NAME,
  GENERIC_NAMES,
  HEADING_WORDS,
  NAME_AND_ADDRESS,
  NEVER_PROPOSED,
  ORDINALS,
  OTHER_LABELS,
  PARTY_WORDS,
  SPELLINGS,
  TITLE_VALUES,
  type Party,
} from './label-words.ts'

/** A field that a label can mean. */
export interface Target {
  /** The path in the form. `*` stands for the row of a list. */
  path: string
  party: Party
}

/** The meaning of a label. `targets` is empty for a label that the form has no field for. */
export interface Label {
  targets: Target[]
  /** The party that the label itself names. */
  party: Party | null
  /** The row, from 0, if the label names one ("Owner 2"). */
  row: number | null
  /** True if the label alone does not say whose value it asks for. */
  isGeneric: boolean
  /** True if the label alone says so clearly whose value it asks for that no heading can change it. */
  isCertain: boolean
}

export interface Heading {
  /** Null if the heading names several parties, or none. */
  party: Party | null
  row: number | null
}

export interface LabelReader {
  /** Returns the meaning of a printed label, also with a number before it or instructions after it. Null if the text is no known label. */
  label(text: string): Label | null
  /** Returns the meaning of a label without a number and instructions, or of the name of a form field. */
  exact(text: string): Label | null
  /**
   * Returns the party that a heading announces, or null if the text is no heading. A text that is set apart like a heading is one whatever
   * its words.
   */
  heading(text: string, isSetApart?: boolean): Heading | null
  /** True if a text is one of the choices of a field. Some choices, such as "Equipment", are also words of other labels. */
  isChoice(text: string): boolean
  /** True if a text consists only of words that labels and headings contain. */
  isLabelLike(text: string): boolean
}

const OWNER_LIST = 'company.owners'
/** Words for the person or company that fills in the form. Other words of the label say who this is. */
const NEUTRAL: ReadonlySet<string> = new Set(['applicant', 'borrower', 'solicitante'])
const PARTY_OF = new Map<string, Party>(
  Object.entries(PARTY_WORDS).flatMap(([party, words]) =>
    words.map((word) => [word, party as Party] as const),
  ),
)

/** Creates a reader of the labels under which an application can ask for the fields of this form. */
export function createLabelReader(profile: PayloadProfile): LabelReader {
  const byKey = new Map<string, Target[]>()
  const vocabulary = new Set<string>([...PARTY_OF.keys(), ...HEADING_WORDS, ...FILLERS, ...ORDINALS.keys()])
  const add = (name: string, path: string) => {
    const words = splitWords(name)
    const key = keyOf(words)
    if (key === '') return
    for (const word of words) vocabulary.add(word)
    const targets = byKey.get(key) ?? []
    if (!targets.some((target) => target.path === path)) targets.push({ path, party: partyOfPath(path) })
    byKey.set(key, targets)
  }
  for (const [path, names] of Object.entries(FIELD_NAMES))
    if (isInForm(profile, path)) for (const name of names) add(name, path)
  for (const { path, field } of fieldsOf(profile))
    if (!NEVER_PROPOSED.has(path) && field.type !== 'yes_no')
      for (const name of [...namesInAllLanguages(profile, field.label), ...(field.synonyms ?? [])])
        if (!UNSAFE_SYNONYMS.has(keyOf(splitWords(name)))) add(name, path)
  for (const name of OTHER_LABELS) for (const word of splitWords(name)) vocabulary.add(word)
  const others = new Set(OTHER_LABELS.map((name) => keyOf(splitWords(name))))
  const choices = fieldsOf(profile).filter(({ field }) => field.type === 'choice')
  const generic = new Set(GENERIC_NAMES.map((name) => keyOf(splitWords(name))))

  function find(words: readonly string[], party: Party | null, row: number | null): Label | null {
    const key = keyOf(words)
    const all = byKey.get(key)
    if (all === undefined) return null
    const isGeneric = generic.has(key)
    const isCertain = !isGeneric && words.some((word) => CERTAIN_WORDS.has(word))
    if (party === null) {
      const [only, ...rest] = all
      const isNamed = rest.length === 0 && words.some((word) => PARTY_OF.get(word) === only?.party)
      return { targets: all, party: isNamed && only ? only.party : null, row, isGeneric, isCertain }
    }
    const targets = all.filter((target) => target.party === party)
    // A label such as "Business use of funds" is about the request of the business.
    const requests = all.filter((target) => target.party === 'request')
    return targets.length === 0 && party === 'business' && requests.length > 0
      ? { targets: requests, party: 'request', row, isGeneric: false, isCertain }
      : { targets, party, row, isGeneric: false, isCertain }
  }

  function read(words: readonly string[]): Label | null {
    const whole = find(words, null, null)
    const key = keyOf(words)
    if (whole === null && others.has(key)) return NO_FIELD
    const owned = withoutRow(words)
    if (owned === null && whole !== null) return whole
    const { rest: left, row } = owned ?? { rest: words, row: null }
    const about = left.filter((word) => PARTY_OF.has(word))
    // The applicant of "Applicant business phone" is the business.
    const telling = about.filter((word) => !NEUTRAL.has(word))
    const parties = new Set(
      (telling.length > 0 ? telling : about).flatMap((word) => PARTY_OF.get(word) ?? []),
    )
    const rest = left.filter((word) => !PARTY_OF.has(word))
    if (parties.size === 0 || keyOf(rest) === '') return null
    const party = onlyParty(parties)
    if (party === 'other') return isKnown(rest) ? { ...NO_FIELD, party } : null
    const found = find(rest, party, row)
    const names = about.some((word) => CERTAIN_WORDS.has(word)) && !generic.has(keyOf(rest))
    const plain = found && { ...found, isCertain: found.isCertain || names }
    if (plain !== null) return plain
    if (party !== 'owner') return null
    for (const [at, word] of rest.entries()) {
      const named = ORDINALS.get(word) ?? rowOf(word)
      const numbered = named === undefined ? null : find(rest.toSpliced(at, 1), party, row ?? named)
      if (numbered !== null) return numbered
    }
    return null
  }

  function isKnown(words: readonly string[]): boolean {
    const key = keyOf(words)
    return byKey.has(key) || others.has(key)
  }

  /** True if a text names a party that no field of the form is about, such as the landlord. */
  function isAboutOthers(text: string): boolean {
    return splitWords(text).some((word) => PARTY_OF.get(word) === 'other' && !NEUTRAL.has(word))
  }

  return {
    label(text) {
      const known = this.exact(text)
      if (known !== null) return known
      const plain = withoutHint(text)
      const label = this.exact(plain)
      if (label !== null) return isAboutOthers(text) && !isAboutOthers(plain) ? NO_FIELD : label
      const halves = plain.split('/')
      const [one, other = one] = halves.flatMap((half) => this.exact(half) ?? [])
      return halves.length === 2 && one && other && !isAboutOthers(text) ? inBothLanguages(one, other) : null
    },
    exact(text) {
      const { main, aside } = splitAside(text)
      const words = splitWords(main)
      if (words.length === 0 || words.length > 12) return null
      if (aside !== '') {
        const all = read([...words, ...splitWords(aside)])
        if (all !== null) return all
        // Words in parentheses are usually a hint, such as "(mm/dd/yyyy)". If they name another field, the label is unclear.
        const beside = read(splitWords(aside))
        if (beside !== null && beside.targets.length > 0 && !isSameMeaning(read(words), beside))
          return NO_FIELD
      }
      return read(words)
    },
    heading(text, isSetApart = false) {
      const words = splitWords(text.replaceAll(/[()]/g, ' '))
      const unknown = isSetApart ? UNKNOWN_HEADING : null
      if (words.length === 0 || words.length > 8) return unknown
      const owned = withoutRow(words)
      const rest = owned?.rest ?? words
      const parties = rest.flatMap((word) => PARTY_OF.get(word) ?? [])
      const besides = rest.filter((word) => !PARTY_OF.has(word))
      const plain = besides.filter(
        (word) =>
          !HEADING_WORDS.has(word) &&
          !FILLERS.has(word) &&
          ORDINALS.get(word) === undefined &&
          rowOf(word) === undefined,
      )
      if (plain.length > 0) return unknown
      const row = owned?.row ?? besides.flatMap((word) => ORDINALS.get(word) ?? [])[0] ?? null
      if (owned !== null && parties.length === 0) return { party: 'owner', row }
      if (parties.length === 0) return isSetApart ? NEUTRAL_HEADING : null
      const named = new Set(parties)
      // A heading such as "Business and owner information" does not say whose values follow.
      if (named.has('business') && named.has('owner') && /[&/]| and | y /i.test(text))
        return { party: null, row: null }
      // The person of a heading such as "Loan officer" works for the lender.
      if (named.has('owner') && named.has('request')) return unknown
      const party = onlyParty(named)
      return { party, row: party === 'owner' ? row : null }
    },
    isChoice: (text) => choices.some(({ path, field }) => choiceOf(path, field, text) !== null),
    isLabelLike(text) {
      const words = splitWords(text)
      return (
        words.some((word) => /\p{L}/u.test(word)) &&
        words.every((word) => vocabulary.has(word) || /^\d$/.test(word))
      )
    },
  }
}

/** A label that the form has no field for. */
export const NO_FIELD: Label = { targets: [], party: null, row: null, isGeneric: false, isCertain: false }

/** A heading that names no party, such as "General information". */
export const NEUTRAL_HEADING: Heading = { party: null, row: null }
/** A heading in unknown words. Its section can be about anyone. */
export const UNKNOWN_HEADING: Heading = { party: 'other', row: null }

/** Returns the meaning of a label whose halves are two names of one value, such as "Phone / Teléfono". */
function inBothLanguages(one: Label, other: Label): Label {
  const targets = one.targets.filter(({ path }) => other.targets.some((target) => target.path === path))
  const isClash = one.party !== null && other.party !== null && one.party !== other.party
  return targets.length === 0 || isClash
    ? NO_FIELD
    : {
        targets,
        party: one.party ?? other.party,
        row: one.row ?? other.row,
        isGeneric: one.isGeneric && other.isGeneric,
        isCertain: one.isCertain || other.isCertain,
      }
}

const LONGEST_LABEL = 300
/** Words at which the instructions of a label begin: "Legal name (as shown on your tax return)", "Trade name, if different". */
const INSTRUCTIONS =
  /[.;] |,? (?:if|as shown|as it|as they|including|include|for whom|do not|no p\.?o|see|must|may be|where|which|so that|enter|from above)\b/gi

/** Removes the number before a label and the instructions after it. */
function withoutHint(text: string): string {
  // A text that starts in lower case is the rest of a sentence.
  if (text.length > LONGEST_LABEL || /^\p{Ll}/u.test(text)) return text
  let plain = text
    .replaceAll(/\([^()]*(?:\)|$)/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  plain = plain
    .replace(/^(?:please )?(?:enter|provide)(?: \w+:)? /i, '')
    .replace(/^\(?(?:line )?\d{1,2}[a-z]?[.):]? (?=\p{L})/iu, '')
  for (const { 0: found, index } of plain.matchAll(INSTRUCTIONS)) {
    // The period of an abbreviation, such as "No.", ends no sentence.
    if (index === 0 || (found.startsWith('.') && /(?:^|[^\p{L}])\p{L}{1,3}$/u.test(plain.slice(0, index))))
      continue
    plain = plain.slice(0, index)
    break
  }
  return trimEnd(plain.trim(), '.,:;')
}

/** Synonyms for the columns of import files that say too little on an application, where other fields have the same names. */
const UNSAFE_SYNONYMS: ReadonlySet<string> = new Set(
  [
    'amount',
    'term',
    'agent',
    'rep',
    'payment',
    'reference',
    'balance',
    'company',
    'merchant',
    'business',
  ].map((name) => keyOf(splitWords(name))),
)

/** The title of a person in the normalized form of `TITLE_VALUES`. */
export function isJobTitle(text: string): boolean {
  return TITLE_VALUES.has(wordsOf(text.replaceAll(/co-?owner/gi, 'coowner')).join(' '))
}

function isSameMeaning(one: Label | null, other: Label): boolean {
  return one !== null && one.targets.some(({ path }) => other.targets.some((target) => target.path === path))
}

/** Removes the words for an owner with a number after them, and returns the number of the row from 0. Null if there are none. */
function withoutRow(words: readonly string[]): { rest: string[]; row: number } | null {
  const at = words.findIndex(
    (word, index) =>
      word !== 'ownership' && PARTY_OF.get(word) === 'owner' && rowOf(words[index + 1]) !== undefined,
  )
  if (at >= 0)
    return { rest: words.toSpliced(at, 2, words[at] as string), row: rowOf(words[at + 1]) as number }
  const named = words.indexOf('coowner')
  if (named >= 0) return { rest: words.toSpliced(named, 1, 'owner'), row: 1 }
  return null
}

function rowOf(word: string | undefined): number | undefined {
  return word !== undefined && /^[1-8]$/.test(word) ? Number(word) - 1 : undefined
}

/** Returns the party of a text that names several. A word for another party, such as a bank, decides. */
function onlyParty(parties: ReadonlySet<Party>): Party {
  for (const party of ['other', 'signature', 'owner', 'business'] as const)
    if (parties.has(party)) return party
  return 'request'
}

export function partyOfPath(path: string): Party {
  if (path.startsWith(`${OWNER_LIST}.`)) return 'owner'
  if (path.startsWith('company.')) return 'business'
  if (path === 'application.signature_date') return 'signature'
  return path.includes('*') ? 'other' : 'request'
}

function isInForm(profile: PayloadProfile, path: string): boolean {
  const parts: Record<string, readonly string[]> = {
    [FULL_NAME]: ['first_name', 'last_name'],
    [CITY_STATE_ZIP]: ['city', 'state', 'zip'],
    [NAME_AND_ADDRESS]: ['legal_name'],
  }
  const last = path.slice(path.lastIndexOf('.') + 1)
  const start = path.slice(0, path.lastIndexOf('.') + 1)
  return (parts[last] ?? [last]).every((part) => fieldAt(profile, start + part) !== null)
}

/** Returns the field of the form at a path with `*` or a number for the row. */
export function fieldAt(profile: PayloadProfile, path: string): ProfileField | null {
  const target = resolvePath(profile, path.replace('*', '0'))
  return target?.kind === 'field' ? target.field : null
}

function fieldsOf(profile: PayloadProfile): { path: string; field: ProfileField }[] {
  return profile.sections.flatMap(({ fields = [], list }) => [
    ...fields.map((field) => ({ path: field.path, field })),
    ...(list === undefined
      ? []
      : list.fields.map((field) => ({ path: `${list.path}.*.${field.path}`, field }))),
  ])
}

/** Separates the words in parentheses from a label. */
function splitAside(text: string): { main: string; aside: string } {
  const open = text.indexOf('(')
  const close = text.indexOf(')', open)
  if (open <= 0 || close < 0) return { main: text.replaceAll(/[()]/g, ' '), aside: '' }
  return { main: `${text.slice(0, open)} ${text.slice(close + 1)}`, aside: text.slice(open + 1, close) }
}

/** Returns the words of a label in a uniform spelling. Also splits the names of form fields, such as `owner1FirstName`. */
export function splitWords(text: string): string[] {
  if (text.length > 200) return []
  const spaced = text
    .replaceAll('%', ' percent ')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .replaceAll(/(\d)(\p{L})/gu, '$1 $2')
    .replaceAll(/['’]s?(?![\p{L}])/giu, '')
    .replaceAll(/\bd\.? ?\/?b\.? ?\/?a\b\.?/gi, 'dba')
    .replaceAll(/\bdoing business as\b/gi, 'dba')
    .replaceAll(/\be[- ]mail\b/gi, 'email')
    .replaceAll(/\bco[- ]?owner\b/gi, 'coowner')
    .replaceAll(/\bs\.? ?s\.? ?n\b\.?/gi, 'ssn')
    .replaceAll(/\bd\.? ?o\.? ?b\b\.?/gi, 'dob')
    .replaceAll(/\be\.? ?i\.? ?n\b\.?/gi, 'ein')
  return wordsOf(spaced).flatMap((word) => (SPELLINGS.get(word) ?? word).split(' '))
}

/** Returns the same key for all orders and spellings of a name. */
function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => !FILLERS.has(word))
    .toSorted()
    .join(' ')
}
