import { afterEach, expect, test } from 'vitest'
import { formatMessage, msg } from '../../platform/texts/msg.ts'
import { en } from '../../app/texts.en.ts'
import { es } from '../../app/texts.es.ts'
import { setMessages } from '../../platform/texts/messages.ts'
import { completeDraft } from './complete-draft.fixture.ts'
import { withRowId } from './form-path.ts'
import { localizedProfile } from './localized-profile.ts'
import { inCurrentLanguage, refusalReason, refusedField } from './refused-fields.ts'
import { standardProfile } from './standard-profile.ts'

afterEach(() => setMessages('en', en))

test.each([
  ['company.ein', 'company.ein'],
  ['company.owners.row01.ssn', 'company.owners.row01.ssn'],
  ['company.owners.0.ssn', 'company.owners.row01.ssn'],
  ['owners.0.ssn', 'company.owners.row01.ssn'],
  ['company.owners.0', 'company.owners.row01.first_name'],
  // The partner names only the field itself.
  ['ssn', 'company.owners.row01.ssn'],
  ['legal_name', 'company.legal_name'],
  ['address.zip', null],
  // An object that contains fields, a list, and a row that no longer exists.
  ['company.address', 'company.address.street_1'],
  ['company.owners', 'company.owners'],
  ['company.owners.5.ssn', 'company.owners'],
  ['company.owners.row06.ssn', 'company.owners'],
  // Half of the form, an unknown field, and text that is no path.
  ['company', null],
  ['company.shoe_size', null],
  ['Something is wrong', null],
  ['', null],
])('the partner’s key %j belongs to the field %j', (key, field) => {
  const stored = withRowId(standardProfile, completeDraft(), key)
  expect(refusedField(standardProfile, completeDraft(), stored)).toBe(field)
})

test('a refusal is worded in the language that is chosen when it is shown', () => {
  const said = () => ['Field required', 'object missing required field ein', 'This is required'].map(worded)
  const worded = (text: string) => formatMessage(refusalReason(text))
  expect(new Set(said())).toEqual(new Set([en.errorsPartner.fieldRequired]))
  expect(worded('EIN is on a watch list')).toBe('The funding partner says: “EIN is on a watch list”')
  expect(worded('This is not required here')).toContain('“This is not required here”')
  setMessages('es', es)
  expect(new Set(said())).toEqual(new Set([es.errorsPartner.fieldRequired]))
  expect(worded('EIN is on a watch list')).toContain('«EIN is on a watch list»')
})

test('a stored problem names its field in the current language', () => {
  const problem = { path: 'company.legal_name', message: msg.form.needed('Legal name') }
  const rows = { path: 'company.owners', message: msg.form.rowsNeeded(1, 'Owner') }
  setMessages('es', es)
  const spoken = localizedProfile(standardProfile)
  expect(inCurrentLanguage(spoken, problem).message).toEqual(msg.form.needed('Razón social'))
  expect(inCurrentLanguage(spoken, rows).message).toEqual(msg.form.rowsNeeded(1, 'Propietario'))
  setMessages('en', en)
  const spanish = { path: 'company.legal_name', message: msg.form.needed('Razón social') }
  expect(inCurrentLanguage(standardProfile, spanish)).toEqual(problem)
})
