import type { FormValues } from '../deals/deal.ts'

/** Returns the rows of a list, with the ids `row01`, `row02`, and so on. */
export function rowsOf(...values: FormValues[]): FormValues {
  return Object.fromEntries(values.map((row, at) => [`row${String(at + 1).padStart(2, '0')}`, row]))
}

/**
 * A draft of the standard profile with every required field. The values are in notations that a broker would type. The people and numbers
 * are made up.
 */
export function completeDraft(): FormValues {
  return {
    application: { amount_requested: '35,000', use_of_funds: 'working_capital', consent_accepted: true },
    company: {
      legal_name: 'Juniper Bakery LLC',
      ein: '12-3456789',
      entity_type: 'llc',
      business_start_date: '2016-04-01',
      phone: '(503) 555-0142',
      address: { street_1: '18 Alder Street', city: 'Portland', state: 'OR', zip: '97204' },
      monthly_revenue: '42,500.00',
      owners: rowsOf({
        first_name: 'Ada',
        last_name: 'Sample',
        ownership_percent: '60',
        date_of_birth: '1980-02-29',
        ssn: '900-12-3456',
      }),
    },
  }
}
