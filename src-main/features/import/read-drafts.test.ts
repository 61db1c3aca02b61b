import { resultOf } from '../../platform/base/failure.ts'
import { describe, expect, test } from 'vitest'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { completeDraft } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { rowIds, valueAt } from '../../../src-shared/features/form/form-path.ts'
import { namesInAllLanguages } from '../../../src-shared/features/form/localized-profile.ts'
import type { ProfileField } from '../../../src-shared/features/form/payload-profile.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { toWirePayload, withArrays } from '../../../src-shared/features/form/wire-payload.ts'
import { columnFinder } from './columns.ts'
import { readDrafts, type ReadDraft, type ReadFile } from './read-drafts.ts'

const read = (text: string): ReadFile =>
  readDrafts({ profile: standardProfile, bytes: Buffer.from(text), today: '2026-11-23' })
const one = (text: string): ReadDraft => read(text).drafts[0] as ReadDraft
const at = (draft: ReadDraft, path: string) => valueAt(draft.values, path)
const refusal = async (text: string) => {
  const file = await resultOf(() => read(text))
  return file.ok ? null : file.error.code
}

describe('a CSV file', () => {
  test('can use field paths, labels, or common names as column headings, and each row becomes one deal', () => {
    const { table, drafts } = read(
      [
        'company.legal_name,Amount requested,Tax ID,Entity,State,Date established,Phone,Owner SSN,Owner 2 First name,company.owners.1.last_name,DOB',
        'Alder LLC,"$35,000.00",12-3456789,llc,Oregon,4/1/2016,503-555-0142,900123456,Bo,Sample,1980-02-29',
        'Birch Inc,12000,98-7654321,C Corporation,OR,2016-04-01,+1 (503) 555-0143,,,,',
      ].join('\r\n'),
    )
    expect(table?.columns.map(({ target }) => target)).not.toContain('beside')
    const [alder, birch] = drafts as [ReadDraft, ReadDraft]
    expect(alder.left_out).toEqual([])
    expect(withArrays(standardProfile, alder.values)).toMatchObject({
      application: { amount_requested: '35000' },
      company: {
        legal_name: 'Alder LLC',
        ein: '12-3456789',
        entity_type: 'llc',
        address: { state: 'OR' },
        business_start_date: '2016-04-01',
        phone: '(503) 555-0142',
        owners: [
          { ssn: '900-12-3456', date_of_birth: '1980-02-29' },
          { first_name: 'Bo', last_name: 'Sample' },
        ],
      },
    })
    expect(birch).toMatchObject({
      row: 3,
      left_out: [],
      values: { company: { entity_type: 'c_corporation' } },
    })
    expect(at(birch, 'company.phone')).toBe('(503) 555-0143')
  })

  test('is read without silent losses: each value that does not fit is reported with its reason', () => {
    const draft = one(
      [
        'Legal name,Business name,Shoe size,ZIP,Entity type,Start date,Monthly revenue,EIN,Consent,',
        'Alder,Birch,43,21,Guild,13/13/2016,plenty,12-345,,extra,more',
      ].join('\n'),
    )
    expect(draft.left_out.map(({ path, label, value }) => [path, label, value])).toEqual([
      ['company.legal_name', 'Legal name (Business name)', 'Birch'],
      ['Shoe size', 'Shoe size', '43'],
      ['company.address.zip', 'ZIP code (ZIP)', '21'],
      ['company.entity_type', 'Entity type', 'Guild'],
      ['company.business_start_date', 'Business start date (Start date)', '13/13/2016'],
      ['company.monthly_revenue', 'Monthly revenue', 'plenty'],
      ['company.ein', 'EIN', '12-345'],
      ['Column 10', 'Column 10', 'extra'],
      ['Column 11', 'Column 11', 'more'],
    ])
    expect(draft.left_out.every(({ why }) => why !== '')).toBe(true)
    expect(at(draft, 'company.legal_name')).toBe('Alder')
  })

  test('may contain semicolons, tabs, a byte order mark, and empty rows', () => {
    expect(read('\uFEFFLegal name;EIN\nAlder;12-3456789\n;\n\n').drafts).toHaveLength(1)
    expect(at(one('Legal name\tPhone\nAlder, Ltd.\t5035550142'), 'company.legal_name')).toBe('Alder, Ltd.')
  })

  test('is read without treating a decimal comma as a thousands separator: the value is reported, and its field stays empty', () => {
    const draft = one(
      [
        'Legal name;Amount requested;Monthly revenue;Annual revenue;Owner Ownership;Desired term (months)',
        'Sol;50000,00;12500,5;1,234,567.00;5,505;1,2',
      ].join('\r\n'),
    )
    expect(draft.left_out.map(({ path, value }) => [path, value])).toEqual([
      ['application.amount_requested', '50000,00'],
      ['company.monthly_revenue', '12500,5'],
      ['company.owners.0.ownership_percent', '5,505'],
      ['application.desired_term_months', '1,2'],
    ])
    expect(at(draft, 'application.amount_requested')).toBeUndefined()
    expect(at(draft, 'company.annual_revenue')).toBe('1234567')
  })

  test('may contain amounts as brokers write them, such as 55k, but ambiguous amounts are left out', () => {
    const draft = one(
      'Legal name;Amount requested;Monthly revenue;Annual revenue;Average daily balance\nSol;55k;1.2 million;35.000;$ 1.234,56',
    )
    expect(draft.left_out.map(({ value, why }) => [value, why])).toEqual([
      ['35.000', messages().numbers.money.point_or_thousands],
    ])
    expect(draft.values).toMatchObject({
      application: { amount_requested: '55000' },
      company: { monthly_revenue: '1200000', average_daily_balance: '1234.56' },
    })
  })

  test('may contain dates in the notations of the form, and other dates are reported', () => {
    const draft = one(
      'Legal name,Start date,DOB,Owner 2 DOB,Owner 3 DOB,Owner 4 DOB\n' +
        'Sol,05/01/20,"Mar 2, 1985",0075-05-01,2/30/1985,5/1/45',
    )
    expect(at(draft, 'company.business_start_date')).toBe('2020-05-01')
    expect(at(draft, 'company.owners.0.date_of_birth')).toBe('1985-03-02')
    expect(at(draft, 'company.owners.3.date_of_birth')).toBe('1945-05-01')
    expect(draft.left_out.map(({ value, why }) => [value, why])).toEqual([
      ['0075-05-01', messages().form.yearOfFour],
      ['2/30/1985', messages().form.noSuchDay],
    ])
  })

  test('may contain a month or a year as the start date, but not as a date of birth', () => {
    const draft = one('Legal name,Start date,DOB\nSol,Mar 2014,Mar 1985')
    expect(at(draft, 'company.business_start_date')).toBe('2014-03-01')
    expect(draft.left_out.map(({ value, why }) => [value, why])).toEqual([['Mar 1985', messages().form.date]])
  })

  test('with more owners than the form allows is read, and the additional owner is reported', () => {
    const draft = one('Legal name,company.owners.8.first_name\nAlder,Nine')
    expect(draft.left_out).toMatchObject([{ value: 'Nine' }])
    expect(rowIds(draft.values, 'company.owners')).toHaveLength(1)
  })
})

describe('a JSON file', () => {
  const wire = toWirePayload(standardProfile, completeDraft()).payload

  test("in the partner's format is read completely and produces the same payload again", () => {
    const draft = one(JSON.stringify(wire))
    expect(draft.left_out).toEqual([])
    expect(toWirePayload(standardProfile, draft.values).payload).toEqual(wire)
  })

  test('exported by the app is read, alone or in a list', () => {
    const values = withArrays(standardProfile, completeDraft())
    const file = { kind: 'funding-desk-draft', format_version: 1, values }
    expect(one(JSON.stringify(file)).left_out).toEqual([])
    const [, second] = read(JSON.stringify([file, wire])).drafts
    expect(second).toMatchObject({ row: 2, left_out: [] })
  })

  test('is read, and values unknown to the form are reported by their path at any depth', () => {
    const draft = one(
      JSON.stringify({
        application: { color: { main: 'red' } },
        company: { legal_name: ['A', 'B'] },
        extra: 7,
      }),
    )
    expect(draft.left_out.map(({ path, value }) => [path, value])).toEqual([
      ['application.color.main', 'red'],
      ['company.legal_name.0', 'A'],
      ['company.legal_name.1', 'B'],
      ['extra', '7'],
    ])
  })

  test('cannot change an object prototype', () => {
    const draft = one(
      '{"company":{"__proto__":{"polluted":"yes"},"legal_name":"A"},"__proto__":{"polluted":"yes"}}',
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(draft.left_out).toHaveLength(2)
  })

  test.each([
    ['invalid JSON', '{"company":'],
    ['a list of numbers', '[1, 2]'],
    ['an unknown version of our own format', '{"kind":"funding-desk-draft","format_version":2,"values":{}}'],
    ['a CSV file without rows', 'Legal name,EIN\n'],
    ['too many drafts', JSON.stringify(Array.from({ length: 1001 }, () => ({ company: {} })))],
    ['too many values', JSON.stringify({ list: Array.from({ length: 2001 }, () => 'x') })],
    ['excessive nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('an import of %s is refused as unreadable', async (_, text) => {
    expect(await refusal(text)).toBe('IMPORT_NOT_READABLE')
  })
})

test('finds every field by its path, by its label in each language, and by each synonym', () => {
  const find = columnFinder(standardProfile)
  const paths: string[] = []
  function check(prefix: string, heading: string, { path, label, synonyms = [] }: ProfileField) {
    const whole = `${prefix}${path}`
    paths.push(whole)
    expect(find(whole)).toBe(whole)
    for (const name of [...namesInAllLanguages(standardProfile, label), ...synonyms])
      expect(find(`${heading}${name}`), name).toBe(whole)
  }
  for (const { fields = [], list } of standardProfile.sections) {
    for (const field of fields) check('', '', field)
    for (const field of list?.fields ?? []) check(`${list?.path}.0.`, `${list?.row_label} 1 `, field)
  }
  expect(new Set(paths).size).toBe(paths.length)
})

test('finds a field by its template heading or its path, and finds no field for an unknown heading', () => {
  const find = columnFinder(standardProfile)
  expect(find('company.owners.2.ssn')).toBe('company.owners.2.ssn')
  expect(find('Owner 3 SSN')).toBe('company.owners.2.ssn')
  // `City` means the city of the business. An owner's city would have the heading `Owner City`.
  expect(find('City')).toBe('company.address.city')
  expect(find('Owner City')).toBe('company.owners.0.address.city')
  expect(find('')).toBeNull()
  expect(find('Color')).toBeNull()
})
