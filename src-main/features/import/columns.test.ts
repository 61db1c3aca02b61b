import { expect, test } from 'vitest'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { columnFinder } from './columns.ts'

test.each([
  ['Owner %', 'company.owners.0.ownership_percent'],
  ['Principal 2 %', 'company.owners.1.ownership_percent'],
  ['% of Ownership', 'company.owners.0.ownership_percent'],
  ['Percentage_Ownership__c', 'company.owners.0.ownership_percent'],
  ['Owner #2 SSN', 'company.owners.1.ssn'],
  ['SSN - 2nd Guarantor', 'company.owners.1.ssn'],
  ['DOB (Owner 2)', 'company.owners.1.date_of_birth'],
  ['Guarantor Cell #', 'company.owners.0.cell_phone'],
  ['Deal #', 'application.reference'],
  ['$ Requested', 'application.amount_requested'],
  ['Requested Loan Amount', 'application.amount_requested'],
  ['What is your monthly revenue?', 'company.monthly_revenue'],
  ['Business Start Date (MM/DD/YYYY)', 'company.business_start_date'],
  ['Deal - Contact person', 'company.owners.0.@name'],
  ['Commission %', null],
  ['Account %', null],
  ['Deal - Title', null],
])('the heading %s is read by its words and signs', (heading, path) => {
  expect(columnFinder(standardProfile)(heading)).toBe(path)
})
