import type {
  PayloadProfile,
  ProfileField,
  ProfileList,
} from '../../../src-shared/profile/payload-profile.ts'
import { namesInAllLanguages } from '../../../src-shared/profile/localized-profile.ts'
import { plain } from './fit-value.ts'

/** Names that brokers and other systems use for fields. For rows of a list, the key is the path within the row. */
const SYNONYMS: Record<string, string[]> = {
  'application.amount_requested': [
    'amount',
    'loan amount',
    'funding amount',
    'requested amount',
    'advance amount',
  ],
  'application.use_of_funds': ['purpose', 'use of proceeds', 'loan purpose', 'funding purpose'],
  'application.desired_term_months': ['term', 'term months', 'desired term'],
  'application.reference': [
    'reference',
    'deal id',
    'deal number',
    'file number',
    'our reference',
    'external id',
  ],
  'application.sales_representative': ['sales rep', 'rep', 'iso rep', 'agent'],
  'application.notes': ['notes', 'comments', 'remarks'],
  'application.signature_date': ['date signed', 'signed on'],
  'company.legal_name': [
    'business name',
    'company',
    'company name',
    'legal business name',
    'merchant',
    'merchant name',
  ],
  'company.dba': ['dba', 'dba name', 'trade name'],
  'company.ein': ['ein', 'fein', 'tax id', 'federal tax id', 'taxpayer id', 'tin'],
  'company.entity_type': ['entity', 'legal entity', 'business type', 'type of entity', 'legal structure'],
  'company.state_of_formation': ['state of incorporation', 'formation state'],
  'company.business_start_date': [
    'start date',
    'date established',
    'in business since',
    'date started',
    'inception date',
  ],
  'company.industry': ['naics', 'sic', 'sic code', 'naics code', 'business industry'],
  'company.address.street_1': [
    'address',
    'street',
    'street address',
    'business address',
    'address 1',
    'address line 1',
  ],
  'company.address.street_2': ['suite', 'unit', 'address 2', 'address line 2'],
  'company.address.city': ['city', 'business city', 'town'],
  'company.address.state': ['state', 'business state'],
  'company.address.zip': ['zip', 'zip code', 'postal code', 'business zip'],
  'company.phone': ['phone', 'telephone', 'business phone number', 'company phone', 'phone number'],
  'company.email': ['email', 'email address', 'company email'],
  'company.website': ['website', 'web site', 'url', 'homepage'],
  'company.monthly_revenue': [
    'monthly sales',
    'gross monthly sales',
    'monthly gross revenue',
    'average monthly revenue',
  ],
  'company.annual_revenue': ['annual sales', 'gross annual sales', 'yearly revenue', 'annual gross revenue'],
  'company.average_daily_balance': ['adb', 'daily balance'],
  first_name: ['first name', 'given name'],
  last_name: ['last name', 'surname', 'family name'],
  title: ['job title', 'position'],
  ownership_percent: ['ownership', 'ownership percent', 'percent owned', 'ownership percentage'],
  date_of_birth: ['dob', 'birth date', 'birthday'],
  ssn: ['ssn', 'social', 'social security number', 'social security'],
  fico: ['fico', 'credit score', 'fico score'],
  cell_phone: ['cell', 'mobile', 'mobile phone', 'cell phone'],
  funder: ['lender', 'funder name'],
  balance: ['remaining balance', 'outstanding balance'],
  daily_payment: ['payment'],
}

/**
 * Returns a function that finds the field of a heading by path, label, or common name. Names count rows from one (`Owner 2 SSN`), paths
 * from zero (`company.owners.1.ssn`), like the partner. Without a number, it is the first row.
 */
export function createColumnFinder(profile: PayloadProfile): (heading: string) => string | null {
  const byPath = new Map<string, string>()
  const byName = new Map<string, string | null>()
  const name = (names: string[], path: string) => {
    for (const one of names.map(plain)) {
      const known = byName.get(one)
      // A name of two fields identifies neither.
      byName.set(one, known === undefined || known === path ? path : null)
    }
  }
  const tops = profile.sections.flatMap(({ fields = [] }) => fields)
  for (const field of tops) {
    byPath.set(plain(field.path), field.path)
    name([...namesOf(profile, field, field.path), field.path.split('.').at(-1) ?? ''], field.path)
  }
  const taken = new Set(byName.keys())
  for (const { list } of profile.sections) {
    if (list === undefined) continue
    for (const field of list.fields)
      for (let row = 0; row < Math.min(list.max_rows ?? 10, 10); row++) {
        const path = `${list.path}.${row}.${field.path}`
        byPath.set(plain(path), path)
        byPath.set(plain(path.slice(path.indexOf('.') + 1)), path)
        name(
          rowNames(profile, list, field, row).filter((one) => !taken.has(plain(one))),
          path,
        )
      }
  }
  return (heading) => byPath.get(plain(heading)) ?? byName.get(plain(heading)) ?? null
}

function rowNames(profile: PayloadProfile, list: ProfileList, field: ProfileField, row: number): string[] {
  const names = namesOf(profile, field, field.path)
  const rows = namesInAllLanguages(profile, list.row_label)
  const numbered = names.flatMap((name) => [
    ...rows.flatMap((label) => [`${label} ${row + 1} ${name}`, `${label} ${name} ${row + 1}`]),
    `${name} ${row + 1}`,
  ])
  if (row > 0) return numbered
  return [...numbered, ...names.flatMap((name) => [...rows.map((label) => `${label} ${name}`), name])]
}

/** A file may be in another language than the current one. */
function namesOf(profile: PayloadProfile, field: ProfileField, path: string): string[] {
  return [...namesInAllLanguages(profile, field.label), path, ...(SYNONYMS[path] ?? [])]
}
