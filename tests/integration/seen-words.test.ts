import { type PDFDocument, PDFDict, PDFName, PDFString, rgb } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { drawForm } from '../support/documents/drawn-form.ts'
import { valuesIn } from '../support/documents/read-form.ts'
import { stream } from '../support/raw-pdf.ts'
import * as statement from '../support/statements/drawn-page.ts'

/**
 * Pages of which a person sees something else than their text says. The same tricks are tried on an amount of a bank statement and on one of
 * an application form, because one check protects both.
 */

/** An amount on a page: the operations that draw it, the other words of the page, and its place. */
interface Target {
  value: (mode?: number) => string
  others: string
  text: string
  left: number
  bottom: number
  wide: number
  high: number
}

const { width, height } = statement

const ofStatement: Target = {
  value: (mode = 0) => statement.draw([statement.amount], mode),
  others: statement.draw(statement.others),
  text: statement.amount.text,
  left: statement.left,
  bottom: statement.bottom,
  wide: statement.wide,
  high: statement.high,
}

const FORM = [
  ['Legal name:', 'Acme Foods LLC'],
  ['EIN:', '12-3456789'],
  ['Business phone:', '(541) 555-0142'],
  ['Email:', 'me@example.com'],
  ['Amount requested:', '$50,000'],
] as const
const show = (text: string, x: number, y: number, size = 10) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[()]/g, String.raw`\$&`)}) Tj ET`
const lines = FORM.flatMap(([label, value], at) => [
  show(label, 40, 700 - at * 30),
  show(value, 200, 700 - at * 30),
])
const ofForm: Target = {
  value: (mode = 0) => `${mode} Tr ${lines.at(-1)} 0 Tr`,
  others: lines.slice(0, -1).join('\n'),
  text: '$50,000',
  left: 200,
  bottom: 579,
  wide: 42,
  high: 10,
}

/** The kinds of resources of a page by their names, and further objects from number 6. */
type Trick = (
  target: Target,
) => [content: string, resources?: Record<string, string>, ...more: (string | Buffer)[]]

const ALL = `/BBox[0 0 ${width} ${height}]`
const GROUP = `${ALL}/Group<</S/Transparency/CS/DeviceGray>>`
const state = (entries: string) => ({ ExtGState: `/S<<${entries}>>/N<</BM/Normal/SMask/None>>` })
const drawn = ({ value, others }: Target) => `${others}\n${value()}`
/** The last characters of the amount, as an area. */
const end = ({ left, bottom, wide, high, text }: Target, count = 2) => {
  const one = wide / text.length
  return `${left + wide - count * one} ${bottom} ${count * one} ${high} re f`
}
const whole = ({ left, bottom, wide, high }: Target) =>
  `${left - 4} ${bottom - 3} ${wide + 8} ${high + 6} re f`
const one = ({ wide, text }: Target) => wide / text.length
/** A character directly after the amount, or `before` it by so many characters. */
const extra = (target: Target, text: string, font = 'F1', before = 0) =>
  `BT /${font} ${one(target) / 0.6} Tf ${target.left + target.wide - before * one(target)} ${target.bottom + 1} Td (${text}) Tj ET`
const mask = (gray: number) => statement.form(`${gray} g 0 0 ${width} ${height} re f`, GROUP)
const painted = `1 g 0 0 ${width} ${height} re f 0 g`
/** A font whose glyphs have the character that `code` names, such as a blank. */
const blankFont = (code: string) =>
  [
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding/ToUnicode 7 0 R>>',
    stream(
      Buffer.from(
        `/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <00><FF> endcodespacerange 1 beginbfrange <21><7e> [${`<${code}>`.repeat(94)}] endbfrange endcmap end`,
      ),
    ),
  ] as const
const F2 = { Font: '/F2 6 0 R' }
const tiling = (content: string) =>
  stream(
    Buffer.from(content),
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1${ALL}/XStep ${width}/YStep ${height}/Resources<</Font<</F1 5 0 R>>>>`,
  )
const gradient = (target: Target, from: number, to: number) => ({
  Shading: `/G<</ShadingType 2/ColorSpace/DeviceGray/Coords[${target.left} 0 ${target.left + target.wide} 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[${from}]/C1[${to}]/N 1>>>>`,
})

const TRICKS: Readonly<Record<string, Trick>> = {
  'a tall black box over some digits': (t) => [
    `${drawn(t)}\n0 g ${t.left + t.wide - 2 * one(t)} ${t.bottom - 20} ${2 * one(t)} ${t.high + 40} re f`,
  ],
  'a box in a group over some digits': (t) => [
    `${drawn(t)}\n/A Do`,
    { XObject: '/A 6 0 R' },
    statement.form(`1 g ${end(t)}`, GROUP),
  ],
  'a box in a group that is blended over some digits': (t) => [
    `${drawn(t)}\n/S gs /A Do`,
    { ...state('/BM/Screen'), XObject: '/A 6 0 R' },
    statement.form(`1 g ${end(t)}`, GROUP),
  ],
  'a box behind a mask that shows it over some digits': (t) => [
    `${drawn(t)}\nq /S gs 1 g ${end(t)} Q`,
    state('/SMask<</S/Luminosity/G 6 0 R>>'),
    mask(1),
  ],
  'white text that exclusion turns into a further digit': (t) => [
    `${painted}\n${drawn(t)}\nq /S gs 1 g ${extra(t, '9')} Q`,
    state('/BM/Exclusion'),
  ],
  'white text that difference with the paper turns into a further digit': (t) => [
    `${drawn(t)}\nq /S gs 1 g ${extra(t, '9')} Q`,
    state('/BM/Difference'),
  ],
  'a difference that erases digits': (t) => [
    `${painted}\n${drawn(t)}\nq /S gs 1 g ${t.value()} Q`,
    state('/BM/Difference'),
  ],
  'white text on a black box that a blend makes invisible': (t) => [
    `${t.others}\nq /S gs 0 g ${whole(t)} Q 1 g ${t.value()}`,
    state('/BM/Screen'),
  ],
  'white text on a black box that a black mask makes invisible': (t) => [
    `${t.others}\nq /S gs 0 g ${whole(t)} Q 1 g ${t.value()}`,
    state('/SMask<</S/Luminosity/G 6 0 R>>'),
    mask(0),
  ],
  'white text': (t) => [`${t.others}\n1 g ${t.value()}`],
  'text filled with a white pattern': (t) => [
    `${t.others}\n/Pattern cs /Q scn ${t.value()}`,
    { Pattern: '/Q 6 0 R' },
    tiling(`1 g 0 0 ${width} ${height} re f`),
  ],
  'black text on a gradient that becomes black': (t) => [
    `q ${whole(t).replace(' f', '')} W n /G sh Q ${drawn(t)}`,
    gradient(t, 1, 0),
  ],
  'white text on a gradient that becomes white': (t) => [
    `q ${whole(t).replace(' f', '')} W n /G sh Q ${t.others} 1 g ${t.value()}`,
    gradient(t, 0, 1),
  ],
  'text on a pattern of other text': (t) => [
    `/Pattern cs /Q scn ${whole(t)} 0 g ${drawn(t)}`,
    { Pattern: '/Q 6 0 R' },
    tiling(extra(t, '8888888', 'F1', t.text.length - 0.5)),
  ],
  'gray text that color burn on painted white removes': (t) => [
    `${painted}\n${t.others}\nq /S gs 0.5 g ${t.value()} Q`,
    state('/BM/ColorBurn'),
  ],
  'text with a thick white outline': (t) => [`${t.others}\n1 G 5 w ${t.value(2)}`],
  'digits that are squeezed to nothing': (t) => [
    `${t.others}\nBT /F1 ${one(t) / 0.6} Tf ${t.left} ${t.bottom + 1} Td (${t.text.slice(0, 2)}) Tj 1 Tz (${t.text.slice(2)}) Tj 100 Tz ET`,
  ],
  'digits that are stacked': (t) => [
    `${t.others}\nBT /F1 ${one(t) / 0.6} Tf ${t.left} ${t.bottom + 1} Td (${t.text.slice(0, 2)}) Tj ${-one(t)} Tc (${t.text.slice(2)}) Tj 0 Tc ET`,
  ],
  'a digit whose character is a blank': (t) => [
    `${drawn(t)}\n${extra(t, '9', 'F2')}`,
    F2,
    ...blankFont('0020'),
  ],
  'a digit whose character has no width': (t) => [
    `${drawn(t)}\n${extra(t, '9', 'F2')}`,
    F2,
    ...blankFont('200B'),
  ],
  'a cover of glyphs whose character has no width': (t) => [
    `${drawn(t)}\n1 g ${extra(t, 'MM', 'F2', 2)} ${extra(t, 'WW', 'F2', 2)} ${extra(t, 'HH', 'F2', 2)} ${extra(t, '88', 'F2', 2)}`,
    F2,
    ...blankFont('200B'),
  ],
  'digits that are turned one by one': (t) => [
    `${drawn(t)}\n${[0, 1, 2].map((at) => `BT /F1 ${one(t) / 0.6} Tf 0 1 -1 0 ${t.left + t.wide + (at + 1) * one(t)} ${t.bottom + 1} Tm (9) Tj ET`).join('\n')}`,
  ],
  'a digit of a blank character in a group with a blend': (t) => [
    `${drawn(t)}\nq /S gs /A Do Q`,
    { ...state('/BM/Multiply'), ...F2, XObject: '/A 8 0 R' },
    ...blankFont('200B'),
    stream(
      Buffer.from(`0 g ${extra(t, '9', 'F2')}`),
      `/Type/XObject/Subtype/Form${GROUP}/Resources<</Font<</F2 6 0 R>>>>`,
    ),
  ],
  'white text on a gradient behind a black mask': (t) => [
    `q /S gs ${whole(t).replace(' f', '')} W n /G sh Q ${t.others} 1 g ${t.value()}`,
    { ...state('/SMask<</S/Luminosity/G 6 0 R>>'), ...gradient(t, 0, 0.2) },
    mask(0),
  ],
}

const pageOf = (trick: Trick, target: Target) => {
  const [content, resources = {}, ...more] = trick(target)
  return statement.pageOf(content, resources, more)
}
const plain: Trick = (target) => [drawn(target)]
const requested = async (bytes: Uint8Array) => (await valuesIn(bytes))['application.amount_requested']

describe('an amount of which a person sees something else', () => {
  it('is used without the trick', async () => {
    expect(await statement.answer(pageOf(plain, ofStatement))).toBe('verified: ')
    expect(await requested(pageOf(plain, ofForm))).toBe('$50,000')
  })

  it.each(Object.entries(TRICKS))('is not used: %s', async (_, trick) => {
    expect(await statement.answer(pageOf(trick, ofStatement))).not.toMatch(/^verified/)
    expect(await requested(pageOf(trick, ofForm))).toBeUndefined()
  })

  it.each<[string, Trick]>([
    ['a highlighter over it', (t) => [`${drawn(t)}\n/S gs 1 1 0 rg ${whole(t)}`, state('/BM/Multiply')]],
    [
      'a light gradient below it',
      (t) => [`q ${whole(t).replace(' f', '')} W n /G sh Q ${drawn(t)}`, gradient(t, 1, 0.8)],
    ],
    ['white on a dark box', (t) => [`0 g ${whole(t)} ${t.others} 1 g ${t.value()} 0 g`]],
    ['in a group', (t) => [`${t.others}\n/A Do`, { XObject: '/A 6 0 R' }, statement.form(t.value(), GROUP)]],
  ])('is used if a person sees it: %s', async (_, trick) => {
    expect(await requested(pageOf(trick, ofForm))).toBe('$50,000')
  })
})

/** A form with one field for the legal name and one check box, changed by a test after their appearances were made. */
const filled = (change: (document: PDFDocument) => void) =>
  drawForm(({ document, page, text }) => {
    const form = document.getForm()
    const name = form.createTextField('legal_business_name')
    name.setText('Acme LLC')
    name.addToPage(page, { x: 200, y: 700, width: 150, height: 16, borderWidth: 0 })
    text('LLC', 215, 200)
    text('C Corporation', 315, 200)
    for (const [at, entity] of ['entity_LLC', 'entity_CCorp'].entries()) {
      const box = form.createCheckBox(entity)
      box.addToPage(page, { x: 200 + at * 100, y: 590, width: 10, height: 10 })
      if (at === 0) box.check()
    }
    form.updateFieldAppearances()
    change(document)
  })
const widget = (document: PDFDocument, field: string) =>
  document.getForm().getField(field).acroField.getWidgets()[0]?.dict as PDFDict
const empty = (document: PDFDocument) =>
  document.context.register(document.context.stream('', { Subtype: 'Form', BBox: [0, 0, 10, 10] }))

describe('a form field whose value the page does not show', () => {
  it('is used if the page shows it', async () => {
    expect(await valuesIn(await filled(() => {}))).toEqual({
      'company.legal_name': 'Acme LLC',
      'company.entity_type': 'llc',
    })
  })

  it.each<[string, (document: PDFDocument) => void]>([
    [
      'an empty appearance',
      (document) =>
        widget(document, 'legal_business_name').set(
          PDFName.of('AP'),
          document.context.obj({ N: empty(document) }),
        ),
    ],
    [
      'white text',
      (document) => {
        const field = document.getForm().getTextField('legal_business_name')
        field.acroField.setDefaultAppearance('/Helv 10 Tf 1 1 1 rg')
        widget(document, 'legal_business_name').set(PDFName.of('DA'), PDFString.of('/Helv 10 Tf 1 1 1 rg'))
        field.defaultUpdateAppearances(document.getForm().getDefaultFont())
      },
    ],
    [
      'another field over it',
      (document) => {
        const page = document.getPage(0)
        const cover = document.getForm().createTextField('cover')
        cover.addToPage(page, {
          x: 195,
          y: 695,
          width: 160,
          height: 26,
          backgroundColor: rgb(1, 1, 1),
          borderWidth: 0,
        })
        document.getForm().updateFieldAppearances()
      },
    ],
  ])('is not used: %s', async (_, change) => {
    expect(await valuesIn(await filled(change))).toEqual({ 'company.entity_type': 'llc' })
  })

  it('is not used if it has no appearance', async () => {
    const field =
      '/Type/Annot/Subtype/Widget/FT/Tx/F 4/Rect[200 600 400 616]/T(legal_business_name)/V(Acme LLC)'
    const bytes = statement.onePage(lines.slice(2).join('\n'), '>>/Annots[6 0 R]/X<<', `<<${field}>>`)
    expect(await valuesIn(bytes)).not.toHaveProperty('company.legal_name')
  })

  it('is not used if it is a check box that shows no mark', async () => {
    const bytes = await filled((document) => {
      const look = widget(document, 'entity_LLC').lookup(PDFName.of('AP'), PDFDict)
      look.lookup(PDFName.of('N'), PDFDict).set(PDFName.of('Yes'), empty(document))
    })
    expect(await valuesIn(bytes)).toEqual({ 'company.legal_name': 'Acme LLC' })
  })
})
