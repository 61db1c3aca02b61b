// Import the library's smallest set of metadata, with country codes, lengths, and extensions. The larger sets also distinguish types of
// phone lines, which the app does not need.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { trimEnd } from '../base/text.ts'
import { typedText } from './typed-text.ts'

/** Reasons to reject a phone number. `messages().form` has a text for each. */
export type PhoneProblem = 'phone' | 'phoneExtension' | 'phoneForeign'

/**
 * Parses a phone number in any usual notation and returns its ten digits. The partner accepts exactly ten digits. Therefore, rejects a
 * number with an extension, and a number with a country code other than 1, each with its own reason.
 */
export function readPhone(typed: string): { digits: string } | { problem: PhoneProblem } {
  // The app stores numbers in this notation, and the library takes 25 times as long to read it.
  const stored = typed.replace(/^\((\d{3})\) (\d{3})-(\d{4})$/, '$1$2$3')
  if (isNorthAmerican(stored)) return { digits: stored }
  const text = trimEnd(typedText(typed).replace(/^tel:/i, ''), ' .,;')
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  if (found === undefined) return { problem: 'phone' }
  const { countryCallingCode, nationalNumber, ext } = found
  if (countryCallingCode !== '1') return { problem: found.isPossible() ? 'phoneForeign' : 'phone' }
  if (!isNorthAmerican(nationalNumber)) return { problem: 'phone' }
  if (ext !== undefined && ext !== '') return { problem: 'phoneExtension' }
  // Check all digits here, because the library ignores some, such as the second 1 of 1 1 541 555 0142.
  const digits = text.replaceAll(/\D/g, '')
  return digits === nationalNumber || digits === `1${nationalNumber}`
    ? { digits: nationalNumber }
    : { problem: 'phone' }
}

/**
 * True if the number fits the North American Numbering Plan: neither the area code nor the next three digits begin with 0 or 1, and the
 * area code is not a service code such as 911. The library's own check is not used, because it rejects area codes that are newer than the
 * installed library.
 */
function isNorthAmerican(national: string): boolean {
  return /^[2-9](?!11)\d\d[2-9]\d{6}$/.test(national)
}

/** Formats ten digits for display: (541) 555-0142. */
export function showPhone(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
