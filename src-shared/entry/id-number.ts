import { typedText } from './typed-text.ts'

/** Digits of each group. A typed separator must be between two groups. */
const GROUPS = {
  ein: /^(\d{2})[ .-]?(\d{7})$/,
  ssn: /^(\d{3})[ .-]?(\d{2})[ .-]?(\d{4})$/,
  zip: /^(\d{5})(?:[ .-]?(\d{4}))?$/,
}

/**
 * Reads an EIN, SSN, or ZIP code and returns it with its hyphens; null where the text is none. An SSN with its hyphens is no
 * EIN, and no digit is ever left out.
 */
export function readIdNumber(type: keyof typeof GROUPS, typed: string): string | null {
  const text = typedText(typed).replaceAll(/ ?([.-]) ?/g, '$1')
  const groups = GROUPS[type].exec(text)?.slice(1)
  return groups?.filter((group) => group !== undefined).join('-') ?? null
}
