import { dayOf } from '../../platform/base/days.ts'
import type { FieldType, ProfileField } from './payload-profile.ts'
import { keepCount, keepPercent, showPercent } from '../../platform/entry/number.ts'
import { type DateRules, editDay, keepDay, showDay } from '../../platform/entry/date.ts'
import { keepEmail } from '../../platform/entry/email.ts'
import { readIdNumber } from '../../platform/entry/id-number.ts'
import { keepMoney, showMoney } from '../../platform/entry/money.ts'
import { readTerm } from '../offers/term.ts'
import { readPhone, showPhone } from '../../platform/entry/phone.ts'
import { keepWebAddress } from '../../platform/entry/web-address.ts'

/** What `keepEntry` needs to know about a field. */
type EntryField = Pick<ProfileField, 'type'> &
  Partial<Pick<ProfileField, 'path' | 'may_be_future' | 'month_is_enough'>>

export function isBirthDate(path: string): boolean {
  return path === 'date_of_birth' || path.endsWith('.date_of_birth')
}

/** Returns which dates a field accepts. `today` is a date `YYYY-MM-DD`. */
export function dateRules(
  { path = '', may_be_future, month_is_enough }: EntryField,
  today = dayOf(new Date().toISOString()),
): DateRules {
  return {
    latest: may_be_future === true ? null : today,
    isBirth: isBirthDate(path),
    monthIsEnough: month_is_enough === true,
  }
}

/** Returns a typed term such as `1 year` in months, or the input unchanged if it is no term in whole months. */
function keepMonths(typed: string): string {
  const term = readTerm(typed)
  const months = term === null ? NaN : term.count * (term.unit === 'years' ? 12 : 1)
  return (term?.unit === 'months' || term?.unit === 'years') && Number.isInteger(months)
    ? String(months)
    : typed
}

/**
 * Returns the text that a draft stores for typed input. This is a uniform notation if the app understands the input, otherwise the input as
 * typed. A date after today is also stored as typed, unless the field allows it.
 */
export function keepEntry(field: EntryField, typed: string, today?: string): string {
  const { path = '' } = field
  switch (field.type) {
    case 'phone': {
      const read = readPhone(typed)
      return 'digits' in read ? showPhone(read.digits) : typed
    }
    case 'ein':
    case 'ssn':
    case 'zip':
      return readIdNumber(field.type, typed) ?? typed
    case 'date':
      return keepDay(typed, dateRules(field, today))
    case 'email':
      return keepEmail(typed)
    case 'money':
      return keepMoney(typed)
    case 'integer':
      return path.endsWith('_months') && /[a-z]/i.test(typed) ? keepMonths(typed) : keepCount(typed)
    case 'percent':
      return keepPercent(typed)
    case 'website':
      return keepWebAddress(typed)
    default:
      return typed
  }
}

/** Formats a stored text for display in a field that the broker is not editing. */
export function showEntry(type: FieldType, kept: string): string {
  if (type === 'money') return showMoney(kept)
  if (type === 'percent') return showPercent(kept)
  return type === 'date' ? showDay(kept) : kept
}

/** Formats a stored text for editing. `keepEntry` can parse the result. */
export function editEntry(type: FieldType, kept: string): string {
  return type === 'date' ? editDay(kept) : kept
}
