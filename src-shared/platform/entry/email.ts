import { trimBoth } from '../base/text.ts'
import { typedText } from './typed-text.ts'

const MAX_LENGTH = 320
/** Characters around an address in running text: `"Ada" <ada@example.com>;`. */
const AROUND = '<>()[]"\'“”‘’,;:.'

/**
 * Returns the email address in a typed or pasted text: `John Doe <john@example.com>`, `mailto:john@example.com`. Returns null if the text
 * contains no address, several addresses, or an address without a top-level domain.
 */
export function readEmail(typed: string): string | null {
  const text = typedText(typed, MAX_LENGTH).replaceAll(/ ?([@<>]) ?/g, (_, sign: string) =>
    sign === '<' ? ' <' : sign === '>' ? '> ' : sign,
  )
  const found = text.split(' ').filter((word) => word.includes('@'))
  // Mail programs copy an address twice: `a@example.com <mailto:a@example.com>`.
  const addresses = new Set(found.map((word) => trimBoth(word.replace(/^[<"']?mailto:/i, ''), AROUND)))
  const [address = ''] = addresses
  return addresses.size === 1 && isAddress(address) ? address : null
}

/** Returns the email address in a typed text, or the input unchanged if there is none. */
export function keepEmail(typed: string): string {
  return readEmail(typed) ?? typed
}

/** The form's schema decides which letters an address may have. */
function isAddress(text: string): boolean {
  const [name = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  const isName =
    name !== '' && !/[\s<>()[\]",;:\\]/.test(name) && name.split('.').every((part) => part !== '')
  return (
    isName &&
    more.length === 0 &&
    labels.length > 1 &&
    labels.every(
      (label) => /^[\p{L}\p{M}\p{N}-]{1,63}$/u.test(label) && !label.startsWith('-') && !label.endsWith('-'),
    ) &&
    /\p{L}\p{M}*\p{L}/u.test(labels.at(-1) ?? '')
  )
}
