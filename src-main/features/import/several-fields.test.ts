import { expect, test } from 'vitest'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { previewImport } from './import-work.ts'
import { readDrafts } from './read-drafts.ts'

const sourceOf = (content: string) => ({
  profile: standardProfile,
  bytes: Buffer.from(content),
  today: '2026-11-23',
})
const read = (content: string) => readDrafts(sourceOf(content)).drafts
const values = (content: string, ...paths: string[]) =>
  read(content).map((draft) => paths.map((path) => valueAt(draft.values, path)))

test('a city line fills the city, the state, and the ZIP code, and an unclear one is left out with its reason', () => {
  const content = [
    'Acct. Name,City/State/Zip,Owner City St Zip',
    'Alder,"Salt Lake City, UT 84101",New York NY 10001-1234',
    'Birch,Portland / Oregon / 97204,"Fargo, ND"',
    'Cedar,downtown,',
  ].join('\n')
  const paths = ['company.', 'company.owners.0.'].flatMap((start) =>
    ['city', 'state', 'zip'].map((part) => `${start}address.${part}`),
  )
  expect(values(content, ...paths)).toEqual([
    ['Salt Lake City', 'UT', '84101', 'New York', 'NY', '10001-1234'],
    ['Portland', 'OR', '97204', 'Fargo', 'ND', undefined],
    Array.from({ length: 6 }),
  ])
  const [, , cedar] = read(content)
  expect(cedar?.left_out.map(({ why }) => formatMessage(why))).toEqual([
    expect.stringContaining('which words'),
  ])
  const shown = previewImport(sourceOf(content), () => {})
  expect(shown.columns.map(({ field }) => field)).toEqual([
    'Legal name',
    'City, state, and ZIP code',
    'Owner 1: City, state, and ZIP code',
  ])
  expect(shown.cells[0]?.map(({ value }) => value)).toContain('Salt Lake City | UT | 84101')
})

test('an exact start date goes before an age, in any order of the columns', () => {
  const rows = ['Time in Business,Start Date,Legal name', '6 years,2020-05-01,Alder']
  const turned = rows.map((row) => row.split(',').toReversed().join(','))
  for (const content of [rows, turned]) {
    const [draft] = read(content.join('\n'))
    expect(valueAt(draft?.values, 'company.business_start_date')).toBe('2020-05-01')
    expect(draft?.left_out.map(({ value }) => value)).toEqual(['6 years'])
  }
})

test('a column under a name that has only dates or other values stays beside the form, and a single one is no name', () => {
  const shown = previewImport(
    sourceOf('Legal name,Owner First Name,Owner Last Name\nAlder,11/1/2026,Doe\nBirch,5%,al@example.com\n'),
    () => {},
  )
  expect(shown.columns.map(({ target }) => target)).toEqual([
    { field: 'company.legal_name' },
    'beside',
    { field: 'company.owners.0.last_name' },
  ])
  expect(shown.rows[1]?.left_out.map(({ value, why }) => [value, formatMessage(why)])).toContainEqual([
    'al@example.com',
    'This is not the name of a person.',
  ])
})

test.each([
  ['TIB', '5 yrs', '2021-11-01'],
  ['TIB', '2 years, 3 months', '2024-08-01'],
  ['TIB', '18 mos.', '2025-05-01'],
  ['Years in Business', '2.5', '2024-05-01'],
  ['Months in Business', '18', '2025-05-01'],
  ['Time in Business', '3 años y 2 meses', '2023-09-01'],
  ['Years in Business', '2019', '2019-01-01'],
  // Years or months?
  ['TIB', '5', undefined],
  ['TIB', '2-5 years', undefined],
])('the %s of %s counts back to a start date, with a remark', (heading, typed, date) => {
  const content = `Legal name,${heading}\nAlder,"${typed}"\n`
  expect(values(content, 'company.business_start_date')).toEqual([[date]])
  const [draft] = read(content)
  const isCounted = date !== undefined && typed !== '2019'
  expect(draft?.remarked.map(({ why }) => formatMessage(why))).toEqual(
    isCounted ? [expect.stringContaining('counted back')] : [],
  )
  expect(draft?.left_out).toHaveLength(date === undefined ? 1 : 0)
})
