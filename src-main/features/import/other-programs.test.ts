import { resultOf } from '../../platform/base/failure.ts'
import * as XLSX from '@e965/xlsx'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { ImportChoices } from '../../../src-shared/features/import/import.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { previewImport } from './import-work.ts'
import { parseRecords } from './parse-csv.ts'
import { readDrafts } from './read-drafts.ts'

// Lists as other programs really write them.

const sourceOf = (content: string | Uint8Array, choices: ImportChoices = {}) => ({
  profile: standardProfile,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  today: '2026-11-23',
  choices,
})

function read(content: string | Uint8Array, choices?: ImportChoices) {
  const { table, drafts } = readDrafts(sourceOf(content, choices))
  if (table === null) throw new Error('no table')
  return { format: table.format, targets: table.columns, drafts }
}

const refusal = async (content: string | Uint8Array) => {
  const file = await resultOf(() => readDrafts(sourceOf(content)))
  return file.ok ? null : `${formatMessage(file.error.message)} ${formatMessage(file.error.advice)}`
}

/** Returns the values at these paths of each draft that is probably a deal. */
const values = (content: string | Uint8Array, ...paths: string[]) =>
  read(content)
    .drafts.filter(({ no_deal }) => no_deal === null)
    .map((draft) => paths.map((path) => valueAt(draft.values, path)))

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const NAME = 'company.legal_name'
const EIN = 'company.ein'
const lines = (...rows: string[]) => rows.join('\n')

test('each quotation mark that begins no quoted cell is text, even in a line of a megabyte', () => {
  const [record] = parseRecords('"a" b,'.repeat(160_000), { delimiter: ',', width: null })
  expect(record?.cells).toHaveLength(160_001)
  expect(record?.cells[80_000]).toBe('"a" b')
})

describe('the separator', () => {
  test.each([
    ['the one that the first line names', 'sep=;\nLegal name;EIN\nAlder, LLC;12-3456789\n'],
    [
      'the one that the first line names in quotation marks',
      '"sep=;"\r\nLegal name;EIN\r\nAlder, LLC;12-3456789\r\n',
    ],
    ['an unusual one that the first line names', 'sep=^\nLegal name^EIN\nAlder, LLC^12-3456789\n'],
    [
      'the one outside of quotation marks',
      '"Legal name";"EIN";"City, State, ZIP, and, more"\n"Alder, LLC";12-3456789;"a, b"\n',
    ],
    [
      'a comma although headings contain semicolons',
      '"Legal name","EIN","a;b;c;d"\n"Alder, LLC",12-3456789,"x;y"\n',
    ],
    ['a tab', 'Legal name\tEIN\nAlder, LLC\t12-3456789\n'],
    ['a bar', 'Legal name|EIN\nAlder, LLC|12-3456789\n'],
  ])('is %s', (_, content) => {
    expect(values(content, NAME, EIN)).toEqual([['Alder, LLC', '12-3456789']])
  })

  test('is the one that the broker chose', () => {
    const { drafts } = read('Legal name,x;EIN\nAlder,x;12-3456789\n', { delimiter: ';', heading_row: 1 })
    expect(valueAt(drafts[0]?.values, EIN)).toBe('12-3456789')
  })
})

test.each([
  ['thousands that are not in quotation marks', 'Alder LLC,12-3456789,50,000', 'more values'],
  ['a quotation mark that never ends', '"Birch LLC,98-7654321,50', 'quotation marks'],
])('a row with %s is named, so that the broker checks its values', (_, row, why) => {
  const content = lines('Legal name,EIN,Amount requested', row, 'Cedar LLC,12-3456780,70000')
  const [first, second] = read(content).drafts
  expect(first?.remarks.map((one) => formatMessage(one.why))).toEqual([expect.stringContaining(why)])
  expect(second?.remarks).toEqual([])
})

describe('quotation marks', () => {
  test.each([
    ['inside a cell', 'Joe "The Plumber" Smith', 'Joe "The Plumber" Smith'],
    ['for inches', '6" Sub Shop', '6" Sub Shop'],
    ['inside a quoted cell', '"Joe "The Plumber" Smith"', 'Joe "The Plumber" Smith'],
    ['doubled', '"Joe ""The Plumber"" Smith"', 'Joe "The Plumber" Smith'],
    ['around a comma', '"Alder, LLC"', 'Alder, LLC'],
    ['around two lines', '"Alder\nLLC"', 'Alder LLC'],
    ['with spaces outside', ' "Alder, LLC" ', 'Alder, LLC'],
  ])('%s are read', (_, cell, name) => {
    const content = lines('Legal name,EIN,City', `${cell},12-3456789,Portland`, 'Birch,12-3456788,Salem')
    expect(values(content, NAME, EIN)).toEqual([
      [name, '12-3456789'],
      ['Birch', '12-3456788'],
    ])
    expect(read(content).drafts.every(({ remarks }) => remarks.length === 0)).toBe(true)
  })

  test('without an end spoil only their own row, and the row is named', () => {
    const content = lines(
      'Legal name,EIN,City',
      '"Alder,12-3456789,Portland',
      '"Birch, LLC",12-3456788,Salem',
      'Cedar,12-3456787,"Bend',
      'Dogwood,12-3456786,Eugene',
    )
    expect(values(content, EIN)).toEqual([['12-3456789'], ['12-3456788'], ['12-3456787'], ['12-3456786']])
    const { drafts } = read(
      lines('Legal name,EIN', 'Alder,12-3456789', '"He said "hi", then left",12-3456788', 'Elm,12-3456787'),
    )
    expect(drafts.map(({ row, remarks }) => [row, remarks.length])).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
    ])
  })
})

describe('the headings', () => {
  test.each([
    [
      'below a title, a date, and empty lines',
      'Q4 pipeline,,\nExported 11/20/2026,,\n\n,,\nLegal name,EIN,City\n',
      5,
    ],
    ['below a title with a comma', '"Deals, all"\nLegal name,EIN,City\n', 2],
    ['below words that are no headings', 'Report,Deals,2026\nLegal name,EIN,City\n', 2],
  ])('are found %s', (_, above, row) => {
    const content = `${above}Alder,12-3456789,Portland\n`
    expect(read(content).format).toMatchObject({ heading_row: row })
    expect(values(content, NAME, EIN)).toEqual([['Alder', '12-3456789']])
  })

  test.each([
    [
      'a list with values in its first row',
      'Alder LLC,12-3456789,a@alder.example\nBirch,12-3456788,b@birch.example\n',
    ],
    ['a list of words only', 'Alder LLC,Portland\nBirch,Salem\n'],
  ])('are asked for in %s, and no record is lost', (_, content) => {
    expect(read(content).format.heading_row).toBeNull()
    const without = read(content, { heading_row: 0 })
    expect(without.format).toMatchObject({ heading_row: 0, first_rows: [{ row: 1 }, { row: 2 }] })
    expect(without.drafts).toHaveLength(2)
    expect(read(content, { heading_row: 1 }).drafts).toHaveLength(1)
  })

  test('of several sheets are in the sheet with known headings, and hidden sheets are left out', () => {
    const book = bookOf({
      Summary: [['Deals'], ['Count', 2]],
      Deals: [
        ['Legal name', 'EIN'],
        ['Alder', '12-3456789'],
      ],
      Old: [
        ['Legal name', 'EIN', 'City'],
        ['Old', '1', 'x'],
      ],
    })
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 0 }, { Hidden: 1 }] }
    const bytes = bytesOf(book)
    expect(read(bytes).format).toMatchObject({ sheet: 'Deals', sheets: ['Summary', 'Deals'] })
    expect(read(bytes, { sheet: 'Summary', heading_row: 0 }).drafts).toHaveLength(2)
  })
})

test('marks of spreadsheets are removed, and a formula is left out with its reason', () => {
  const content = lines(
    'Legal name,ZIP,DBA,Industry,City',
    `Alder,"=""02134""",'=Text,"=""A ""&"" B""",&amp;Café`,
    `=1+1,'02134,@SUM(A1),+cmd|'/C calc'!A0,-2+3`,
    `AT&amp;T &quot;Store&quot;,02134,+1 (541) 555-0142,- by hand,-`,
    `"=HYPERLINK(""https://x.example"",""x"")",02134,=T(A1),@home,+Plus Cafe`,
  )
  expect(
    values(content, NAME, 'company.address.zip', 'company.dba', 'company.industry', 'company.address.city'),
  ).toEqual([
    ['Alder', '02134', '=Text', undefined, '&Café'],
    [undefined, '02134', undefined, undefined, undefined],
    ['AT&T "Store"', '02134', '+1 (541) 555-0142', '- by hand', '-'],
    [undefined, '02134', undefined, '@home', '+Plus Cafe'],
  ])
  const { drafts } = read(content)
  expect(drafts.map(({ left_out }) => left_out.map(({ value }) => value))).toEqual([
    ['="A "&" B"'],
    ['=1+1', '@SUM(A1)', "+cmd|'/C calc'!A0", '-2+3'],
    [],
    ['=HYPERLINK("https://x.example","x")', '=T(A1)'],
  ])
  expect(formatMessage(drafts[1]?.left_out[0]?.why ?? '')).toContain('formula')
})

test('numbers without their zeros are repaired and shown, and rounded numbers are refused', () => {
  const content = lines(
    'Legal name,EIN,ZIP,Phone,Owner SSN,State,Amount,Start date,Owner ZIP code',
    'Alder,1.23457E+08,2134,5.41555E+09,12345678,MA,1.2E+05,42095,2134-',
    'Birch,12345678,501,5415550142.0,1234567,,50000.00,,21341234',
    'Cedar,123456789.0,9720,5.415550142E+09,900123456,OR,#N/A,####,2134-5678',
  )
  const paths = [
    EIN,
    'company.address.zip',
    'company.phone',
    'company.owners.0.ssn',
    'company.business_start_date',
    'company.owners.0.address.zip',
  ]
  expect(values(content, ...paths)).toEqual([
    [undefined, '02134', undefined, '012-34-5678', '2015-04-01', '02134'],
    ['01-2345678', '00501', '(541) 555-0142', '001-23-4567', undefined, '02134-1234'],
    ['12-3456789', undefined, '(541) 555-0142', '900-12-3456', undefined, '02134-5678'],
  ])
  const { drafts } = read(content)
  expect(drafts.map(({ left_out }) => left_out.map(({ value }) => value))).toEqual([
    ['1.23457E+08', '5.41555E+09', '1.2E+05'],
    [],
    ['9720', '#N/A', '####'],
  ])
  expect(formatMessage(drafts[0]?.left_out[0]?.why ?? '')).toContain('rounded')
  expect(drafts.map(({ remarked }) => remarked.map(({ value }) => value))).toEqual([
    ['02134', '012-34-5678', '2015-04-01', '02134'],
    ['01-2345678', '00501', '001-23-4567', '02134-1234'],
    // Not a repair: no SSN begins with 9.
    ['02134-5678', '900-12-3456'],
  ])
})

test('a full name fills the first and the last name, and an unclear one is left out with its reason', () => {
  const content = lines(
    'Legal name,Owner,Owner 2,Contact',
    'Alder,"Doe, John",Ana Q. Lee,John Doe',
    'Birch,Dr. John Doe Jr.,Mary Ann Smith,',
  )
  const paths = [0, 1].flatMap((row) =>
    ['first_name', 'last_name'].map((part) => `company.owners.${row}.${part}`),
  )
  expect(values(content, ...paths)).toEqual([
    ['John', 'Doe', 'Ana Q.', 'Lee'],
    ['John', 'Doe Jr.', undefined, undefined],
  ])
  expect(
    read(content).drafts.map(({ left_out }) => left_out.map(({ label, value }) => [label, value])),
  ).toEqual([[], [['Owner 2', 'Mary Ann Smith']]])
})

test.each([
  ['Corp', 'c_corporation'],
  ['Inc.', 'c_corporation'],
  ['S-Corp', 's_corporation'],
  ['S Corp.', 's_corporation'],
  ['Sole Prop', 'sole_proprietorship'],
  ['Partnership', 'general_partnership'],
  ['L.L.C.', 'llc'],
  ['Limited Liability Company', 'llc'],
  ['LP', 'limited_partnership'],
  ['501(c)(3)', 'nonprofit'],
])('the entity type %s is known', (written, value) => {
  expect(values(`Legal name,Type of entity\nAlder,${written}\n`, 'company.entity_type')).toEqual([[value]])
})

test.each([
  ['Calif.', 'CA'],
  ['Washington DC', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['D.C.', 'DC'],
  ['N.Y.', 'NY'],
  ['new york', 'NY'],
  ['Mass.', 'MA'],
  ['W. Va.', 'WV'],
  ['US-OR', 'OR'],
  ['OR - Oregon', 'OR'],
  ['Texas (TX)', 'TX'],
  ['Oregon, USA', 'OR'],
  ['oregon', 'OR'],
])('the state %s is known', (written, value) => {
  expect(values(`Legal name,State\nAlder,"${written}"\n`, 'company.address.state')).toEqual([[value]])
})

test('lines with totals, repeated headings, and notes of the program are named, and no business is', () => {
  const { drafts } = read(
    lines(
      'Legal name,Requested,EIN',
      'Alder,35000,12-3456789',
      'Legal Name,REQUESTED,EIN',
      'Total Wine LLC,1000,12-3456788',
      'Sum Restaurant,,',
      'Total,36000,',
      'Grand Totals (2 records),,',
      'Total,4 deals,"$205,000"',
      ',36000,2',
      'Copyright 2026 CRM Inc.,,',
      '"Confidential - do not distribute",,',
      '"Friday, Nov 20, 2026 10:11:12 AM GMT-8",,',
      'Example Brokerage,,',
    ),
  )
  expect(drafts.map(({ row, no_deal }) => (no_deal === null ? row : formatMessage(no_deal)))).toEqual([
    2,
    'repeats the headings',
    4,
    5,
    'looks like a line with totals',
    'looks like a line with totals',
    'looks like a line with totals',
    'looks like a line with totals',
    expect.stringContaining('note of the program'),
    expect.stringContaining('note of the program'),
    expect.stringContaining('note of the program'),
    expect.stringContaining('note of the program'),
  ])
})

test('a column of notes becomes private notes, and the notes for the funding partner are another column', () => {
  const { drafts, targets } = read(
    'Legal name,Notes,Notes for the funding partner\nAlder,Call Bo. He drinks.,Seasonal\n',
  )
  expect(targets.map(({ target }) => target)).toEqual([
    { field: NAME },
    'note',
    { field: 'application.notes' },
  ])
  expect(drafts[0]).toMatchObject({ private_notes: ['Call Bo. He drinks.'], left_out: [] })
  expect(valueAt(drafts[0]?.values, 'application.notes')).toBe('Seasonal')
})

test('the preview counts and names what the form does not take', () => {
  const shown = previewImport(
    sourceOf('Legal name,Shoe size,Fax,EIN\nAlder,43,1,x\nBirch,44,,\nTotal,9,9,9\n', {
      columns: [{ field: NAME }, 'beside', 'skip', { field: EIN }],
    }),
    () => {},
  )
  expect(shown.not_carried).toEqual([
    { label: 'Shoe size', rows: 2, is_skipped: false },
    { label: 'EIN', rows: 1, is_skipped: false },
    { label: 'Fax', rows: 1, is_skipped: true },
  ])
})

test('an SSN is masked in every part of the preview', () => {
  const contents = ['Legal name,Owner SSN\nAlder,12345678\n', 'Alder,900-12-3456\nBirch,900-12-3457\n']
  for (const content of contents)
    expect(JSON.stringify(previewImport(sourceOf(content), () => {}))).not.toMatch(
      /12345678|012-34-5678|900-12-345/,
    )
})

function bookOf(sheets: Record<string, unknown[][]>): XLSX.WorkBook {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name)
  return book
}

const bytesOf = (book: XLSX.WorkBook, bookType: XLSX.BookType = 'xlsx') =>
  new Uint8Array(XLSX.write(book, { type: 'buffer', bookType }) as Buffer)

describe('a workbook', () => {
  const HEAD = ['Legal name', 'ZIP', 'Owner SSN', 'Owner Ownership', 'Start date', 'Amount', 'Phone', 'DBA']

  /** Makes a workbook with number formats: the cell of each column has the given value and format. */
  function formatted(cells: Partial<XLSX.CellObject>[], is1904 = false): XLSX.WorkBook {
    const book = bookOf({ Deals: [['My deals'], [], HEAD, HEAD.map(() => null)] })
    const sheet = book.Sheets['Deals'] as XLSX.WorkSheet
    for (const [at, cell] of cells.entries()) sheet[XLSX.utils.encode_cell({ r: 3, c: at })] = cell
    sheet['!ref'] = 'A1:H4'
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 7 } }]
    book.Workbook = { WBProps: { date1904: is1904 } }
    return book
  }
  const PATHS = [
    NAME,
    'company.address.zip',
    'company.owners.0.ssn',
    'company.owners.0.ownership_percent',
    'company.business_start_date',
    'application.amount_requested',
    'company.phone',
    'company.dba',
  ]
  const CELLS: Partial<XLSX.CellObject>[] = [
    { t: 's', v: 'Alder & Söhne' },
    { t: 'n', v: 2134, z: '00000' },
    { t: 'n', v: 12_345_678, z: '000-00-0000' },
    { t: 'n', v: 0.335, z: '0%' },
    { t: 'n', v: 42_095, z: 'm/d/yy' },
    { t: 'n', v: 35_000.5, z: '#,##0' },
    { t: 'n', v: 5_415_550_142, z: '[<=9999999]###-####;(###) ###-####' },
    { t: 's', v: 'Alder', f: 'A1&""' },
  ]
  const EXPECTED = [
    'Alder & Söhne',
    '02134',
    '012-34-5678',
    '33.5',
    '2015-04-01',
    '35000.50',
    '(541) 555-0142',
    'Alder',
  ]

  test.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)(
    'as %s is read with the values of its cells',
    (type) => {
      const bytes = bytesOf(formatted(CELLS), type)
      expect(values(bytes, ...PATHS)).toEqual([EXPECTED])
      expect(read(bytes).format).toMatchObject({ text: null, heading_row: 3 })
      expect(read(bytes).drafts[0]?.row).toBe(4)
    },
  )

  test('that counts days from 1904 has the right dates', () => {
    expect(
      values(bytesOf(formatted(CELLS.with(4, { t: 'n', v: 40_633, z: 'm/d/yy' }), true)), ...PATHS),
    ).toEqual([EXPECTED])
  })

  test('with errors and formulas without results says so', () => {
    const cells = CELLS.with(5, { t: 'e', v: 42, w: '#N/A' }).with(7, { t: 's', v: '=1+1' })
    const [draft] = read(bytesOf(formatted(cells))).drafts
    expect(draft?.left_out.map(({ value }) => value)).toEqual(['#N/A', '=1+1'])
  })

  test('names hidden rows, and reads a business that is merged over the rows of its owners', () => {
    const book = bookOf({
      Deals: [
        ['Legal name', 'Owner First name', 'EIN'],
        ['Alder', 'Ada', '12-3456789'],
        [null, 'Bo', null],
        ['Birch', 'Cy', '12-3456788'],
      ],
    })
    const sheet = book.Sheets['Deals'] as XLSX.WorkSheet
    sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }]
    sheet['!rows'] = [{}, {}, {}, { hidden: true }]
    const { drafts } = read(bytesOf(book))
    expect(drafts.map(({ row, values: of, no_deal }) => [row, valueAt(of, NAME), no_deal === null])).toEqual([
      [2, 'Alder', true],
      [3, 'Alder', true],
      [4, 'Birch', false],
    ])
  })

  test('that unpacks to too much is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(70 * 1024 * 1024) }, { level: 9 })
    expect(await refusal(bomb)).toContain('too much memory')
  })

  test.each([
    ['a zip file', zipSync({ 'a.txt': new Uint8Array(3) }), 'cannot be read'],
    ['half a workbook', bytesOf(formatted(CELLS)).slice(0, 900), 'cannot be read'],
    [
      'a workbook with a password',
      Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      'has a password',
    ],
    ['an old Office file that is no workbook', Buffer.concat([OLE, Buffer.alloc(600)]), 'cannot be read'],
    ['a web page without a table', Buffer.from('<html><body>Please log in</body></html>'), 'without a table'],
    ['an empty workbook', bytesOf(bookOf({ Deals: [[]] })), 'no drafts'],
    ['a PDF', Buffer.from('%PDF-1.7\n\0\0\0x'), 'not a text file'],
  ])('%s is refused with what to do', async (_, bytes, words) => {
    expect(await refusal(bytes)).toContain(words)
  })

  test('that is a web page with a table is read, with ZIP codes as they are', () => {
    const page =
      '<html><head><meta charset="utf-8"></head><body><table><tr><th>Legal name</th><th>ZIP</th></tr><tr><td>Alder &amp; Co</td><td>02134</td></tr></table></body></html>'
    expect(values(page, NAME, 'company.address.zip')).toEqual([['Alder & Co', '02134']])
  })
})
