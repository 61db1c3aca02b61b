import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIdNumber } from './id-number.ts'
import { keepEntry } from '../../features/form/keep-entry.ts'

const TODAY = '2026-11-23'

test.each([
  ['ein', '123456789', '12-3456789'],
  ['ein', ' 12-3456789 ', '12-3456789'],
  ['ein', '12 3456789', '12-3456789'],
  ['ein', '12\u20133456789', '12-3456789'],
  ['ein', '98 765 4321', '98-7654321'],
  ['ein', '9 8 7 6 5 4 3 2 1', '98-7654321'],
  ['ein', '98\ufe0d\u2011\u2009765\u00a04321', '98-7654321'],
  ['ein', '98-765 4321.', '98-7654321'],
  ['ein', '\uff19\uff18\uff0d7654321', '98-7654321'],
  ['ssn', '900\u2009\u201012\u200b-3456', '900-12-3456'],
  ['zip', '97 204\u2013\u200912 34', '97204-1234'],
  ['ssn', '900123456', '900-12-3456'],
  ['ssn', '900 12 3456', '900-12-3456'],
  ['ssn', '900.12.3456', '900-12-3456'],
  ['ssn', '900 - 12 - 3456', '900-12-3456'],
  ['zip', '02139', '02139'],
  ['zip', '97204-1234', '97204-1234'],
  ['zip', '972041234', '97204-1234'],
  ['zip', '97204 1234', '97204-1234'],
  ['zip', '97204-', '97204'],
] as const)('reads the %s %j', (type, typed, kept) => {
  expect(readIdNumber(type, typed)).toBe(kept)
})

test.each([
  ['ein', '123-45-6789'],
  ['ein', '123 45 6789'],
  ['ssn', '12 3456789'],
  ['ein', '12-345678'],
  ['ein', '12-34567890'],
  ['ein', '12-3456789-'],
  ['ein', '12-345678X'],
  ['ein', 'EIN 12-3456789'],
  ['ssn', '12-3456789'],
  ['ssn', '900-12-34567'],
  ['ssn', '900-123-456'],
  ['ssn', 'xxx-xx-3456'],
  ['zip', '2139'],
  ['zip', '97204-12'],
  ['zip', 'K1A 0B1'],
  ['zip', '9720A'],
] as const)('refuses the %s %j and keeps it as typed', (type, typed) => {
  expect(readIdNumber(type, typed)).toBeNull()
  expect(keepEntry({ type }, typed, TODAY)).toBe(typed)
})

test('an EIN, SSN, or ZIP code keeps exactly its typed digits, and storing the result again changes nothing', () => {
  const type = fc.constantFrom('ein' as const, 'ssn' as const, 'zip' as const)
  const anything = fc.string({ unit: fc.constantFrom(...'0123456789 .-\u2013x') })
  fc.assert(
    fc.property(type, fc.oneof(anything, fc.string()), (of, typed) => {
      const kept = keepEntry({ type: of }, typed, TODAY)
      expect(kept.replaceAll(/\D/g, '')).toBe(typed.replaceAll(/\D/g, ''))
      expect(keepEntry({ type: of }, kept, TODAY)).toBe(kept)
    }),
  )
  fc.assert(
    fc.property(type, fc.nat({ max: 999_999_999 }), (of, number) => {
      const digits = String(number).padStart(9, '0')
      expect(readIdNumber(of, digits)?.replaceAll('-', '')).toBe(digits)
    }),
  )
})
