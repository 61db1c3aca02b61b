import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { isHeldBy, merchantNames } from './holder.ts'

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
