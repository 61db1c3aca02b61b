import type {
  PayloadProfile,
  ProfileField,
  ProfileList,
  FieldType,
} from '../../../src-shared/features/form/payload-profile.ts'
import { namesInAllLanguages } from '../../../src-shared/features/form/localized-profile.ts'
import {
  FIELD_HEADINGS,
  FULL_NAME,
  PERSON_HEADINGS,
  FILLERS,
  isCount,
  isFooter,
  isTotalLabel,
  signsInWords,
  usualWords,
} from './import-words.ts'
import { resolvePath, rowOf } from '../../../src-shared/features/form/form-path.ts'
import { plain } from './fit-cell.ts'
import { joinedAt, joinedFields } from './joined-fields.ts'
import { readState } from '../../../src-shared/platform/entry/us-states.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'

type FindField = (heading: string) => string | null

const finders = new WeakMap<PayloadProfile, FindField>()

/** Returns the finder of `createColumnFinder`. Makes it only once per profile, because it compares all names of all fields. */
export function columnFinder(profile: PayloadProfile): FindField {
  const find = finders.get(profile) ?? createColumnFinder(profile)
  finders.set(profile, find)
  return find
}

/**
 * Returns a function that finds the form field for a column heading: by path, by label, by a common name, or by the words of one of these
 * in any order, abbreviated or not. Names count rows from one (`Owner 2 SSN`). Paths count rows from zero (`company.owners.1.ssn`), like the partner's API. A
 * name without a number means the first row.
 */
function createColumnFinder(profile: PayloadProfile): FindField {
  const byPath = new Map<string, string>()
  const byName = new Map<string, string | null>()
  const byWords = new Map<string, string | null>()
  const add = (to: Map<string, string | null>, one: string, path: string) => {
    const known = to.get(one)
    // If two fields have the same name, the name identifies neither of them.
    to.set(one, known === undefined || known === path ? path : null)
  }
  const name = (names: string[], path: string) => {
    for (const one of names) {
      add(byName, plain(one), path)
      const words = usualWords(one)
      add(byWords, anyOrder(words), path)
      add(byWords, anyOrder(words.filter((word) => !FILLERS.has(word))), path)
    }
  }
  const tops = profile.sections.flatMap(({ fields = [] }) => [...fields, ...joinedFields(fields)])
  for (const field of tops) {
    byPath.set(plain(field.path), field.path)
    name([...namesOf(profile, field, field.path), field.path.split('.').at(-1) ?? ''], field.path)
  }
  for (const [path, names] of Object.entries(FIELD_HEADINGS))
    if (byPath.has(plain(path)))
      name(
        names.filter((one) => !byName.has(plain(one))),
        path,
      )
  const taken = new Set(byName.keys())
  for (const { list } of profile.sections) {
    if (list === undefined) continue
    for (const field of [...list.fields, ...joinedFields(list.fields)])
      for (let row = 0; row < Math.min(list.max_rows ?? 10, 10); row++) {
        const path = `${list.path}.${row}.${field.path}`
        byPath.set(plain(path), path)
        byPath.set(plain(path.slice(path.indexOf('.') + 1)), path)
        name(
          [...rowNames(profile, list, field, row), ...(FIELD_HEADINGS[path] ?? [])].filter(
            (one) => !taken.has(plain(one)),
          ),
          path,
        )
      }
    if (!isOfPersons(list)) continue
    for (const [row, names] of PERSON_HEADINGS.entries())
      name(
        names.filter((one) => !taken.has(plain(one))),
        `${list.path}.${row}.${FULL_NAME}`,
      )
    const rows = namesInAllLanguages(profile, list.row_label)
    for (let row = 0; row < Math.min(list.max_rows ?? 10, 10); row++) {
      const path = `${list.path}.${row}.${FULL_NAME}`
      name(
        rows.flatMap((label) => ['', ' name', ' full name'].map((what) => `${label} ${row + 1}${what}`)),
        path,
      )
    }
  }
  const fieldAt = (path: string) => {
    const target = resolvePath(profile, path)
    return target?.kind === 'field' ? target.field : null
  }
  const byTold = (words: readonly string[]) => byWords.get(anyOrder(words)) ?? null
  const find = (heading: string) => {
    const words = usualWords(heading)
    // `Last contact` is a time, `Contact last` a name.
    if (/^(?:first|last) owner$/.test(words.join(' '))) return null
    const told = words.filter((word) => !FILLERS.has(word))
    const known = byPath.get(plain(heading)) ?? byName.get(plain(heading)) ?? byTold(words) ?? byTold(told)
    if (known !== null) return known
    // `Phone number` is a phone, but `Account number` is not the name of an account.
    for (const [kind, types] of Object.entries(KINDS)) {
      const path = told.includes(kind) ? byTold(told.filter((word) => word !== kind)) : null
      if (path !== null && types.includes(fieldAt(path)?.type ?? 'text')) return path
    }
    const ofBusiness = byTold(told.filter((word) => word !== 'business'))
    // `Company notes` are not for the funding partner.
    const isOfBusiness = ofBusiness?.startsWith('company.') === true && rowOf(profile, ofBusiness) === null
    return told.includes('business') && isOfBusiness ? ofBusiness : null
  }
  return (heading) => {
    // The state of a record is no heading, although `CO` also abbreviates a company.
    if (readState(heading) !== null) return null
    const said = signsInWords(heading)
    return find(said) ?? find(said.replaceAll(/\([^()]*\)/g, ' '))
  }
}

/** Words that say of which type a value is. A heading without them means the same field of this type. */
const KINDS: Readonly<Record<string, readonly FieldType[]>> = {
  number: ['ein', 'ssn', 'phone', 'zip'],
  amount: ['money'],
  percent: ['percent'],
}

const anyOrder = (words: readonly string[]) => words.toSorted().join(' ')

/** True for a list whose rows have a first name and a last name. */
export function isOfPersons({ fields }: ProfileList): boolean {
  return ['first_name', 'last_name'].every((name) => fields.some(({ path }) => path === name))
}

function rowNames(profile: PayloadProfile, list: ProfileList, field: ProfileField, row: number): string[] {
  const names = namesOf(profile, field, field.path)
  // A row with one share has one percentage: `Guarantor 2 %`.
  const shares = list.fields.filter(({ type }) => type === 'percent')
  const labels = namesInAllLanguages(profile, list.row_label)
  const ofRow = [
    ...names,
    ...(FIELD_HEADINGS[`${list.path}.${field.path}`] ?? []),
    ...(shares.length === 1 && shares[0] === field ? ['percent'] : []),
  ]
  const labeled = ofRow.flatMap((name) =>
    labels.flatMap((label) => [
      `${label} ${row + 1} ${name}`,
      `${label} ${name} ${row + 1}`,
      ...(row === 0 ? [`${label} ${name}`] : []),
    ]),
  )
  return [...labeled, ...names.flatMap((name) => [`${name} ${row + 1}`, ...(row === 0 ? [name] : [])])]
}

/** Returns a field's names in all languages, because a file may be in another language than the current one. */
function namesOf(profile: PayloadProfile, field: ProfileField, path: string): string[] {
  return [
    ...namesInAllLanguages(profile, field.label),
    ...(joinedAt(path) === null ? [path] : []),
    ...(field.synonyms ?? []),
  ]
}

/** Number of values of a column from which its field is guessed. */
const SAMPLE = 50
/** Minimum share of a column's values that must look alike. */
const MOST = 0.8

/** Types of fields whose values can be recognized without a heading. Other values, such as amounts, could belong to several fields. */
const LOOKS: readonly { type: FieldType; test: (text: string) => boolean }[] = [
  { type: 'ssn', test: (text) => /^\d{3}-\d{2}-\d{4}$/.test(text) },
  { type: 'ein', test: (text) => /^\d{2}-\d{7}$/.test(text) },
  { type: 'email', test: (text) => text.length < 255 && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text) },
  { type: 'phone', test: (text) => /^(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/.test(text) },
  { type: 'state', test: (text) => readState(text) !== null },
  { type: 'website', test: (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text) },
]

/**
 * Guesses the field of a column from its values: the only field of their type that no other column fills. Returns null if the values do
 * not look alike, or if they could belong to several fields.
 */
export function guessByValues(
  profile: PayloadProfile,
  values: readonly string[],
  taken: ReadonlySet<string>,
): string | null {
  const sample = values
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .slice(0, SAMPLE)
  if (sample.length === 0) return null
  const look = LOOKS.find(({ test }) => sample.filter(test).length >= MOST * sample.length)
  if (look === undefined) return null
  const isFree = (field: ProfileField, path: string) => field.type === look.type && !taken.has(path)
  const fields = profile.sections.flatMap((section) => section.fields ?? [])
  const single = fields.filter((field) => isFree(field, field.path)).map(({ path }) => path)
  const ofLists = profile.sections.flatMap(({ list }) =>
    (list?.fields ?? []).flatMap((field) => {
      const path = `${list?.path}.0.${field.path}`
      return isFree(field, path) ? [path] : []
    }),
  )
  const [path, ...others] = single.length > 0 ? single : ofLists
  return path === undefined || others.length > 0 ? null : path
}

/** A row of a table. `row` is its number in the file, from 1. */
interface TableRow {
  row: number
  cells: string[]
}

/** Number of rows among which the headings are. */
export const HEADING_ROWS = 30

/**
 * Returns the index of the headings below titles, dates, and empty lines. Returns null if the broker has to say which row it is. `isKnown`
 * says whether a cell is the heading of a field.
 */
export function findHeadings(
  rows: readonly TableRow[],
  isKnown: (heading: string) => boolean,
): number | null {
  const first = rows.slice(0, HEADING_ROWS).map(({ cells }) => cells.filter((cell) => cell !== ''))
  const width = Math.max(0, ...first.map((cells) => cells.length))
  const known = first.map((cells) => cells.filter(isKnown).length)
  const most = Math.max(0, ...known)
  const best = known.indexOf(most)
  const filled = first[best]?.length ?? 0
  if (most >= 2 || (most === 1 && (filled === 1 ? width === 1 : !first[best]?.some(isValue)))) return best
  const wide = first.findIndex((cells) => cells.length >= Math.max(1, 0.6 * width))
  // Headings are words above columns of numbers. If all cells are words, the first row can be a record as well.
  const isAbove = first.slice(wide + 1).some((cells) => cells.some(isValue))
  return wide >= 0 && isAbove && !first[wide]?.some(isValue) ? wide : null
}

/** Returns true for a cell that no heading looks like: a number, a date, an amount, an email address. */
function isValue(cell: string): boolean {
  if (cell.includes('@')) return true
  if (!/\d/.test(cell)) return false
  const letters = cell.replaceAll(/[^\p{L}]/gu, '').length
  const digits = cell.replaceAll(/\D/g, '').length
  return letters <= 1 || digits >= 5
}

/** Why a row below the headings is probably no record. */
type NoRecord = 'total' | 'headings' | 'footer'

/** Returns why a row is probably no record, or null. Single cells below the totals are notes on the list. */
export function noRecord(
  cells: readonly string[],
  headings: readonly string[],
  isBelowTotals: boolean,
): NoRecord | null {
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [{ cell, at }]))
  const [first] = filled
  if (first === undefined) return null
  const repeated = filled.filter(({ cell, at }) => fold(cell) === fold(headings[at] ?? ''))
  if (repeated.length >= Math.min(2, headings.length) && repeated.length > filled.length / 2)
    return 'headings'
  if (
    filled.some(({ cell }) => isTotalLabel(cell)) &&
    filled.every(({ cell }) => isTotalLabel(cell) || isCount(cell) || isNumber(cell))
  )
    return 'total'
  // Totals without a label.
  if (first.at > 0 && filled.length > 1 && filled.every(({ cell }) => isAmount(cell))) return 'total'
  return filled.length === 1 && headings.length > 2 && (isBelowTotals || isFooter(first.cell))
    ? 'footer'
    : null
}

const isNumber = (cell: string) => /\d/.test(cell) && !/\p{L}{2}/u.test(cell)
const isAmount = (cell: string) => /^[-(]?[$€£]? ?\d[\d.,]*\)?%?$/.test(cell)
