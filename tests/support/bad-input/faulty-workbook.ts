import writeWorkbook, { type CellObject, type Row } from 'write-excel-file/node'

const HEADINGS = [
  'Client',
  'DBA',
  'Tax ID',
  'Type of entity',
  'Established',
  'Requested',
  'Purpose',
  'Street',
  'City',
  'State',
  'ZIP',
  'Phone',
  'Owner',
  'Owner SSN',
  'Owner DOB',
  'Ownership',
  'Notes',
  'Shoe size',
  'Lead source',
]

const text = (value: string): CellObject => ({ value, type: String })
const number = (value: number, format?: string): CellObject => ({
  value,
  type: Number,
  ...(format !== undefined && { format }),
})
const day = (value: string): CellObject => ({ value: new Date(value), type: Date, format: 'm/d/yyyy' })

/** The cells of a sound row, with other cells by heading. */
function deal(name: string, others: Record<string, CellObject | null>): Row {
  const usual: Record<string, CellObject | null> = {
    Client: text(name),
    DBA: null,
    'Tax ID': text('71-1000001'),
    'Type of entity': text('LLC'),
    Established: day('2015-04-01'),
    Requested: number(35_000, '$#,##0'),
    Purpose: text('Working cap'),
    Street: text('18 Alder St'),
    City: text('Boston'),
    State: text('Mass.'),
    ZIP: number(2134),
    Phone: number(6_175_550_142, '[<=9999999]###-####;(###) ###-####'),
    Owner: text('Doe, John'),
    'Owner SSN': number(12_345_678, '000-00-0000'),
    'Owner DOB': text('3/2/1945'),
    Ownership: number(0.51, '0%'),
    Notes: text('Call after 3 pm'),
    'Shoe size': number(43),
    'Lead source': text('Web'),
    ...others,
  }
  return HEADINGS.map((heading) => usual[heading] ?? null)
}

/** Makes a workbook with the faults of lists that other programs write: two sheets, titles above the headings, totals, and odd cells. */
export async function faultyWorkbook(): Promise<Buffer> {
  const rows: Row[] = [
    [{ ...text('Pipeline of Harbor Funding'), columnSpan: 6 }],
    [text('Exported'), day('2026-11-20')],
    [],
    HEADINGS.map(text),
    deal('Harbor Diner &amp; Grill', { DBA: text('=1+1'), 'Type of entity': text('S-Corp') }),
    deal('Joe "The Plumber" Smith', {
      'Tax ID': text('1.23457E+08'),
      'Type of entity': text('Sole Prop'),
      State: text('Washington DC'),
      City: text('Washington'),
      ZIP: number(20_001),
      Owner: text('John Q. Doe'),
      'Owner SSN': number(900_123_456),
      Notes: null,
    }),
    deal('Café Niño', {
      'Tax ID': number(12_345_678),
      'Type of entity': text('Partnership'),
      Phone: text('5.41555E+09'),
      Owner: text('Mary Ann Smith'),
      State: text('Calif.'),
      City: text('Los Angeles'),
      ZIP: text("'90012"),
      DBA: text('@SUM(A1)'),
    }),
    HEADINGS.map(text),
    deal('Maple Auto', {
      'Tax ID': text('="711000009"'),
      'Type of entity': text('Corp'),
      Requested: text('#N/A'),
      Owner: text('Dr. Ana Lee Jr.'),
      'Shoe size': null,
    }),
    [text('Total'), null, null, null, null, number(140_000, '$#,##0')],
  ]
  return writeWorkbook([
    { data: [[text('Read me')], [text('Numbers are in dollars.')]], sheet: 'About' },
    { data: rows, sheet: 'Deals' },
  ]).toBuffer()
}
