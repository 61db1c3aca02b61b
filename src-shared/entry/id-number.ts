import { typedText } from './typed-text.ts'

/** The number of digits in each group. A typed separator must be between two groups. */
const GROUPS = {
  ein: /^(\d{2})[ .-]?(\d{7})$/,
  ssn: /^(\d{3})[ .-]?(\d{2})[ .-]?(\d{4})$/,
  zip: /^(\d{5})(?:[ .-]?(\d{4}))?$/,
}

/**
 * Parses an EIN, SSN, or ZIP code and returns it with its hyphens. Null if the string is not such a number. Does not accept an SSN
 * with hyphens as an EIN, and never drops a digit.
 */
export function readIdNumber(type: keyof typeof GROUPS, typed: string): string | null {
  const text = typedText(typed).replaceAll(/ ?([.-]) ?/g, '$1')
  const groups = GROUPS[type].exec(text)?.slice(1)
  return groups?.filter((group) => group !== undefined).join('-') ?? null
}
