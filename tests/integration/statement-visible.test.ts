import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Word } from '../../src-main/features/statement-reader/statement-words.ts'
import { stream } from '../support/raw-pdf.ts'
import {
  amount,
  answer,
  bottom,
  box,
  digit,
  draw,
  height,
  high,
  left,
  onePage,
  others,
  wide,
  width,
  words,
} from '../support/statements/drawn-page.ts'

/** Statements whose text adds up, but a person sees less of it, or more than it. No such file may be verified. */

/** The last day of the period, and the number of the account. */
const [date] = words.filter(({ text }) => text === '04/09/2025')
const [number] = words.filter(({ text }) => text === '0000007733')
if (date === undefined || number === undefined) throw new Error('The statement has dates and a number.')

/** A white box over the last character of a word. */
const lastDigitOf = ({ text, x0, x1, y, size }: Word) => {
  const one = (x1 - x0) / text.length
  return `1 g ${x1 - one} ${height - y - 1} ${one} ${size} re f`
}

/** Draws many times what a function returns for each step from 0 to 1. */
const steps = (count: number, drawn: (share: number) => string) =>
  Array.from({ length: count }, (_, at) => drawn(at / count)).join('\n')

const picture = (rows: number, columns: number, gray: (x: number, y: number) => number) =>
  stream(
    deflateSync(
      Buffer.from(
        Array.from({ length: rows * columns }, (_, at) => gray(at % columns, Math.floor(at / columns))),
      ),
    ),
    `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
  )

const state = (entries: string) => `/ExtGState<</S<<${entries}>>>>`
const before = left - digit

/** Adds an annotation to a page. */
const withNote = (entries: string): Buffer => {
  const rect = `${left - 1} ${bottom - 1} ${left + wide + 1} ${bottom + high}`
  return onePage(draw(words), `>>/Annots[6 0 R]/X<<`, `<</Type/Annot/F 4/Rect[${rect}]${entries}>>`)
}

const rightmost = Math.max(...words.filter(({ text }) => /\d$/.test(text)).map(({ x1 }) => x1))
const lowest = Math.max(...words.map(({ y }) => y))

describe('a statement of which a person does not see all digits', () => {
  it.each([
    [
      'thin boxes side by side over an amount',
      onePage(
        `${draw(words)}\n1 g ${steps(8, (share) => `${left} ${bottom + high * share} ${wide} ${high / 7} re f`)}`,
      ),
    ],
    [
      'thin lines side by side over a digit',
      onePage(
        `${draw(words)}\n1 G 1 w ${steps(8, (share) => `${left} ${bottom + high * share} m ${left + digit} ${bottom + high * share} l S`)}`,
      ),
    ],
    [
      'a slanted pen over an amount',
      onePage(`${draw(words)}\n1 G ${high} w ${left} ${bottom + 2} m ${left + wide} ${bottom + 5} l S`),
    ],
    [
      'a curved pen over an amount',
      onePage(
        `${draw(words)}\n1 G ${high} w ${left} ${bottom + 1} m ${left + 9} ${bottom + 6} ${left + 18} ${bottom} ${left + wide} ${bottom + 5} c S`,
      ),
    ],
    [
      'white letters over a digit',
      onePage(
        `${draw(words)}\n1 g ${draw([{ ...amount, text: 'M', x1: left + digit }])} ${draw([{ ...amount, text: 'W', x1: left + digit }])}`,
      ),
    ],
    ['black letters over a digit', onePage(`${draw(words)}\n${draw([{ ...amount, text: 'M' }])}`)],
    [
      'half-transparent boxes over each other',
      onePage(`${draw(words)}\n/S gs 1 g ${steps(6, () => `${box()} re f`)}`, state('/ca .5')),
    ],
    ['black that is multiplied', onePage(`${draw(words)}\n/S gs 0 g ${box()} re f`, state('/BM/Multiply'))],
    ['a hidden digit of a date', onePage(`${draw(words)}\n${lastDigitOf(date)}`)],
    ['a hidden digit of the account', onePage(`${draw(words)}\n${lastDigitOf(number)}`)],
    ['nearly transparent text', onePage(`${draw(others)}\n/S gs ${draw([amount])}`, state('/ca .2'))],
    ['tiny text', onePage(`${draw(others)}\n${draw([{ ...amount, size: 2.5, x1: left + wide / 4 }])}`)],
    [
      'text inside letters',
      onePage(`q BT /F1 8 Tf 7 Tr 10 10 Td (x) Tj ET BT 0 Tr ET ${draw([amount])} Q\n${draw(others)}`),
    ],
    [
      'black text on a black picture',
      onePage(
        `q ${wide} 0 0 ${high} ${left} ${bottom} cm /P Do Q\n${draw(words)}`,
        '/XObject<</P 6 0 R>>',
        picture(4, 4, () => 0),
      ),
    ],
    [
      'white text inside a frame',
      onePage(
        `0 g 20 20 ${width - 40} ${height - 40} re 22 22 ${width - 44} ${height - 44} re f*\n${draw(others)}\n1 g ${draw([amount])}`,
      ),
    ],
    [
      'digits beyond the edge of the page',
      Buffer.from(
        onePage(draw(words))
          .toString('latin1')
          .replace(`[0 0 ${width} ${height}]`, `[0 0 ${rightmost - 2} ${height}]`),
        'latin1',
      ),
    ],
  ])('is not verified: %s', async (_, bytes) => {
    expect(await answer(bytes)).not.toMatch(/^verified/)
  })
})

describe('a statement with digits that are no text', () => {
  it.each([
    [
      'a drawn digit before an amount',
      onePage(`${draw(words)}\n0 g ${before + 2} ${bottom + 1} 1 ${high * 0.65} re f`),
    ],
    [
      'a curve before an amount',
      onePage(
        `${draw(words)}\n1 w ${before} ${bottom + 1} m ${left} ${bottom + 3} ${left} ${bottom + 6} ${before} ${bottom + 5} c S`,
      ),
    ],
    [
      'a picture before an amount',
      onePage(
        `${draw(words)}\nq 3 0 0 ${high * 0.7} ${before} ${bottom + 1} cm /P Do Q`,
        '/XObject<</P 6 0 R>>',
        picture(8, 3, (x) => (x === 1 ? 0 : 255)),
      ),
    ],
    [
      'a turned digit before an amount',
      onePage(`${draw(words)}\nBT /F1 8 Tf 0 1 -1 0 ${left} ${bottom + 1} Tm (1) Tj ET`),
    ],
    [
      'a raised digit before an amount',
      onePage(
        draw([...words, { ...amount, text: '1', x0: before, x1: left, y: amount.y - amount.size * 0.35 }]),
      ),
    ],
    [
      'a narrow letter over a digit',
      onePage(`${draw(words)}\n${draw([{ ...amount, text: '|', x0: left + digit / 2, x1: left + digit }])}`),
    ],
    [
      'a pattern with text',
      onePage(
        `${draw(words)}\n/Pattern cs /Q scn ${before} ${bottom} ${digit} ${high} re f`,
        '/Pattern<</Q 6 0 R>>',
        stream(
          Buffer.from(`BT /F1 8 Tf ${before} ${bottom} Td (9) Tj ET`),
          `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${width} ${height}]/XStep ${width}/YStep ${height}/Resources<</Font<</F1 5 0 R>>>>`,
        ),
      ),
    ],
    [
      'rows in the picture behind the text',
      onePage(
        `q ${width} 0 0 ${height} 0 0 cm /P Do Q\n${draw(words)}`,
        '/XObject<</P 6 0 R>>',
        picture(Math.round(height), Math.round(width), (x, y) =>
          Math.abs(y - lowest - 20) < 4 && (x * 7 + y * 3) % 11 < 4 ? 0 : 255,
        ),
      ),
    ],
    ['a note over an amount', withNote('/Subtype/FreeText/DA(/Helv 9 Tf 0 g)/Contents(9,900.00)')],
    [
      'a stroke of ink over an amount',
      withNote(
        `/Subtype/Ink/C[1 1 1]/BS<</W 9>>/InkList[[${left} ${bottom + 2} ${left + wide} ${bottom + 4}]]`,
      ),
    ],
    [
      'a black highlight over an amount',
      withNote(
        `/Subtype/Highlight/C[0 0 0]/QuadPoints[${left} ${bottom + high} ${left + wide} ${bottom + high} ${left} ${bottom} ${left + wide} ${bottom}]`,
      ),
    ],
  ])('is not verified: %s', async (_, bytes) => {
    expect(await answer(bytes)).not.toMatch(/^verified/)
  })
})

describe('a statement with drawings that change nothing', () => {
  it.each([
    [
      'a frame that is drawn as one area with a hole',
      onePage(
        `${draw(words)}\n0.6 g 20 20 ${width - 40} ${height - 40} re 22 22 ${width - 44} ${height - 44} re f*`,
      ),
    ],
    [
      'a corner of two lines',
      onePage(
        `0 g 9 9 m ${width - 9} 9 l ${width - 9} 11 l 11 11 l 11 ${height - 9} l 9 ${height - 9} l h f\n${draw(words)}`,
      ),
    ],
    [
      'the month of a form in the margin',
      onePage(`${draw(words)}\nBT /F1 6 Tf 0 1 -1 0 12 200 Tm (REV. 03.25) Tj ET`),
    ],
    [
      'a white picture behind the text',
      onePage(
        `q ${width} 0 0 ${height} 0 0 cm /P Do Q\n${draw(words)}`,
        '/XObject<</P 6 0 R>>',
        picture(4, 4, () => 255),
      ),
    ],
    [
      'lines of a table around an amount',
      onePage(
        `${draw(words)}\n0.5 w ${left - 3} ${bottom - 2} m ${left - 3} ${bottom + high + 2} l S ${left - 3} ${bottom - 1} m ${left + wide} ${bottom - 1} l S`,
      ),
    ],
    [
      'invisible names of the parts of the page, as some banks print them',
      onePage(
        `${draw(words)}\nBT /F2 6 Tf 3 Tr 1 0 0 1 10 ${height / 2} Tm (*start*daily balance3 *end*summary12) Tj ET`,
      ),
    ],
  ])('is verified: %s', async (_, bytes) => {
    expect(await answer(bytes)).toBe('verified: ')
  })
})
