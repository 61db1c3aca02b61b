// The smallest metadata knows country codes, lengths, and extensions. The larger sets add kinds of lines, which the app does not
// need.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { typedText } from './typed-text.ts'

/** Why a text is not read as a phone number. `messages().form` words each. */
export type PhoneProblem = 'phone' | 'phoneExtension' | 'phoneForeign'

/**
 * Reads a phone number in any usual notation into its ten digits. The partner takes ten digits, so it refuses an extension
 * and a number outside of country code 1, each with its own reason.
 */
export function readPhone(typed: string): { digits: string } | { problem: PhoneProblem } {
  const text = typedText(typed).replace(/^tel:/i, '')
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  if (found === undefined) return { problem: 'phone' }
  const { countryCallingCode, nationalNumber, ext } = found
  if (countryCallingCode !== '1') return { problem: found.isPossible() ? 'phoneForeign' : 'phone' }
  if (!isNorthAmerican(nationalNumber)) return { problem: 'phone' }
  if (ext !== undefined && ext !== '') return { problem: 'phoneExtension' }
  // The library drops some digits, such as the second 1 of 1 1 541 555 0142.
  const digits = text.replaceAll(/\D/g, '')
  return digits === nationalNumber || digits === `1${nationalNumber}`
    ? { digits: nationalNumber }
    : { problem: 'phone' }
}

/**
 * True for the shape of the North American plan: no area code or exchange begins with 0 or 1, and no area code is a service
 * code such as 911. The library's own validity check would refuse area codes that open after our release.
 */
function isNorthAmerican(national: string): boolean {
  return /^[2-9](?!11)\d\d[2-9]\d{6}$/.test(national)
}

/** Ten digits as a form shows them: (541) 555-0142. */
export function showPhone(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
