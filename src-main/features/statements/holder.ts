import {
  concreteFields,
  resolvePath,
  rowIds,
  rowOf,
  valueAt,
  withRowId,
} from '../../../src-shared/features/form/form-path.ts'
import { showEntry } from '../../../src-shared/features/form/keep-entry.ts'
import { maskApart } from '../../../src-shared/features/form/sensitive.ts'
import type { FormValues } from '../../../src-shared/features/form/form-values.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { joinInitials, plainName } from '../../../src-shared/features/merchants/merchants.ts'
import { wordsOf } from '../../../src-shared/platform/base/text.ts'

/** Words after which another name of the same company follows. */
const ALSO_KNOWN_AS = new Set(['dba', 'aka', 'fka', 'tdba'])

/** The names that a bank may print for a merchant's account: its legal name, its trade name, and beside them its owners. */
export interface MerchantNames {
  names: string[]
  owners: string[]
}

export function merchantNames(
  profile: PayloadProfile,
  legal_name: string,
  values: FormValues,
): MerchantNames {
  const textAt = (path: string) => {
    const text = valueAt(values, path)
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  }
  const ofOwners = concreteFields(profile, values).filter(({ path }) => /\.(?:first|last)_name$/.test(path))
  return {
    names: [...(legal_name.trim() === '' ? [] : [legal_name]), ...textAt('company.dba')],
    owners: ofOwners.flatMap(({ path }) => textAt(path)),
  }
}

/**
 * Returns whether an account with this holder belongs to the merchant. Spelling, legal form, and the names of owners beside the company's
 * name do not matter. An account of an owner alone is not the merchant's. True if the holder or the merchant has no name yet.
 */
export function isHeldBy(holder: string, { names, owners }: MerchantNames): boolean {
  if (holder.trim() === '' || names.length === 0) return true
  const known = names.flatMap(partsOf).map(plainName)
  const persons = new Set(owners.flatMap(wordsOf))
  return partsOf(holder).some((words) =>
    words.some(
      (_, at) =>
        known.includes(plainName(words.slice(0, at + 1))) &&
        words.slice(at + 1).every((word) => persons.has(word)),
    ),
  )
}

/** Returns whether one of these lines has the merchant's name. True if there are no lines, or if the merchant has no name yet. */
export function isNamedIn(lines: readonly string[], { names }: MerchantNames): boolean {
  if (lines.length === 0 || names.length === 0) return true
  const known = new Set(names.flatMap(partsOf).map(plainName))
  const longest = Math.max(...names.flatMap(partsOf).map(({ length }) => length))
  return lines
    .flatMap(partsOf)
    .some((words) =>
      words.some((_, at) =>
        words
          .slice(at, at + longest)
          .some((_word, more) => known.has(plainName(words.slice(at, at + more + 1)))),
      ),
    )
}

export const NAME = 'company.legal_name'
const EIN = 'company.ein'

/** Returns whether an application and the form must state the same value for a field. */
export function isCompared(path: string): boolean {
  return (
    [NAME, EIN, 'application.amount_requested'].includes(path) ||
    /(?:^|\.)address\./.test(path) ||
    /\.(?:ssn|date_of_birth|ownership_percent)$/.test(path)
  )
}

/**
 * Returns the fields of the form that an application states differently, with the EIN and the SSNs masked. The application is about another
 * merchant if the name differs and the EIN is not the same. A value that one side lacks proves nothing.
 */
export function differencesFrom(
  profile: PayloadProfile,
  { legal_name, values }: { legal_name: string; values: FormValues },
  stated: Readonly<Record<string, string>>,
): { isOther: boolean; fields: { path: string; printed: string; typed: string }[] } {
  const isNamed = isHeldBy(stated[NAME] ?? '', merchantNames(profile, legal_name, values))
  const fields = Object.entries(stated).flatMap(([place, printed]) => {
    if (place === NAME) return isNamed ? [] : [{ path: place, printed, typed: legal_name }]
    const path = pathOf(profile, values, stated, place)
    const target = resolvePath(profile, path)
    const typed = valueAt(values, path)
    if (target?.kind !== 'field' || typeof typed !== 'string' || typed.trim() === '') return []
    const { type, sensitive } = target.field
    const shown = [showEntry(type, printed), showEntry(type, typed)] as const
    const [ofPaper, ofForm] = shown.map((text) => wordsOf(text).join(' '))
    if (ofPaper === ofForm) return []
    const [paper, form] = sensitive === true ? maskApart(type, printed, typed) : shown
    return [{ path, printed: paper, typed: form }]
  })
  const hasSameEin = (stated[EIN] ?? '') !== '' && stated[EIN] === valueAt(values, EIN)
  return { isOther: !isNamed && !hasSameEin, fields }
}

/** Returns the path of a stated value in the form, whose owners may have another order. The SSN tells which owner it is. */
function pathOf(
  profile: PayloadProfile,
  values: FormValues,
  stated: Readonly<Record<string, string>>,
  place: string,
): string {
  const { list, row, field } = rowOf(profile, place) ?? {}
  if (list === undefined) return place
  const ssn = stated[`${list.path}.${row}.ssn`]
  const id = rowIds(values, list.path).find(
    (one) => ssn !== undefined && valueAt(values, `${list.path}.${one}.ssn`) === ssn,
  )
  return id === undefined ? withRowId(profile, values, place) : `${list.path}.${id}.${field}`
}

/** Returns the words of each name in a text: `Ames & Co. L.L.C. dba Ames Deli` has two names. */
function partsOf(text: string): string[][] {
  const parts: string[][] = [[]]
  for (const word of joinInitials(wordsOf(text)))
    if (ALSO_KNOWN_AS.has(word)) parts.push([])
    else parts.at(-1)?.push(word)
  return parts.filter((words) => words.length > 0)
}
