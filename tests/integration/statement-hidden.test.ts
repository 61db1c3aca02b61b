import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { stream } from '../support/raw-pdf.ts'
import {
  amount,
  answer,
  bottom,
  box,
  digit,
  draw,
  form,
  height,
  high,
  left,
  onePage,
  others,
  wide,
  width,
  words,
} from '../support/statements/drawn-page.ts'

/**
 * Statements whose text adds up, but a person sees something else on the page: a part of an amount, another amount, or nothing. No such file
 * may be verified.
 */

describe('a statement whose page shows something else than its text', () => {
  it('is verified without the trick', async () => {
    expect(await answer(onePage(draw(words)))).toBe('verified: ')
  })

  it.each([
    [
      'a box over the first digit of an amount',
      onePage(`${draw(words)}\n1 g ${box(1.2 / amount.text.length)} re f`),
    ],
    [
      'a thick line over an amount',
      onePage(
        `${draw(words)}\n1 G ${high} w ${left} ${bottom + high / 2} m ${left + wide} ${bottom + high / 2} l S`,
      ),
    ],
    [
      'a stencil over an amount',
      onePage(
        `${draw(words)}\n1 g q ${wide} 0 0 ${high} ${left} ${bottom} cm /M Do Q`,
        '/XObject<</M 6 0 R>>',
        stream(
          Buffer.alloc(8),
          '/Type/XObject/Subtype/Image/ImageMask true/Width 8/Height 8/BitsPerComponent 1',
        ),
      ),
    ],
    [
      'a stencil of one dot over an amount',
      onePage(
        `${draw(words)}\n1 g q ${wide} 0 0 ${high} ${left} ${bottom} cm /M Do Q`,
        '/XObject<</M 6 0 R>>',
        stream(
          Buffer.alloc(1),
          '/Type/XObject/Subtype/Image/ImageMask true/Width 1/Height 1/BitsPerComponent 1',
        ),
      ),
    ],
    [
      'a color gradient over an amount',
      onePage(
        `${draw(words)}\nq ${box()} re W n /G sh Q`,
        '/Shading<</G<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>>>>>',
      ),
    ],
    ['light gray in place of an amount', onePage(`${draw(others)}\n0.87 g ${draw([amount])}`)],
    ['white outlines in place of an amount', onePage(`${draw(others)}\n1 G ${draw([amount], 1)}`)],
    [
      'an amount behind a mask',
      onePage(
        `${draw(others)}\nq /S gs ${draw([amount])} Q`,
        '/ExtGState<</S<</SMask<</S/Luminosity/G 6 0 R>>>>>>',
        form('0 g 0 0 612 792 re f', '/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>'),
      ),
    ],
    [
      'an amount that is blended with the paper',
      onePage(`${draw(others)}\nq /S gs ${draw([amount])} Q`, '/ExtGState<</S<</BM/Screen>>>>'),
    ],
    [
      'outlines without color',
      onePage(`${draw(others)}\nq /S gs ${draw([amount], 1)} Q`, '/ExtGState<</S<</CA 0>>>>'),
    ],
    [
      'an amount outside the area of its form',
      onePage(`${draw(others)}\n/A Do`, '/XObject<</A 6 0 R>>', form(draw([amount]), '/BBox[0 0 9 9]')),
    ],
    [
      'an amount whose first digit is cut off',
      onePage(
        `${draw(others)}\nq ${left + digit * 1.2} ${bottom - 4} 300 ${high + 8} re W n\n${draw([amount])} Q`,
      ),
    ],
    [
      'an amount between two areas that are drawn',
      onePage(`${draw(others)}\nq 0 0 5 5 re ${width - 5} ${height - 5} 5 5 re W n\n${draw([amount])} Q`),
    ],
    [
      'an amount in the hole of the area that is drawn',
      onePage(`${draw(others)}\nq 0 0 ${width} ${height} re ${box()} re W* n\n${draw([amount])} Q`),
    ],
    [
      'an amount in a group without color',
      onePage(
        `${draw(others)}\nq /S gs /A Do Q`,
        '/ExtGState<</S<</ca 0>> /V<</ca 1>>>>/XObject<</A 6 0 R>>',
        form(draw([amount]), `/BBox[0 0 ${width} ${height}]/Group<</S/Transparency>>`),
      ),
    ],
    [
      'an amount in a group that is blended with the paper',
      onePage(
        `${draw(others)}\nq /S gs /A Do Q`,
        '/ExtGState<</S<</BM/Screen>>>>/XObject<</A 6 0 R>>',
        form(draw([amount]), `/BBox[0 0 ${width} ${height}]/Group<</S/Transparency>>`),
      ),
    ],
    [
      'an amount outside the area of its group',
      onePage(
        `${draw(others)}\n/A Do`,
        '/XObject<</A 6 0 R>>',
        form(draw([amount]), '/BBox[0 0 9 9]/Group<</S/Transparency>>'),
      ),
    ],
    [
      'an amount that is part of a mask',
      onePage(
        `${draw(others)}\nq /S gs 1 1 1 1 re f Q`,
        '/ExtGState<</S<</SMask<</S/Luminosity/G 6 0 R>>>>>>',
        form(draw([amount]), `/BBox[0 0 ${width} ${height}]/Group<</S/Transparency/CS/DeviceGray>>`),
      ),
    ],
    [
      'a very large picture over an amount',
      onePage(
        `${draw(words)}\nq ${wide} 0 0 ${high} ${left} ${bottom} cm /P Do Q`,
        '/XObject<</P 6 0 R>>',
        stream(
          deflateSync(Buffer.alloc((8000 / 8) * 8000, 255)),
          '/Type/XObject/Subtype/Image/Width 8000/Height 8000/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode',
        ),
      ),
    ],
  ])('is not verified: %s', async (_, bytes) => {
    expect(await answer(bytes)).not.toMatch(/^verified/)
  })

  it.each([
    [
      'a highlighter over an amount',
      onePage(`${draw(words)}\n/S gs 1 1 0 rg ${box()} re f`, '/ExtGState<</S<</BM/Multiply>>>>'),
    ],
    ['a box beside an amount', onePage(`${draw(words)}\n1 g ${left - 6} ${bottom} 6 ${high} re f`)],
    [
      'a thick line below its text',
      onePage(`0.9 G 700 w 0 ${height / 2} m ${width} ${height / 2} l S\n${draw(words)}`),
    ],
    [
      'an area with round corners around its text',
      onePage(
        `30 0 m ${width} 0 l ${width} ${height} l 30 ${height} l 0 ${height} 0 ${height} 0 ${height - 30} c 0 30 l 0 0 0 0 30 0 c W n\n${draw(words)}`,
      ),
    ],
  ])('is verified if everything is seen: %s', async (_, bytes) => {
    expect(await answer(bytes)).toBe('verified: ')
  })
})
