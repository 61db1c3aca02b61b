import { dayOf } from '../money/days.ts'
import type { FieldType } from '../profile/payload-profile.ts'
import { keepCount } from './count.ts'
import { editDay, keepDay, showDay } from './date.ts'
import { readIdNumber } from './id-number.ts'
import { keepMoney, showMoney } from './money.ts'
import { keepPercent, showPercent } from './percent.ts'
import { readPhone, showPhone } from './phone.ts'
import { keepWebAddress } from './web-address.ts'

/**
 * Returns what a draft keeps of a typed text: one notation of a value, or the text itself if it is none. A date after `latest` is
 * kept as typed, too. Null sets no limit.
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

/** How a kept text reads while the broker is elsewhere. */
export function showEntry(type: FieldType, kept: string): string {
  if (type === 'money') return showMoney(kept)
  if (type === 'percent') return showPercent(kept)
  return type === 'date' ? showDay(kept) : kept
}

/** How a kept text stands in its field while it is edited. `keepEntry` turns it back. */
export function editEntry(type: FieldType, kept: string): string {
  return type === 'date' ? editDay(kept) : kept
}
