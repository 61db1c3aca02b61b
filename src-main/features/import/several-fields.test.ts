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
