import { readEmail } from '../../platform/entry/email.ts'
import { readPhone, showPhone } from '../../platform/entry/phone.ts'
import { concreteFields, rowIds, rowOf } from './form-path.ts'
import type { FormValues } from './form-values.ts'
import type { FieldType, PayloadProfile } from './payload-profile.ts'

/**
 * Returns the phone number and the email address of the first owner, or those of the business if the form has none of the owner. They are
 * empty if the form has neither.
 */
export function contactOf(profile: PayloadProfile, values: FormValues): { phone: string; email: string } {
  const owner = `company.owners.${rowIds(values, 'company.owners')[0]}.`
  const fields = concreteFields(profile, values).filter(({ field }) => !field.sensitive)
  const texts = (type: FieldType) =>
    [
      ...fields.filter(({ path }) => path.startsWith(owner)),
      ...fields.filter(({ path }) => rowOf(profile, path) === null),
    ].flatMap(({ field, value }) => (field.type === type && typeof value === 'string' ? value : []))
  // Text that is no phone number or email address may be an SSN in the wrong field, because a draft keeps what the broker typed.
  const phones = texts('phone').flatMap((text) => {
    const read = readPhone(text)
    return 'digits' in read ? showPhone(read.digits) : []
  })
  const emails = texts('email').flatMap((text) => readEmail(text) ?? [])
  return { phone: phones[0] ?? '', email: emails[0] ?? '' }
}
