import type { FieldType } from '../profile/payload-profile.ts'
import { readDate } from './date.ts'
import { readIdNumber } from './id-number.ts'
import { readPhone, showPhone } from './phone.ts'

/**
 * What a draft keeps of a typed text: one notation for what is understood, and the text itself for what is not. No date of an
 * application lies after `today`, so one that does is kept as typed, too.
 */
export function keepEntry(type: FieldType, typed: string, today: string): string {
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
      const read = readDate(typed)
      return 'date' in read && read.date <= today ? read.date : typed
    }
    default:
      return typed
  }
}
