/** Maximum length of a mail address in a link. Windows does not open longer links, so the app opens none on any system. */
export const LONGEST_MAILTO = 2_000

export interface Mail {
  to: string
  subject: string
  body: string
}

const ADDRESS = /^[a-z0-9.!$'*+/_`{|}~-]{1,64}@[a-z0-9.-]{1,190}$/i
const HALF_CHARACTER = /[\uD800-\uDFFF]/gu
const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]/g
const CONTROLS = /(?!\n)\p{Cc}/gu

/**
 * Returns the link that opens a mail program with this mail, or null if the link would be too long. A value cannot add another recipient or
 * header, because every character with a meaning in a link is encoded, and neither address nor subject contains a line break.
 */
export function mailtoOf({ to, subject, body }: Mail): string | null {
  const address = ADDRESS.test(to) ? encodeURIComponent(to).replace('%40', '@') : ''
  const line = subject.replaceAll(LINE_BREAKS, ' ')
  const link = `mailto:${address}?subject=${encoded(line)}&body=${encoded(body)}`
  return link.length > LONGEST_MAILTO ? null : link
}

/** Encodes a text. RFC 6068 requires CRLF for a line break in the body. */
function encoded(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll(LINE_BREAKS, '\n').replaceAll(CONTROLS, '')
  return encodeURIComponent(lines.replaceAll(HALF_CHARACTER, '\uFFFD').replaceAll('\n', '\r\n'))
}
