import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepLinkOf, pairLinkOf, parseDeepLink, parsePairLink } from './deep-link.ts'

const deal_id = '0d9b7c9e-3f0a-4c55-9a57-6f8a6b1c2d3e'

test('a link to a deal or to the inbox is read back unchanged', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(parseDeepLink(deepLinkOf({ deal_id: id }))).toEqual({ deal_id: id })
    }),
  )
  expect(parseDeepLink(deepLinkOf('inbox'))).toBe('inbox')
})

test.each([
  '',
  'fundingdesk://',
  'fundingdesk://deal/',
  'fundingdesk://deal/../../etc/passwd',
  `fundingdesk://deal/${deal_id}?submit=1`,
  `fundingdesk://deal/${deal_id}#x`,
  `fundingdesk://deal/${deal_id}/offers`,
  `fundingdesk://deal/${deal_id}\n--inspect`,
  `fundingdesk://accept/${deal_id}`,
  `fundingdesk://user@deal/${deal_id}`,
  `https://deal/${deal_id}`,
  `--x=fundingdesk://deal/${deal_id}`,
  `javascript:fundingdesk://deal/${deal_id}`,
])('refuses the link %j', (text) => {
  expect(parseDeepLink(text)).toBeNull()
})

test('interprets any text after the scheme of a link as a deal, the inbox, or nothing, without an error', () => {
  const isHarmless = (text: string) => {
    const target = parseDeepLink(`fundingdesk://${text}`)
    return target === null || target === 'inbox' || /^[0-9a-f-]{36}$/.test(target.deal_id)
  }
  expect(fc.check(fc.property(fc.string(), isHarmless)).counterexample).toBeNull()
})

test('a pairing link is read back as the address of its relay and its code', () => {
  const link = pairLinkOf('https://relay.example.com', 'K7QD-9M2P-XT4F')
  expect(link).toBe('fundingdesk://pair/relay.example.com/K7QD-9M2P-XT4F')
  expect(parsePairLink(` ${link}\n`)).toEqual({ url: 'https://relay.example.com', code: 'K7QD-9M2P-XT4F' })
  expect(parsePairLink('FUNDINGDESK://PAIR/Relay.Example.com:8443/k7qd-9m2p-xt4f/')).toEqual({
    url: 'https://relay.example.com:8443',
    code: 'K7QD-9M2P-XT4F',
  })
  // Opened from outside, such a link opens no screen.
  expect(parseDeepLink(link ?? '')).toBeNull()
})

test.each([
  '',
  'fundingdesk://pair/',
  'fundingdesk://pair/relay.example.com',
  'fundingdesk://pair/relay.example.com/K7QD-9M2P',
  'fundingdesk://pair/relay.example.com/K7QD-9M2P-XT4F?x=1',
  'fundingdesk://pair/user@relay.example.com/K7QD-9M2P-XT4F',
  'fundingdesk://pair/relay.example.com/other/K7QD-9M2P-XT4F',
  'fundingdesk://deal/relay.example.com/K7QD-9M2P-XT4F',
  'https://pair/relay.example.com/K7QD-9M2P-XT4F',
])('%j is no pairing link', (text) => {
  expect(parsePairLink(text)).toBeNull()
})

test.each([
  '',
  'http://relay.example.com',
  'https://relay.example.com/path',
  'https://user:pw@relay.example.com',
])('there is no pairing link for the relay address %j', (url) => {
  expect(pairLinkOf(url, 'K7QD-9M2P-XT4F')).toBeNull()
})
