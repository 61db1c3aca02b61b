import { expect, test } from 'vitest'
import { standardProfile } from '../../../../src-shared/features/form/standard-profile.ts'
import { fitPrinted, splitAddress, splitCityLine } from './field-values.ts'
import { labelOfName } from './fields-of-form.ts'
import { createLabelReader, fieldAt, NEUTRAL_HEADING, UNKNOWN_HEADING } from './labels.ts'

const reader = createLabelReader(standardProfile)
const meaning = (text: string) => {
  const label = reader.label(text)
  return label === null ? null : { paths: label.targets.map(({ path }) => path), row: label.row }
}

test.each([
  ['Legal/Corporate Name', 'company.legal_name', null],
  ['Business Name (DBA)', 'company.dba', null],
  ['D/B/A:', 'company.dba', null],
  ['Federal Tax ID #', 'company.ein', null],
  ['Owner 2 - Social Security Number', 'company.owners.*.ssn', 1],
  ['Second owner date of birth', 'company.owners.*.date_of_birth', 1],
  ['% of Ownership', 'company.owners.*.ownership_percent', null],
  ['Requested Funding Amount ($)', 'application.amount_requested', null],
  ['Gross Monthly Sales (last 3 months)', 'company.monthly_revenue', null],
  ['Business use of funds', 'application.use_of_funds', null],
  ['Fecha de inicio del negocio', 'company.business_start_date', null],
  ['Correo electrónico del negocio', 'company.email', null],
  ['Dirección particular', 'company.owners.*.address.street_1', null],
])('the label %s means one field', (text, path, row) => {
  expect(meaning(text)).toEqual({ paths: [path], row })
})

test.each(['Landlord phone', 'Home phone', 'Fax', 'Business mobile', 'Mailing address', 'Bank name'])(
  'the label %s is known, but fills no field',
  (text) => {
    expect(meaning(text)?.paths).toEqual([])
  },
)

test('a heading in unknown words is about an unknown party, and that of a person of the lender about no owner', () => {
  for (const text of ['Zelbra Knovim', 'Loan Officer', 'People who know you']) {
    expect(reader.heading(text)).toBeNull()
    expect(reader.heading(text, true)).toBe(UNKNOWN_HEADING)
  }
  expect(reader.heading('General information', true)).toBe(NEUTRAL_HEADING)
  expect(reader.heading('Business / Negocio')).toEqual({ party: 'business', row: null })
})

test('a label in two languages has one meaning if its halves agree', () => {
  expect(meaning('EIN / Identificación Fiscal')?.paths).toEqual(['company.ein'])
  expect(meaning('Business Phone / Brelun')?.paths).toEqual(['company.phone'])
  expect(meaning('Phone / Fax')?.paths).toEqual([])
})

test.each(['Acme Foods LLC', 'Maria Lopez', '120 Main Street', 'Austin', 'Restaurant'])(
  'the value %s is no label',
  (text) => {
    expect(reader.label(text)).toBeNull()
    expect(reader.isLabelLike(text)).toBe(false)
  },
)

test.each([
  ['topmostSubform[0].Page1[0].txtLegalBusinessName[0]', 'company.legal_name', null],
  ['owner2_SSN', 'company.owners.*.ssn', 1],
  // The second such field of a form can be about its only owner.
  ['FirstName_2', 'company.owners.*.first_name', null],
  ['busPhone', 'company.phone', null],
  ['form1.Guarantor1.DOB', 'company.owners.*.date_of_birth', 0],
])('the field name %s means one field', (name, path, row) => {
  const label = labelOfName(name, reader)
  expect(label?.targets.map((target) => target.path)).toEqual([path])
  expect(label?.row).toBe(row)
})

test.each(['Text12', 'undefined_3', 'f1_07'])('the field name %s means nothing', (name) => {
  expect(labelOfName(name, reader)).toBeNull()
})

test('an address is split only at commas before a known state and a ZIP code', () => {
  expect(splitCityLine('New Haven, CT 06510')).toEqual({ city: 'New Haven', state: 'CT', zip: '06510' })
  expect(splitCityLine('Austin TX 78701-1234')).toEqual({ city: 'Austin', state: 'TX', zip: '78701-1234' })
  expect(splitCityLine('Austin, Texas, 78701')).toEqual({ city: 'Austin', state: 'TX', zip: '78701' })
  expect(splitCityLine('Austin, ZZ 78701')).toBeNull()
  expect(splitAddress('120 Main St, Suite 4, Austin, TX 78701')).toMatchObject({ street_2: 'Suite 4' })
  expect(splitAddress('120 Main St Suite 4, Austin, Texas (TX) 78701-')).toMatchObject({
    street_2: 'Suite 4',
    state: 'TX',
    zip: '78701',
  })
  expect(splitAddress('120 Main St Austin TX 78701')).toBeNull()
  expect(splitAddress('120 Main St, Austin, TX')).toBeNull()
})

const fit = (path: string, text: string) => {
  const field = fieldAt(standardProfile, path)
  return field === null ? null : fitPrinted(path, field, text)
}

test('a text that changes its direction is no value, and invisible characters are dropped', () => {
  const path = 'company.legal_name'
  expect(fit(path, 'Acme \u202Eemca LLC')).toBeNull()
  expect(fit(path, '\u05D0\u05D1 Foods')).toBeNull()
  expect(fit(path, 'Acme\u200B \u200EFoods\u00AD')).toEqual({ how: 'text', value: 'Acme Foods' })
})

test('hints and empty answers are no values', () => {
  for (const text of ['N/A', 'none', '____', '(mm/dd/yyyy)', 'same as above', '$', 'X'])
    for (const path of ['company.legal_name', 'company.dba', 'company.ein', 'company.business_start_date'])
      expect({ text, path, fit: fit(path, text) }).toMatchObject({ fit: null })
})

test('units, spaces between single characters, and other spellings of a choice are understood', () => {
  expect(fit('application.desired_term_months', '12 months')).toEqual({ how: 'exact', value: '12' })
  expect(fit('company.ein', '1 2 - 3 4 5 6 7 8 9')).toEqual({ how: 'exact', value: '12-3456789' })
  expect(fit('company.entity_type', 'Limited Liability Company')).toEqual({ how: 'exact', value: 'llc' })
  // "Corporation" can be a C or an S corporation.
  expect(fit('company.entity_type', 'Corporation')).toEqual({ how: 'wrong', value: 'Corporation' })
})
