import { expect, test } from 'vitest'
import { randomOf } from '../support/documents/application-forms.ts'
import { drawForm, type Sheet } from '../support/documents/drawn-form.ts'
import { valuesIn } from '../support/documents/read-form.ts'

// Forms with sections under headings in invented words. Nobody can know whom such a section is about, so nothing in it is proposed.

type Row = readonly [label: string, value: string]

const BUSINESS: Row[] = [
  ['Legal Business Name', 'Tidewater Tile LLC'],
  ['Federal Tax ID', '61-4402917'],
  ['Business Phone', '(503) 555-0188'],
  ['Amount Requested', '$85,000'],
]
const OWNER: Row[] = [
  ['First Name', 'Irene'],
  ['Last Name', 'Kowalski'],
  ['SSN', '411-20-9931'],
]
const RIGHT = {
  'company.legal_name': 'Tidewater Tile LLC',
  'company.ein': '61-4402917',
  'company.phone': '(503) 555-0188',
  'application.amount_requested': '$85,000',
  'company.owners.0.first_name': 'Irene',
  'company.owners.0.last_name': 'Kowalski',
  'company.owners.0.ssn': '411-20-9931',
}
/** Values of somebody else, under labels that mean the business, an owner, or the request in other sections. */
const STRANGER: Row[] = [
  ['Name', 'Harold Boone'],
  ['Full Name', 'Harold Boone'],
  ['Company Name', 'Granite Works Inc'],
  ['Business Name', 'Granite Works Inc'],
  ['First Name', 'Harold'],
  ['Last Name', 'Boone'],
  ['Title', 'Manager'],
  ['Phone', '(212) 555-0177'],
  ['Cell Phone', '(212) 555-0178'],
  ['Email', 'harold@granite.example'],
  ['Website', 'www.granite.example'],
  ['Address', '40 Wall Street'],
  ['City', 'New York'],
  ['State', 'NY'],
  ['ZIP', '10005'],
  ['Term (months)', '9'],
  ['Funding Amount', '$60,000'],
  ['Start Date', '04/02/2024'],
  ['Date', '11/02/2025'],
  ['Date of Birth', '01/02/1971'],
  ['Social Security Number', '522-31-7788'],
  ['FICO Score', '640'],
  ['Sales Rep', 'Carl Closer'],
  ['Industry', 'Masonry'],
  ['Monthly Revenue', '$40,000'],
]

type Fill = (value: string, x: number, y: number) => void
type Look = (sheet: Sheet, words: string, y: number) => void

const LOOKS: Record<string, Look> = {
  bold: ({ text }, words, y) => text(words, 40, y, { bold: true, size: 9 }),
  large: ({ text }, words, y) => text(words, 40, y, { size: 13 }),
  capital: ({ text }, words, y) => text(words.toUpperCase(), 40, y, { size: 9 }),
  band: ({ text, box }, words, y) => {
    box(36, y - 12, 540, 16, [0.1, 0.1, 0.3])
    text(words, 40, y, { size: 9, color: [1, 1, 1] })
  },
  'in a plain font with a colon': ({ text }, words, y) => text(`${words}:`, 40, y, { size: 9 }),
}

/** Returns invented words. None of them is in a list of the reader. */
function inventWords(random: () => number): string {
  const syllable = () =>
    ['bra', 'zel', 'kno', 'vim', 'tru', 'pal', 'dox', 'gri'][Math.floor(random() * 8)] ?? ''
  const word = () => `${syllable()}${syllable()}${syllable()}`.replace(/^./, (first) => first.toUpperCase())
  return Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' ')
}

function choose(random: () => number, count: number): Row[] {
  return STRANGER.map((row) => ({ row, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ row }) => row)
}

function drawSections(
  sheet: Sheet,
  fill: Fill,
  look: Look,
  sections: readonly (readonly [string, readonly Row[]])[],
): void {
  let y = 60
  for (const [heading, rows] of sections) {
    look(sheet, heading, y)
    y += 22
    for (const [label, value] of rows) {
      sheet.text(label, 40, y, { size: 9 })
      fill(value, 200, y + 3)
      y += 18
    }
    y += 14
  }
}

async function readForm(
  kind: string,
  draw: (sheet: Sheet, fill: Fill) => void,
): Promise<Record<string, string>> {
  const bytes = await drawForm((sheet) => {
    let number = 0
    draw(sheet, (value, x, y) => {
      if (kind !== 'fields') return sheet.text(value, x + 2, y - 3, { mono: kind === 'flat', size: 9 })
      const field = sheet.document.getForm().createTextField(`Text${++number}`)
      field.setText(value)
      return field.addToPage(sheet.page, { x, y: 792 - y, width: 180, height: 14, borderWidth: 0 })
    })
  })
  return valuesIn(bytes)
}

const CASES = Object.keys(LOOKS).flatMap((look) =>
  ['fields', 'flat', 'flat in the font of the form'].map((kind) => [look, kind] as const),
)

test.each(CASES)(
  'a section with an unknown heading (%s, %s) proposes nothing, before and after the known sections',
  async (name, kind) => {
    const random = randomOf(name.length * 31 + kind.length)
    for (let round = 0; round < 2; round++) {
      const strange = () => [inventWords(random), choose(random, 7)] as const
      const known = [
        ['Business Information', BUSINESS],
        ['Owner Information', OWNER],
      ] as const
      const sections = round % 2 === 0 ? [...known, strange(), strange()] : [strange(), ...known, strange()]
      const values = await readForm(kind, (sheet, fill) =>
        drawSections(sheet, fill, LOOKS[name] as Look, sections),
      )
      expect({ sections, values }).toEqual({ sections, values: RIGHT })
    }
  },
)

test.each(['fields', 'flat'])(
  'in a section with an unknown heading, a label that names its own party counts (%s)',
  async (kind) => {
    const values = await readForm(kind, (sheet, fill) =>
      drawSections(sheet, fill, LOOKS['bold'] as Look, [
        ['Owner Information', OWNER],
        [
          'Zelbra',
          [
            ['Company Legal Name', 'Tidewater Tile LLC'],
            ['Federal EIN', '61-4402917'],
            ['Phone', '(212) 555-0177'],
          ],
        ],
      ]),
    )
    expect(values).toMatchObject({ 'company.legal_name': 'Tidewater Tile LLC', 'company.ein': '61-4402917' })
  },
)

test.each(['fields', 'flat', 'flat in the font of the form'])(
  'examples, and the address of the publisher in the margins, are no values (%s)',
  async (kind) => {
    const values = await readForm(kind, (sheet, fill) => {
      sheet.text('Tel: (212) 555-0177', 40, 24, { size: 7 })
      sheet.text('Email: desk@granite.example', 40, 770, { size: 9 })
      sheet.text('Website: www.granite.example', 300, 770, { size: 9 })
      sheet.text('Business Email (sample: jo@acme.example)', 40, 400, { size: 9 })
      sheet.text('DBA', 40, 420, { size: 9 })
      sheet.text('e.g. Acme Tools', 240, 420, { size: 9 })
      sheet.text('Website', 40, 440, { size: 9 })
      sheet.text('www.acme.example', 240, 440, { size: 9, color: [0.6, 0.6, 0.6] })
      drawSections(sheet, fill, LOOKS['bold'] as Look, [
        ['Business Information', BUSINESS],
        ['Owner Information', OWNER],
      ])
    })
    expect(values).toEqual(RIGHT)
  },
)
