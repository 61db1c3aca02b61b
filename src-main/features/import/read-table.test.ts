import { describe, expect, test } from 'vitest'
import type {
  ColumnTarget,
  ImportChoices,
  RememberedImport,
} from '../../../src-shared/features/import/import.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { previewImport } from './import-work.ts'
import { rememberedOf } from './read-table.ts'
import { readDrafts } from './read-drafts.ts'

interface More {
  choices?: ImportChoices
  remembered?: RememberedImport[]
}

const sourceOf = (lines: string[], more: More = {}) => ({
  profile: standardProfile,
  bytes: Buffer.from(lines.join('\n')),
  today: '2026-11-23',
  ...more,
})

function read(lines: string[], more: More = {}) {
  const { table, drafts } = readDrafts(sourceOf(lines, more))
  if (table === null) throw new Error('not read')
  return { table, targets: table.columns.map(({ target }) => target), drafts }
}

const preview = (lines: string[], more: More = {}) => previewImport(sourceOf(lines, more), () => {})

const remember = (lines: string[], more?: More): RememberedImport[] => {
  const kept = rememberedOf(read(lines, more).table)
  return kept === null ? [] : [{ ...kept, file: 'crm.csv', at: '2026-11-20T10:00:00.000Z' }]
}

const field = (path: string): ColumnTarget => ({ field: path })
const NAME = field('company.legal_name')

describe('the field of a column', () => {
  test('is guessed from its heading, and otherwise from its values', () => {
    const { targets } = read([
      'Merchant,No.,Contact,Reach,Where,SS,Misc',
      'Alder LLC,12-3456789,ana@alder.example,(503) 555-0142,OR,900-12-3456,35',
      'Birch Inc,98-7654321,bo@birch.example,503.555.0143,Texas,900-12-3457,40',
    ])
    expect(targets).toEqual([
      NAME,
      field('company.ein'),
      field('company.email'),
      field('company.phone'),
      // The state of the address, or the state of formation.
      'beside',
      field('company.owners.0.ssn'),
      'beside',
    ])
  })

  test.each([
    [
      'the merchant and its guarantors',
      {
        'Merchant Phone': field('company.phone'),
        'Merchant Zip': field('company.address.zip'),
        'Guarantor 1 Name': field('company.owners.0.@name'),
        'Guarantor 1 % Owned': field('company.owners.0.ownership_percent'),
        'Guarantor 2 SSN': field('company.owners.1.ssn'),
      },
    ],
    [
      'short words for the business and its owners',
      {
        'Bus. Address': field('company.address.street_1'),
        'Owner 1 First': field('company.owners.0.first_name'),
        'Owner 1 Zip': field('company.owners.0.address.zip'),
        'Owner 2 Home Address': field('company.owners.1.address.street_1'),
        'Phone 2': 'beside',
      },
    ],
    [
      'the person and the organization',
      {
        'Deal - Value': field('application.amount_requested'),
        'Person - Name': field('company.owners.0.@name'),
        'Person - Phone - Mobile': field('company.owners.0.cell_phone'),
        'Organization - Address': field('company.address.street_1'),
        'Organization - ZIP/Postal code of Address': field('company.address.zip'),
      },
    ],
    [
      'a funder and an amount, which are no open position without its balance',
      { 'Legal name': NAME, Funder: 'beside', 'Funded Amount': 'beside' },
    ],
    [
      'an open position',
      {
        Funder: field('application.open_advances.0.funder'),
        'Position 1 Balance': field('application.open_advances.0.balance'),
        'Funded Amount': field('application.open_advances.0.original_amount'),
        'Position 2 Funder': 'beside',
      },
    ],
  ])('is found from headings that name %s', (_, fields) => {
    const { targets } = read([Object.keys(fields).join(','), 'Dana Alder,Dana Alder,Dana Alder,4,5'])
    expect(targets).toEqual(Object.values(fields))
  })

  test('is not guessed if another column fills the field already, or if the values differ', () => {
    const { targets } = read([
      'EIN,Copy,Mixed',
      '12-3456789,12-3456789,12-3456789',
      '12-3456788,12-3456788,n/a',
    ])
    expect(targets).toEqual([field('company.ein'), 'beside', 'beside'])
  })

  test('is what the broker chose, also if it is not a field', () => {
    const lines = ['Name,Legal name,EIN', 'Alder,Birch,12-3456789']
    const { drafts, targets } = read(lines, { choices: { columns: [NAME, 'skip', 'beside'] } })
    expect(targets).toEqual([NAME, 'skip', 'beside'])
    const [draft] = drafts
    expect(valueAt(draft?.values, 'company.legal_name')).toBe('Alder')
    expect(draft?.left_out.map(({ path, value }) => [path, value])).toEqual([['EIN', '12-3456789']])
  })

  test('is the one of the last import from the same source, for any order of the columns', () => {
    const choices = {
      columns: [NAME, 'skip', field('company.dba')] satisfies ColumnTarget[],
      dates: 'day_first' as const,
      heading_row: 1,
    }
    const remembered = remember(['A,B,C', 'x,y,z'], { choices })
    const again = read(['C,A,B', 'z,x,y'], { remembered })
    expect(again.table).toMatchObject({
      remembered: { file: 'crm.csv', at: '2026-11-20T10:00:00.000Z' },
      format: { heading_row: 1 },
      notation: { dates: 'day_first' },
    })
    expect(again.targets).toEqual([field('company.dba'), NAME, 'skip'])
    expect(read(['C,A', 'z,x'], { remembered }).table.remembered).toBeNull()
    // The broker can choose otherwise.
    const columns: ColumnTarget[] = ['skip', 'skip', NAME]
    expect(read(['C,A,B', 'z,x,y'], { remembered, choices: { columns } }).targets).toEqual(columns)
  })

  test('is guessed if the form no longer has a chosen or remembered field', () => {
    const columns = [field('company.gone'), field('company.legal_name.inside')]
    expect(read(['Legal name,EIN', 'Alder,12-3456789'], { choices: { columns } }).targets).toEqual([
      NAME,
      field('company.ein'),
    ])
    const remembered = remember(['constructor', 'x'], { choices: { heading_row: 1 } })
    expect(read(['constructor', 'x'], { remembered }).targets).toEqual(['beside'])
    expect(read(['__proto__,toString', 'x,y'], { remembered, choices: { heading_row: 1 } }).targets).toEqual([
      'beside',
      'beside',
    ])
  })
})

describe('dates and amounts', () => {
  const HEAD = 'Legal name;Start date;Amount requested;Monthly revenue'
  const values = (lines: string[], more: More = {}) => {
    const { table, drafts } = read([HEAD, ...lines], more)
    const paths = ['company.business_start_date', 'application.amount_requested', 'company.monthly_revenue']
    return {
      notation: table.notation,
      values: drafts.map((draft) => paths.map((path) => valueAt(draft.values, path))),
    }
  }

  test('are read in the European notation if the file contains values that exist only there', () => {
    expect(values(['A;03.04.2020;35.000;1.234,56', 'B;25.12.2019;50000,00;12 500,5'])).toEqual({
      notation: { dates: 'day_first', amounts: 'european' },
      values: [
        ['2020-04-03', '35000', '1234.56'],
        ['2019-12-25', '50000', '12500.50'],
      ],
    })
  })

  test('are read in the US notation without such values, or if the file contains both', () => {
    expect(values(['A;03/04/2020;35,000;1,234.56'])).toEqual({
      notation: { dates: 'month_first', amounts: 'us' },
      values: [['2020-03-04', '35000', '1234.56']],
    })
    expect(values(['A;3/4/71;;', 'B;13/02/1980;;'])).toEqual({
      notation: { dates: 'month_first', amounts: 'us' },
      values: [
        ['1971-03-04', undefined, undefined],
        [undefined, undefined, undefined],
      ],
    })
    expect(values(['A;3/4/19;;', 'B;13/02/2018;;', 'C;25/12/2019;;']).notation.dates).toBe('day_first')
    expect(values(['A;25/12/2019;1,234.56;', 'B;12/25/2019;5000,00;']).notation).toEqual({
      dates: 'month_first',
      amounts: 'us',
    })
  })

  test('are read in the notation that the broker chose', () => {
    const choices = { dates: 'day_first', amounts: 'european' } as const
    expect(values(['A;3/4/20;35.000;900'], { choices }).values).toEqual([['2020-04-03', '35000', '900']])
    expect(values(['A;2020-04-03;35.000;900']).notation.dates).toBe('year_first')
  })
})

test('the preview shows the first rows as they would be imported, with the problem of each cell', () => {
  const { cells, format, columns, fields } = preview([
    'Legal name|EIN|Amount|Entity type|Business name|Shoe size|SSN no',
    'Alder|12-345|$35k|llc|Birch|43|900-12-3456',
    ...Array.from({ length: 20 }, () => 'More|12-3456789|5000|llc|||'),
  ])
  expect(format).toMatchObject({ text: { delimiter: '|' }, remembered: null, heading_row: 1 })
  expect(columns.map(({ column, field: label }) => [column, label])).toEqual([
    ['Legal name', 'Legal name'],
    ['EIN', 'EIN'],
    ['Amount', 'Amount requested'],
    ['Entity type', 'Entity type'],
    ['Business name', 'Legal name'],
    ['Shoe size', null],
    ['SSN no', expect.stringContaining('SSN')],
  ])
  expect(cells).toHaveLength(8)
  expect(cells[0]).toEqual([
    { value: 'Alder', problem: null, note: null },
    { value: expect.stringContaining('345'), problem: expect.anything(), note: null },
    { value: '$35,000', problem: null, note: null },
    { value: 'LLC', problem: null, note: null },
    { value: 'Birch', problem: expect.anything(), note: null },
    { value: '43', problem: null, note: null },
    { value: '•••-••-3456', problem: null, note: expect.anything() },
  ])
  expect(fields).toContainEqual({ path: 'company.legal_name', label: 'Legal name' })
})

test.each([
  ['Closed Won', true],
  ['Closed - Lost', true],
  ['FUNDED', true],
  ['Declined by funder', true],
  ['Dead Lead', true],
  ['Funded (Paid Off)', true],
  ['Cerrado', true],
  ['Not Funded', false],
  ['Ready to fund', false],
  ['Lost contact, call again', false],
  ['New', false],
  ['', false],
])('the status %s of a row counts as closed: %s', (status, isClosed) => {
  const { drafts } = read(['Legal name,Opportunity Stage,State', `Alder,"${status}",OR`])
  expect(drafts[0]?.closed).toBe(isClosed ? status : null)
})

test('a word such as Dead below another heading than the status says nothing about the deal', () => {
  const { drafts } = read(['Legal name,Lead source,State', 'Alder,Dead,OR'])
  expect(drafts[0]?.closed).toBeNull()
})
