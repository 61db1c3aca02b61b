import type { FieldProblem } from '../../platform/base/errors.ts'
import { ADULT_AGE, readDate, yearsBefore } from '../../platform/entry/date.ts'
import { readIdNumber } from '../../platform/entry/id-number.ts'
import { readPercent } from '../../platform/entry/number.ts'
import { saysNone } from '../../platform/entry/no-value.ts'
import { readUsAddress } from '../../platform/entry/us-address.ts'
import type { Message } from '../../platform/texts/message.ts'
import { msg } from '../../platform/texts/msg.ts'
import { concreteFields, rowIds, valueAt } from './form-path.ts'
import type { FormValues } from './form-values.ts'
import { isBirthDate } from './keep-entry.ts'
import type { PayloadProfile, ProfileField } from './payload-profile.ts'
import { isStreet } from './split-entry.ts'
import { isEmptyEntry } from './wire-payload.ts'

/** Owners older than this are rare. Their date of birth is more likely a typing error. */
const OLD_AGE = 100

const HALF = 50

const SSN_OR_EIN = /(?<![\d-])(?:\d{3}[- ]\d{2}[- ]\d{4}|\d{2}-\d{7})(?![\d-])/

/** Prefixes that the IRS does not list among the valid prefixes of EINs. */
const UNASSIGNED_EIN = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))
/** The two digits in the middle of an ITIN, which looks like an SSN with 9 as its first digit. */
const ITIN_GROUP = /^(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])$/
/** SSNs from old advertisements and of people who try a form. */
const KNOWN_FAKE_SSN = /^(?:078051120|219099999|457555462|123456789|98765432\d|(\d)\1{8})$/

/**
 * Returns notes on values that the form accepts, but that are probably wrong or that the broker may not have meant. A note does not prevent
 * the submission. `today` is a date `YYYY-MM-DD`.
 */
export function fieldNotes(profile: PayloadProfile, values: FormValues, today: string): FieldProblem[] {
  const notes = concreteFields(profile, values).flatMap(({ path, field, value }) => {
    const message =
      typeof value !== 'string' || value.trim() === '' ? null : noteOn(field, path, value, today)
    return message === null ? [] : [{ path, message }]
  })
  return [...notes, ...noteOnOwnership(values, new Set(notes.map(({ path }) => path)))]
}

/** Returns a note on the last ownership share if all of them are at most half. Owners of less than 20 % need not be listed. */
function noteOnOwnership(values: FormValues, noted: ReadonlySet<string>): FieldProblem[] {
  const paths = rowIds(values, 'company.owners').map((row) => `company.owners.${row}.ownership_percent`)
  const last = paths.at(-1) ?? ''
  const total = paths.reduce((sum, path) => {
    const typed = valueAt(values, path)
    const read = readPercent(typeof typed === 'string' ? typed : '')
    return sum + ('decimal' in read ? Number(read.decimal) : NaN)
  }, 0)
  const isSmall = total > 0 && total <= HALF && !noted.has(last)
  return isSmall ? [{ path: last, message: msg.notes.smallTotal(String(Math.round(total * 1e4) / 1e4)) }] : []
}

function noteOn(field: ProfileField, path: string, typed: string, today: string): Message | null {
  if (isEmptyEntry(field, typed)) return msg.notes.sentEmpty
  switch (field.type) {
    case 'text':
    case 'long_text':
      if (SSN_OR_EIN.test(typed)) return msg.notes.holdsNumber
      if (isStreet(path) && readUsAddress(typed) !== null) return msg.notes.wholeAddress
      return field.required === true && saysNone(typed, false) ? msg.notes.noName : null
    case 'ein':
      return UNASSIGNED_EIN.has(readIdNumber('ein', typed)?.slice(0, 2) ?? '') ? msg.notes.ein : null
    case 'ssn':
      return noteOnSsn(readIdNumber('ssn', typed)?.replaceAll('-', '') ?? '')
    case 'percent': {
      const read = readPercent(typed)
      const share = 'decimal' in read ? Number(read.decimal) : 0
      return share > 0 && share < 1
        ? msg.notes.smallShare(String(share), String(Math.round(share * 1e8) / 1e6))
        : null
    }
    case 'date':
      return isBirthDate(path) ? noteOnBirth(typed, today) : null
    default:
      return null
  }
}

function noteOnSsn(digits: string): Message | null {
  if (digits === '') return null
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  if (area === '000' || area === '666' || group === '00' || serial === '0000') return msg.notes.ssn
  if (KNOWN_FAKE_SSN.test(digits)) return msg.notes.fakeSsn
  if (!area.startsWith('9')) return null
  return ITIN_GROUP.test(group) ? msg.notes.itin : msg.notes.nine
}

function noteOnBirth(typed: string, today: string): Message | null {
  const read = readDate(typed)
  if ('problem' in read || read.date > today) return null
  if (read.date > yearsBefore(today, ADULT_AGE)) return msg.notes.young
  return read.date < yearsBefore(today, OLD_AGE) ? msg.notes.old : null
}
