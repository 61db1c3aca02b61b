/** A phone number as it was typed or pasted, without the country's code before its ten digits. */
export function withoutCountryCode(text: string): string {
  return text.replace(/^\s*\+?1(?=\D*\d{3}\D*\d{3}\D*\d{4}\s*$)/, '')
}
