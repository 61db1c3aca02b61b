import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { differencesFrom, isHeldBy, merchantNames } from './holder.ts'

const ames = merchantNames(standardProfile, 'Ames & Sons, L.L.C.', {
  company: {
    dba: 'Sunny Deli',
    owners: rowsOf({ first_name: 'Rosa', last_name: 'Ames-Ortiz' }),
  },
})

describe('the holder of an account', () => {
  it.each([
    ['AMES & SONS LLC'],
    ['Ames and Sons'],
    ['AMES SONS L L C'],
    ['AMES & SONS LLC DBA SUNNY DELI'],
    ['Sunny Deli'],
    ['AMES & SONS LLC D/B/A THE DELI'],
    ['AMES & SONS LLC ROSA AMES-ORTIZ'],
    [''],
  ])('is the merchant as “%s”', (holder) => {
    expect(isHeldBy(holder, ames)).toBe(true)
  })

  it.each([
    ['Ames Holdings LLC'],
    ['Sunny Deli Supplies Inc'],
    ['Rosa Ames-Ortiz'],
    ['HOLLIS PLUMBING LLC'],
    ['Ames & Sons Trucking LLC'],
  ])('is not the merchant as “%s”', (holder) => {
    expect(isHeldBy(holder, ames)).toBe(false)
  })

  it('is not compared while the form has no name', () => {
    expect(isHeldBy('Hollis Plumbing LLC', merchantNames(standardProfile, '', {}))).toBe(true)
  })
})

describe('a value that an application states differently', () => {
  const owner = (ssn: string, date_of_birth: string) => ({ ssn, date_of_birth, ownership_percent: '50' })
  const deal = {
    legal_name: 'Ames LLC',
    values: {
      application: { amount_requested: '35000' },
      company: {
        legal_name: 'Ames LLC',
        address: { street_1: '18 Alder Street', zip: '97204' },
        owners: rowsOf(owner('900-12-3456', '1980-02-29'), owner('900-65-4321', '1975-05-01')),
      },
    },
  }
  const stated = {
    'application.amount_requested': '35000',
    'company.legal_name': 'AMES LLC',
    'company.address.street_1': '18 ALDER STREET',
    'company.owners.0.ssn': '900-65-4321',
    'company.owners.0.date_of_birth': '1975-05-01',
    'company.owners.1.ssn': '900-12-3456',
    'company.owners.1.ownership_percent': '50',
  }
  const differences = (changes: Record<string, string> = {}) =>
    differencesFrom(standardProfile, deal, { ...stated, ...changes }).fields.map(
      ({ path, printed, typed }) => `${path}: ${printed}, ${typed}`,
    )

  it('is named as the form shows it, with the SSN masked', () => {
    expect(differences({ 'application.amount_requested': '45000', 'company.address.zip': '97205' })).toEqual([
      'application.amount_requested: $45,000, $35,000',
      'company.address.zip: 97205, 97204',
    ])
    expect(
      differences({
        'company.owners.0.ssn': '900-12-3457',
        'company.owners.0.date_of_birth': '1980-02-28',
        'company.owners.1.ssn': '900-65-4321',
        'company.owners.1.ownership_percent': '60',
      }),
    ).toEqual([
      'company.owners.row01.ssn: •••-••-3457, •••-••-3456',
      'company.owners.row01.date_of_birth: Feb 28, 1980, Feb 29, 1980',
      'company.owners.row02.ownership_percent: 60%, 50%',
    ])
  })

  it('is none if only the case of letters or the order of the owners differs', () => {
    expect(differences()).toEqual([])
  })
})
