import type { FieldType } from '../profile/payload-profile.ts'
import { readIdNumber } from './id-number.ts'
import { readPhone, showPhone } from './phone.ts'

/** What a draft keeps of a typed text: one notation for what is understood, and the text itself for what is not. */
export function keepEntry(type: FieldType, typed: string): string {
  switch (type) {
    case 'phone': {
      const read = readPhone(typed)
      return 'digits' in read ? showPhone(read.digits) : typed
    }
    case 'ein':
    case 'ssn':
    case 'zip':
      return readIdNumber(type, typed) ?? typed
    default:
      return typed
  }
}
