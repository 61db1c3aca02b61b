import type { FieldType } from '../../../src-shared/profile/payload-profile.ts'

/** How masked types are typed: 0 is a digit, brackets are optional. */
export const MASKS: Partial<Record<FieldType, string>> = {
  ein: '00-0000000',
  ssn: '000-00-0000',
  phone: '(000) 000-0000',
  zip: '00000[-0000]',
}
