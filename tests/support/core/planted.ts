import { homedir } from 'node:os'
import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { completeDraft, rowsOf } from '../../../src-shared/features/form/complete-draft.fixture.ts'

/** Private values that must not leave the computer. Tests put them into every source from which the app makes its diagnostics bundle. */
export const PLANTED = {
  ssn: '912-34-5678',
  ein: '98-7654321',
  born: '1961-11-29',
  merchant: 'Zyxwvut Bakery',
  owner: 'Quillon Testcase',
  street: '4471 Plantation Quay',
  phone: '(505) 555-0177',
  email: 'quillon@planted-mail.example',
  account: '000774411229',
  routing: '021099887',
  file: 'statement 000774411229 Zyxwvut.pdf',
  secret: 'client-secret-7f3a',
  device_token: 'device-token-b41c',
  proxy_user: 'quillon.t',
  proxy_password: 'proxy-password-90d2',
  token: 'eyJhbGciOiJSUzI1NiJ9.planted',
  passphrase: 'correct horse planted staple',
  recovery_code: 'abandon ability able about above absent absorb abstract',
  host: 'api.planted-partner.example',
  application: '5f0c8a1e-planted-application',
  home: homedir(),
}

/**
 * Returns the forms in which a private value could appear: unchanged, without separators, in uppercase, URL-encoded, in base64, and in hex.
 */
export const disguises = (planted: string) =>
  [
    planted,
    planted.replaceAll(/[-() ]/g, ''),
    planted.toUpperCase(),
    encodeURIComponent(planted),
    Buffer.from(planted).toString('base64').replaceAll('=', ''),
    Buffer.from(planted).toString('hex'),
  ].filter((text) => text.length > 4)

/** An error response of the partner whose texts contain all private values. */
export const plantedError = appError('PARTNER_UNREACHABLE', Object.values(PLANTED).join(' '), PLANTED.email)

/** Returns the values of a draft that contains the private values. */
export function plantedDraft(): FormValues {
  const { merchant, ein, phone, street, owner, born, ssn, email, account, routing } = PLANTED
  const owners = rowsOf({ first_name: owner, last_name: owner, date_of_birth: born, ssn, email })
  const address = { street_1: street, city: account, state: 'OR', zip: routing }
  return { ...completeDraft(), company: { legal_name: merchant, ein, phone, address, owners } }
}
