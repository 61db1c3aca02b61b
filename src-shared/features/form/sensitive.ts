import type { FormValues } from './form-values.ts'
import { concreteFields, setAt } from './form-path.ts'
import type { PayloadProfile } from './payload-profile.ts'

/**
 * Masks a value except its last four digits. Masks the whole value if it has four digits or fewer. An SSN or EIN keeps its number of
 * digits, so that the broker sees that one is not complete.
 */
export function maskValue(type: string, value: string): string {
  const digits = value.replaceAll(/\D/g, '')
  const end = digits.length > 4 ? digits.slice(-4) : ''
  if (type !== 'ssn' && type !== 'ein') return `••••${end}`
  const masked = '•'.repeat((digits.length || value.length) - end.length) + end
  if (masked.length !== 9) return masked
  return type === 'ein' ? `••-${masked.slice(2)}` : `•••-••-${masked.slice(5)}`
}

/** Masks two different values so that they differ: if their last four digits are the same, both show their first digit that is not. */
export function maskApart(type: string, value: string, other: string): [string, string] {
  const masked: [string, string] = [maskValue(type, value), maskValue(type, other)]
  const [digits = '', others = ''] = [value, other].map((text) => text.replaceAll(/\D/g, ''))
  if (masked[0] !== masked[1] || digits.length !== others.length) return masked
  const differs = [...digits].findIndex((digit, at) => digit !== others[at])
  const show = (mask: string, all: string) => {
    let at = 0
    return mask.replaceAll(/[•\d]/g, (shown) => (at++ === differs ? (all[differs] ?? shown) : shown))
  }
  return [show(masked[0], digits), show(masked[1], others)]
}

/** Returns a copy of a draft's values for the page. All sensitive values in the copy are masked. */
export function maskSensitive(profile: PayloadProfile, values: FormValues): FormValues {
  const masked = JSON.parse(JSON.stringify(values)) as FormValues
  for (const { path, field, value } of concreteFields(profile, values))
    if (field.sensitive && typeof value === 'string' && value !== '')
      setAt(masked, path, maskValue(field.type, value))
  return masked
}

/**
 * True if a value looks like the number of a person or an account, judged by its name or format. Used for values that have no field in the
 * form.
 */
export function looksSensitive(name: string, value: string): boolean {
  if (/ssn|social|\bein\b|_ein|fein|tax|account|routing|iban|passport|licen[sc]e/i.test(name)) return true
  return /(?<!\d)\d{3}-?\d{2}-?\d{4}(?!\d)|(?<!\d)\d{2}-\d{7}(?!\d)/.test(value)
}
