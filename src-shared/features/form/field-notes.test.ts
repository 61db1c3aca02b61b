import { expect, test } from 'vitest'
import { formatMessage } from '../../platform/texts/msg.ts'
import { messages } from '../../platform/texts/messages.ts'
import { completeDraft } from './complete-draft.fixture.ts'
import { fieldNotes } from './field-notes.ts'
import { applyChanges } from './form-path.ts'
import { standardProfile } from './standard-profile.ts'
import { validateDraft } from './validate-draft.ts'

const TODAY = '2026-11-23'
const text = messages().notes
const EIN = 'company.ein'
const SSN = 'company.owners.row01.ssn'
const BIRTH = 'company.owners.row01.date_of_birth'
const SHARE = 'company.owners.row01.ownership_percent'

function noteAt(path: string, value: string) {
  const values = applyChanges(standardProfile, completeDraft(), [{ op: 'set', path, value }]) ?? {}
  const note = fieldNotes(standardProfile, values, TODAY).find((one) => one.path === path)
  const blocks = validateDraft(standardProfile, values, TODAY).problems.some((one) => one.path === path)
  return [note === undefined ? null : formatMessage(note.message), blocks]
}

test.each([
  [EIN, '00-0000000', text.ein],
  [EIN, '07 1234567', text.ein],
  [EIN, '89-1234567', text.ein],
  [SSN, '000-12-3456', text.ssn],
  [SSN, '666-12-3456', text.ssn],
  [SSN, '123-00-4567', text.ssn],
  [SSN, '123-45-0000', text.ssn],
  [SSN, '078-05-1120', text.fakeSsn],
  [SSN, '111111111', text.fakeSsn],
  [SSN, '987-65-4325', text.fakeSsn],
  [SSN, '912-70-1234', text.itin],
  [SSN, '912-93-1234', text.nine],
  [SSN, '900-12-3456', text.nine],
  [BIRTH, '2020-07-04', text.young],
  [BIRTH, '2008-11-24', text.young],
  [BIRTH, '1900-01-01', text.old],
  [BIRTH, '1926-11-22', text.old],
  [SHARE, '0.5', text.smallShare('0.5', '50')],
  [SHARE, '0.6', text.smallShare('0.6', '60')],
  [SHARE, '40', text.smallTotal('40')],
  [SHARE, '.333333', text.smallShare('0.333333', '33.3333')],
  ['company.legal_name', '-', text.noName],
  ['company.dba', 'Juniper Bakes EIN: 12-3456789', text.holdsNumber],
  ['company.dba', 'Juniper Bakes SSN 900 12 3456', text.holdsNumber],
  ['company.address.street_1', '18 Alder Street, Suite 4, Portland, OR 97204-1234', text.wholeAddress],
])('notes at %s that %j is probably wrong, without preventing the submission', (path, value, note) =>
  expect(noteAt(path, value)).toEqual([note, false]),
)

test.each([
  [EIN, '12-3456789'],
  [EIN, '93-1234567'],
  [SSN, '123-45-6780'],
  [SSN, '899-99-9999'],
  [BIRTH, '2008-11-23'],
  [BIRTH, '1926-11-23'],
  [SHARE, '51'],
  [SHARE, '66 2/3'],
  [SHARE, 'half'],
  ['company.legal_name', 'None Such LLC'],
  ['company.dba', 'Studio 541-555-0142'],
  ['company.address.street_1', '18 Alder Street, Suite 4'],
])('has no note on %s = %j', (path, value) => expect(noteAt(path, value)[0]).toBeNull())

test('does not show a part of an EIN or SSN in a note', () => {
  const values =
    applyChanges(standardProfile, completeDraft(), [{ op: 'set', path: EIN, value: '07-7654321' }]) ?? {}
  expect(JSON.stringify(fieldNotes(standardProfile, values, TODAY))).not.toMatch(/7654|3456/)
})
