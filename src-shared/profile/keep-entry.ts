import { dayOf } from '../days.ts'
import type { FieldType } from './payload-profile.ts'
import { keepCount, keepPercent, showPercent } from '../entry/number.ts'
import { editDay, keepDay, showDay } from '../entry/date.ts'
import { readIdNumber } from '../entry/id-number.ts'
import { keepMoney, showMoney } from '../entry/money.ts'
import { readPhone, showPhone } from '../entry/phone.ts'
import { keepWebAddress } from '../entry/web-address.ts'

/**
 * Returns the text that a draft stores for typed input. This is a uniform notation if the app understands the input, otherwise the input as
 * typed. A date after `latest` is also stored as typed. If `latest` is null, any date is allowed.
 */
export function keepEntry(
  type: FieldType,
  typed: string,
  latest: string | null = dayOf(new Date().toISOString()),
): string {
  switch (type) {
    case 'phone': {
      const read = readPhone(typed)
      return 'digits' in read ? showPhone(read.digits) : typed
    }
    case 'ein':
    case 'ssn':
    case 'zip':
      return readIdNumber(type, typed) ?? typed
    case 'date': {
      const kept = keepDay(typed)
      return latest === null || kept <= latest ? kept : typed
    }
    case 'money':
      return keepMoney(typed)
    case 'integer':
      return keepCount(typed)
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
