import { decodeHTMLStrict } from 'entities'
import { readPhone } from '../../../src-shared/platform/entry/phone.ts'
import { cleanLines } from '../../../src-shared/platform/entry/typed-text.ts'

/** A cell of a table without what other programs add to its value. `is_formula` is true for a text that a spreadsheet would compute. */
export interface CellText {
  text: string
  is_formula: boolean
}

/**
 * Cleans the text of a cell: decodes `&amp;`, and removes control characters, and the marks by which a spreadsheet keeps a text: `="02134"`
 * and `'02134`.
 */
export function cleanCell(raw: string): CellText {
  const decoded = (raw.includes('&') ? decodeHTMLStrict(raw) : raw).trim()
  // The app writes this mark, too, so that a spreadsheet does not compute a text.
  if (decoded.startsWith("'") && /[\d=+\-@\t\r\n＝＋－＠]/.test(decoded.charAt(1)))
    return { text: cleanLines(decoded.slice(1)).trim(), is_formula: false }
  const text = cleanLines(decoded).trim()
  const kept = quotedText(text)
  return kept === null ? { text, is_formula: isFormula(text) } : { text: kept.trim(), is_formula: false }
}

/** Returns the text of `="…"`, or null if the formula is anything else. */
function quotedText(text: string): string | null {
  if (!text.startsWith('="') || !text.endsWith('"') || text.length < 3) return null
  const inside = text.slice(2, -1).replaceAll('""', '\0')
  return inside.includes('"') ? null : inside.replaceAll('\0', '"')
}

/** Returns true for a text that computes or calls something. A negative number, a phone number, or a dash before words does not. */
function isFormula(text: string): boolean {
  const first = text.charAt(0)
  if ('=＝'.includes(first)) return text.length > 1
  if (!'+-@＋－＠'.includes(first) || first === '') return false
  const rest = text.slice(1)
  if (/[(|!]/.test(rest) && !/^[ -]/.test(rest)) return !isPhone(text)
  return (
    /^[\dA-Z$:.+\-*/^() ]{2,}$/.test(rest) &&
    /[\dA-Z)][+\-*/^:]/.test(rest) &&
    /\d/.test(rest) &&
    !isPhone(text)
  )
}

const isPhone = (text: string) => 'digits' in readPhone(text)
