import type { Word } from '../../../src-main/features/statement-reader/statement-words.ts'
import { pdf, stream } from '../raw-pdf.ts'
import { generateStatement } from './generator.ts'
import { readHere, summaryOf } from './read-here.ts'
import { wordOperations } from './statement-pdf.ts'

/** A statement of one page to which a test adds drawings. */

export const answer = async (bytes: Uint8Array) => summaryOf(await readHere(bytes))

const [page] = generateStatement(5).file.pages
if (page === undefined) throw new Error('The statement has a page.')
export const { width, height, words } = page
/** An amount with at least four digits. */
const [found] = words.filter(({ text }) => /^\d?\d,\d{3}\.\d\d$/.test(text)).slice(-1)
if (found === undefined) throw new Error('The statement has a large amount.')
export const amount = found
export const others = words.filter((word) => word !== amount)
export const draw = (some: readonly Word[], mode = 0) => wordOperations(some, height, mode)

/** A PDF of one page with further resources, and with further objects from number 6. */
export const onePage = (content: string, resources = '', ...more: (string | Buffer)[]): Buffer =>
  pageOf(content, { '': resources }, more)

/** The same with resources by their kind. */
export function pageOf(
  content: string,
  { Font = '', '': plain = '', ...kinds }: Readonly<Record<string, string>>,
  more: readonly (string | Buffer)[],
): Buffer {
  const resources = Object.entries(kinds).map(([kind, entries]) => `/${kind}<<${entries}>>`)
  return pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R${Font}>>${plain}${resources.join('')}>>>>`,
    stream(Buffer.from(content, 'latin1')),
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
    ...more,
  ])
}

/** The place of the amount in PDF coordinates: left, bottom, width, and height. */
export const [left, bottom] = [amount.x0, height - amount.y - 1]
export const [wide, high] = [amount.x1 - amount.x0, amount.size]
export const box = (share = 1) => `${left} ${bottom} ${wide * share} ${high}`
export const digit = wide / amount.text.length

export const form = (content: string, entries: string) =>
  stream(
    Buffer.from(content, 'latin1'),
    `/Type/XObject/Subtype/Form${entries}/Resources<</Font<</F1 5 0 R>>>>`,
  )
