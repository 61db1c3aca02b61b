import { expect, it } from 'vitest'
import { contactOf } from './contact.ts'
import { standardProfile } from './standard-profile.ts'

it('the contact of a deal is the first owner, and otherwise the business', () => {
  const business = { phone: '541 555 0142' }
  const owners = { row01: { cell_phone: '(541) 555-0199', email: 'ada@juniper.com' } }
  expect(contactOf(standardProfile, { company: { ...business, owners } })).toEqual({
    phone: '(541) 555-0199',
    email: 'ada@juniper.com',
  })
  expect(contactOf(standardProfile, { company: business })).toEqual({ phone: '(541) 555-0142', email: '' })
})

it('the contact of a deal has no text that is no phone number or email address, such as an SSN', () => {
  const owners = { row01: { cell_phone: '900-12-3456', email: '900-12-3456' } }
  expect(contactOf(standardProfile, { company: { owners } })).toEqual({ phone: '', email: '' })
})
