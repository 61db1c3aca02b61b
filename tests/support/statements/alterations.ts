import type { Word } from '../../../src-main/features/statement-reader/statement-words.ts'
import { stream } from '../raw-pdf.ts'
import { draw, form, height, pageOf, width, words } from './drawn-page.ts'

/** Ways to alter a statement so that its text stays the same, but a person sees other figures. */

/** What an alteration adds to a page. `below` is drawn before the text of the statement, and `above` after it. */
export interface Alteration {
  /** The word that is drawn otherwise, and is therefore left out. */
  without?: Word
  below?: string
  above?: string
  /** Entries of resources, by the kind of resource. `@` in an entry stands for the number of the first object. */
  resources?: Readonly<Record<string, string>>
  objects?: readonly (string | Buffer)[]
}

/** Makes the alteration of an amount. The names of its resources begin with `name`. */
type Kind = (word: Word, name: string) => Alteration

const number = (value: number) => value.toFixed(2)
/** The rectangle of a part of a word: from and to are shares of its width. */
const boxOf = ({ x0, x1, y, size }: Word, from = 0, to = 1) =>
  [x0 + (x1 - x0) * from, height - y - 1.5, (x1 - x0) * (to - from), size].map(number).join(' ')
const group = '/Group<</S/Transparency/I true/CS/DeviceRGB>>'
const page = `/BBox[0 0 ${width} ${height}]`
const white = (word: Word, part = 0.2) => `1 g ${boxOf(word, 0, part)} re f`
/** A digit in the font and size of a word, `steps` digits to the left of it. */
const before = (word: Word, text = '9', steps = 1): Word => {
  const one = (word.x1 - word.x0) / word.text.length
  return { ...word, text, x0: word.x0 - one * steps, x1: word.x0 - one * (steps - text.length) }
}
const rowBelow = (word: Word): Word => ({ ...word, text: '9,900.00', y: word.y + word.size * 1.5 })
/** A stroke like the digit 1 before a word. */
const stroke = ({ x0, y, size }: Word) => [x0 - size * 0.35, height - y, 1, size * 0.65].map(number).join(' ')
const blank = (code: string) =>
  stream(
    Buffer.from(
      `/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/X def 1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <21><7e>[${Array.from({ length: 94 }, () => `<${code}>`).join('')}] endbfrange endcmap end end`,
    ),
  )
/** A font whose glyphs all have this character. */
const fontOf = (code: string, name: string) => ({
  resources: { Font: `/${name} @ 0 R` },
  objects: [
    `<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding/ToUnicode $1 0 R>>`,
    blank(code),
  ],
})
const inFont = (operations: string, name: string) => operations.replaceAll('/F1 ', `/${name} `)
const state = (name: string, entries: string) => ({ ExtGState: `/${name}<<${entries}>>` })
const axial = (from: number, to: number, { x0, x1 }: Word) =>
  `<</ShadingType 2/ColorSpace/DeviceGray/Coords[${number(x0)} 0 ${number(x1)} 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[${from}]/C1[${to}]/N 1>>>>`
const tiling = (content: string) =>
  stream(
    Buffer.from(content),
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${width} ${height}]/XStep ${width}/YStep ${height}/Resources<</Font<</F1 5 0 R>>>>`,
  )
/** Letters of a word, each turned by an angle in degrees around its place. */
const turned = (word: Word, degrees: number) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const one = (word.x1 - word.x0) / word.text.length
  return [...word.text]
    .map(
      (letter, at) =>
        `BT /F1 ${word.size} Tf ${[cos, sin, -sin, cos, word.x0 + at * one, height - word.y].map((value) => value.toFixed(4)).join(' ')} Tm (${letter}) Tj ET`,
    )
    .join('\n')
}
const squeezed = (word: Word, index: number, scale: number) => {
  const one = (word.x1 - word.x0) / word.text.length
  return [...word.text]
    .map((letter, at) =>
      draw([
        {
          ...word,
          text: letter,
          x0: word.x0 + at * one,
          x1: word.x0 + at * one + one * (at === index ? scale : 1),
        },
      ]),
    )
    .join('\n')
}
const stacked = ({ text, x0, y, size }: Word, spacing: number) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${number(x0)} ${number(height - y)} Tm ${number(spacing * size)} Tc (${text}) Tj 0 Tc ET`

export const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  'a box in a group with a blend mode': [
    (word, name) => ({
      above: `q /${name}s gs /${name}f Do Q`,
      resources: { ...state(`${name}s`, '/BM/HardLight'), XObject: `/${name}f @ 0 R` },
      objects: [form(white(word), page + group)],
    }),
    (word, name) => ({
      above: `q /${name}s gs /${name}f Do Q`,
      resources: { ...state(`${name}s`, '/BM/Lighten'), XObject: `/${name}f @ 0 R` },
      objects: [form(white(word, 0.5), page + group)],
    }),
    (word, name) => ({
      above: `q /${name}s gs ${white(word)} Q`,
      resources: state(`${name}s`, '/SMask<</S/Luminosity/G @ 0 R>>'),
      objects: [
        form(
          `1 g ${boxOf(word, 0, 0.2)} re f`,
          '/BBox[0 0 9999 9999]/Group<</S/Transparency/CS/DeviceGray>>',
        ),
      ],
    }),
  ],
  'a blend that adds or inverts a digit': [
    (word, name) => ({
      above: `q /${name}s gs 1 g ${draw([before(word)])} Q`,
      resources: state(`${name}s`, '/BM/Difference'),
    }),
    (word, name) => ({
      above: `q /${name}s gs 1 g ${draw([before(word, '1')])} Q`,
      resources: state(`${name}s`, '/BM/Exclusion'),
    }),
    (word, name) => ({
      above: `q /${name}s gs 1 g ${boxOf(word, 0, 0.1)} re f Q`,
      resources: state(`${name}s`, '/BM/Difference'),
    }),
  ],
  'a blend that adds a stroke': [
    (word, name) => ({
      above: `q /${name}s gs 1 g ${stroke(word)} re f Q`,
      resources: state(`${name}s`, '/BM/Difference'),
    }),
    (word, name) => ({
      above: `q /${name}s gs 1 g ${stroke(word)} re f Q`,
      resources: state(`${name}s`, '/BM/Exclusion'),
    }),
  ],
  'white text on a box that cannot be seen': [
    (word, name) => ({
      without: word,
      above: `q /${name}s gs 0 g ${boxOf(word)} re f Q 1 g ${draw([word])}`,
      resources: state(`${name}s`, '/BM/Screen'),
    }),
    (word, name) => ({
      without: word,
      above: `q /${name}s gs 0 g ${boxOf(word)} re f Q 1 g ${draw([word])}`,
      resources: state(`${name}s`, '/SMask<</S/Luminosity/G @ 0 R>>'),
      objects: [form(`0 g 0 0 ${width} ${height} re f`, `${page}/Group<</S/Transparency/CS/DeviceGray>>`)],
    }),
  ],
  'text in white or in a pattern': [
    (word) => ({ without: word, above: `1 g ${draw([word])}` }),
    (word, name) => ({
      without: word,
      above: `/Pattern cs /${name} scn ${draw([word])}`,
      resources: { Pattern: `/${name} @ 0 R` },
      objects: [tiling(`1 g 0 0 ${width} ${height} re f`)],
    }),
    (word, name) => ({
      without: word,
      above: `/Pattern cs /${name} scn ${draw([word])}`,
      resources: { Pattern: `/${name}<</PatternType 2/Shading${axial(1, 1, word)}>>` },
    }),
  ],
  'a gradient or a pattern as ground': [
    (word, name) => ({
      below: `q ${boxOf(word)} re W n /${name} sh Q`,
      resources: { Shading: `/${name}${axial(0, 1, word)}` },
    }),
    (word, name) => ({
      below: `q /Pattern cs /${name} scn ${boxOf(word, -0.4, 1.2)} re f Q`,
      resources: { Pattern: `/${name} @ 0 R` },
      objects: [tiling(`0 g ${draw([before(word)])}`)],
    }),
    (word, name) => ({
      below: `q /Pattern cs /${name} scn ${boxOf(word)} re f Q`,
      resources: { Pattern: `/${name} @ 0 R` },
      objects: [tiling(`0 g ${boxOf(word, 0, 0.15)} re f`)],
    }),
  ],
  'color-burn on painted white': [
    (word, name) => ({
      without: word,
      above: `q 1 g ${boxOf(word)} re f /${name}s gs 0 g ${draw([word])} Q`,
      resources: state(`${name}s`, '/BM/ColorBurn'),
    }),
    (word, name) => ({
      below: `1 g ${boxOf(word, -0.3, 1)} re f`,
      above: `q /${name}s gs 0 g ${draw([before(word)])} Q`,
      resources: state(`${name}s`, '/BM/ColorBurn'),
    }),
    (word, name) => ({
      above: `q 1 g ${boxOf(word, 0, 1)} re f /${name}s gs 0.5 g ${draw([{ ...word, text: word.text.replace(/\d/, '9') }])} Q`,
      resources: state(`${name}s`, '/BM/ColorBurn'),
    }),
  ],
  'a thick white outline': [
    (word) => ({ without: word, above: `q 1 G 3 w ${draw([word], 2)} Q` }),
    (word) => ({ above: `q 1 G 4 w ${draw([before(word, word.text[0] ?? '1', 0)], 1)} Q` }),
  ],
  'digits squeezed to nothing': [
    (word) => ({ without: word, above: squeezed(word, 0, 0.02) }),
    (word) => ({ without: word, above: squeezed(word, word.text.length - 1, 0.1) }),
  ],
  'digits stacked by their spacing': [
    (word) => ({ without: word, above: stacked(word, -0.6) }),
    (word) => ({ without: word, above: stacked(word, -0.4) }),
  ],
  'a glyph without a character as a digit': [
    (word, name) => ({ above: inFont(draw([before(word)]), name), ...fontOf('0020', name) }),
    (word, name) => ({ above: inFont(draw([before(word, '1')]), name), ...fontOf('200B', name) }),
  ],
  'glyphs without a character as a row': [
    (word, name) => ({ above: inFont(draw([rowBelow(word)]), name), ...fontOf('0020', name) }),
    (word, name) => ({ above: inFont(draw([rowBelow(word)]), name), ...fontOf('2060', name) }),
  ],
  'a glyph without a character as a cover': [
    (word, name) => ({
      above: `q 1 g ${inFont(['M', 'W', 'H', 'N', '#'].map((text) => draw([{ ...word, text: text.repeat(word.text.length) }])).join('\n'), name)} Q`,
      ...fontOf('0020', name),
    }),
    (word, name) => ({
      above: inFont(draw([{ ...word, text: '#'.repeat(word.text.length) }]), name),
      ...fontOf('200D', name),
    }),
  ],
  'letters turned one by one': [
    (word) => ({ above: turned(rowBelow(word), 9) }),
    (word) => ({ above: turned(before(word, '9'), -12) }),
    (word) => ({ above: turned(rowBelow(word), -20) }),
  ],
}

/** Makes a file of alterations together. */
export function altered(alterations: readonly Alteration[]): Buffer {
  const gone = new Set(alterations.map(({ without }) => without))
  const resources = new Map<string, string>()
  const objects: (string | Buffer)[] = []
  for (const one of alterations) {
    const first = 6 + objects.length
    const numbered = (text: string) => text.replaceAll('@', String(first)).replaceAll('$1', String(first + 1))
    for (const [kind, entries] of Object.entries(one.resources ?? {}))
      resources.set(kind, (resources.get(kind) ?? '') + numbered(entries))
    objects.push(
      ...(one.objects ?? []).map((object) => (typeof object === 'string' ? numbered(object) : object)),
    )
  }
  const content = [
    ...alterations.map(({ below }) => `q ${below ?? ''} Q`),
    draw(words.filter((word) => !gone.has(word))),
    ...alterations.map(({ above }) => `q ${above ?? ''} Q`),
  ].join('\n')
  return pageOf(content, Object.fromEntries(resources), objects)
}

/** The amounts that are altered: those with at least four digits. */
export const amounts = words.filter(({ text }) => /^\d{1,3},\d{3}\.\d\d$/.test(text))
