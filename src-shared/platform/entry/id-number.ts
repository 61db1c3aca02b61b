import { trimEnd } from '../base/text.ts'
import { typedText } from './typed-text.ts'

/** The number of digits in each group. A typed separator must be between two groups. */
const GROUPS = {
  ein: /^(\d{2})[ .-]?(\d{7})$/,
  ssn: /^(\d{3})[ .-]?(\d{2})[ .-]?(\d{4})$/,
  // Programs without the last four digits of a ZIP code may still write its hyphen.
  zip: /^(\d{5})(?:[ .-]?(\d{4})|-)?$/,
}
/** Matches the spaces of an SSN in the place of an EIN, and the reverse. */
const OTHER_NUMBER = { ein: /^\d{3} \d{2} \d{4}$/, ssn: /^\d{2} \d{7}$/, zip: /^\d{3} \d{2} \d{4}$/ }

/**
 * Parses an EIN, SSN, or ZIP code and returns it with its hyphens. Null if the string is not such a number. Text copied from a PDF may
 * have spaces anywhere. Does not accept an SSN with hyphens as an EIN, and never drops a digit.
 */
export function readIdNumber(type: keyof typeof GROUPS, typed: string): string | null {
  const text = trimEnd(typedText(typed).replaceAll(/ ?([.-]) ?/g, '$1'), '.,;')
  const joined = OTHER_NUMBER[type].test(text) ? text : text.replaceAll(' ', '')
  const groups = GROUPS[type].exec(joined)?.slice(1)
  return groups?.filter((group) => group !== undefined).join('-') ?? null
}
