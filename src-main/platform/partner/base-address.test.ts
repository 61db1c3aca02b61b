import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { expect, test } from 'vitest'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { readBaseAddress } from './base-address.ts'

const text = messages().errorsPartner
const whyOf = (typed: string, profile = standardEndpoints) => {
  const read = readBaseAddress(typed, profile)
  if (read.ok) return read.value
  const message = read.error.fields?.[0]?.message
  return message === undefined ? undefined : formatMessage(message)
}

test.each([
  ['https://partner.example', 'https://partner.example'],
  [' https://partner.example/ ', 'https://partner.example'],
  ['\u200bhttps://partner.example\u00a0', 'https://partner.example'],
  ['https://ho_st:8443', 'https://ho_st:8443'],
  ['https://10.0.0.7', 'https://10.0.0.7'],
  ['https://[::1]:8443', 'https://[::1]:8443'],
  ['https://gateway.example/lender/', 'https://gateway.example/lender'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
])('accepts the base address %j', (typed, url) => expect(whyOf(typed)).toBe(url))

test.each([
  ['https://partner.example/iso/api', text.pathRepeated('/iso/api', 'https://partner.example')],
  [
    'https://partner.example/iso/api/v1/application/',
    text.pathRepeated('/iso/api/v1/application', 'https://partner.example'),
  ],
  [
    'https://gateway.example/lender/iso/api/auth/oauth2/token',
    text.pathRepeated('/iso/api/auth/oauth2/token', 'https://gateway.example/lender'),
  ],
  ['partner.example', text.noScheme],
  ['localhost:4010', text.noScheme],
  ['ftp://partner.example', text.mustBeHttps],
  ['https://pärtner.example', text.foreignLetters],
  ['https://partner.example/a b', text.noAddress],
  ['https:\\\\partner.example', text.noAddress],
  ['https://', text.noAddress],
  ['https://1234', text.noAddress],
  ['https://127.1', text.noAddress],
  ['https://p%61rtner.example', text.noAddress],
  ['https://partner.example,', text.badHost('partner.example,')],
  ['https://partner.example.', text.badHost('partner.example.')],
  ["https://partner.example'", text.badHost("partner.example'")],
  ['https://-partner.example', text.badHost('-partner.example')],
  ['https://partner..example', text.badHost('partner..example')],
  ['https://partner.example/lender,', text.badEnd(',')],
  ['https://partner.example:', text.badEnd(':')],
  ['https://partner.example>', text.noAddress],
  ['"https://partner.example"', text.noScheme],
  ['https://user:pass@partner.example', text.noUser],
  ['https://partner.example/?a=1', text.noQuery],
])('refuses the base address %j with the reason', (typed, why) => expect(whyOf(typed)).toBe(why))

test('accepts a base address whose path is the beginning of some endpoint paths of the profile, but not of all', () => {
  const at = (path: string) => ({ method: 'POST' as const, path })
  const profile = {
    ...standardEndpoints,
    endpoints: { ...standardEndpoints.endpoints, 'token.create': at('/oauth/token') },
  }
  expect(whyOf('https://partner.example/iso/api', profile)).toBe('https://partner.example/iso/api')
})
