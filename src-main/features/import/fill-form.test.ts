import { expect, test } from 'vitest'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { previewImport } from './import-work.ts'
import { readDrafts } from './read-drafts.ts'

test('a value that the form would refuse fills no field, and one with a remark is marked', () => {
  const content = [
    'Legal name,Start date,Email,Website,Amount,Owner SSN,Owner date of birth,Owner 1 Ownership,Owner 2 Ownership',
    'Alder,1/1/2031,not-an-email,no address,500,000-12-3456,3/1/2012,60,70',
  ].join('\n')
  const source = { profile: standardProfile, bytes: Buffer.from(content), today: '2026-11-23' }
  const [draft] = readDrafts(source).drafts
  const said = (of: { value: string; why: Message }[] = []) =>
    of.map(({ value, why }) => `${value}: ${formatMessage(why).slice(0, 22)}`)
  expect(said(draft?.left_out)).toEqual([
    '1/1/2031: This date is in the fu',
    'not-an-email: Enter an email address',
    'no address: Enter a web address li',
    '500: Amount requested must ',
    '70: The owners’ shares add',
  ])
  expect(said(draft?.remarked)).toEqual([
    '000-12-3456: No SSN has this number',
    '2012-03-01: This owner would be un',
  ])
  expect(draft?.fitted).toBe(4)
  const { cells, rows } = previewImport(source, () => {})
  const marks = cells[0]?.map(({ problem, note }) => (problem !== null ? '!' : note !== null ? '?' : '-'))
  expect(marks?.join('')).toBe('-!!!!??-!')
  expect(rows[0]).toMatchObject({ left_out_count: 5, notes: { length: 2 } })
})
