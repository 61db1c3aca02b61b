import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepLinkOf, isPairLink, pairLinkOf, parseDeepLink, parsePairLink } from './deep-link.ts'

const deal_id = '0d9b7c9e-3f0a-4c55-9a57-6f8a6b1c2d3e'

test('a link to a deal or to the Today screen is read back unchanged', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(parseDeepLink(deepLinkOf({ deal_id: id }))).toEqual({ deal_id: id })
    }),
  )
  expect(parseDeepLink(deepLinkOf('today'))).toBe('today')
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

test('interprets any text after the scheme of a link as a deal, the Today screen, a pairing link, or nothing, without an error', () => {
  const isHarmless = (text: string) => {
    const target = parseDeepLink(`fundingdesk://${text}`)
    if (target === null || target === 'today') return true
    return isPairLink(target) ? isPlainLink(target) : /^[0-9a-f-]{36}$/.test(target.deal_id)
  }
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('pair/', 'http://', 'https://', 'relay.example.com', '@', ':', '/', CODE),
  )
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  expect(fc.check(fc.property(text, isHarmless)).counterexample).toBeNull()
})

const CODE = 'K7QD-9M2P-XT4F'
const linkTo = (address: string) => `fundingdesk://pair/${address}/${CODE}`

/** Fails if a URL parser sees another host in an accepted address than a reader, or anything besides a host and a port. */
function isPlainLink(link: NonNullable<ReturnType<typeof parsePairLink>>): boolean {
  if ('problem' in link) return true
  const { url, code } = link.invitation
  const { protocol, hostname, pathname, username, search, hash } = new URL(url)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.startsWith('127.')
  const [, host] = /^https?:\/\/([^:/]*)(?::\d+)?$/.exec(url) ?? []
  const isAddressOnly = `${pathname}${username}${search}${hash}` === '/'
  return isSecure && host === hostname && isAddressOnly && /^[A-Z0-9-]{14}$/.test(code)
}

test.each([
  ['https://relay.example.com', 'relay.example.com'],
  ['https://relay.example.com:8443', 'relay.example.com:8443'],
  ['https://203.0.113.7', '203.0.113.7'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['http://localhost:8787', 'http://localhost:8787'],
])('a pairing link to %s is read back unchanged, also when it is opened from outside', (url, address) => {
  const link = pairLinkOf(url, CODE)
  expect(link).toBe(linkTo(address))
  expect(parsePairLink(` ${link}\n`)).toEqual({ invitation: { url, code: CODE } })
  expect(parseDeepLink(link ?? '')).toEqual({ invitation: { url, code: CODE } })
})

test('a pairing link may have other letter case, the scheme https, and a slash at the end', () => {
  const invitation = { url: 'https://relay.example.com:8443', code: CODE }
  for (const link of [
    'FUNDINGDESK://PAIR/Relay.Example.com:8443/k7qd-9m2p-xt4f/',
    linkTo('https://relay.example.com:8443'),
    `${linkTo('relay.example.com:8443').replaceAll('9M2P-', '9M2P\u2013\u200b')}.`,
  ])
    expect(parsePairLink(link)).toEqual({ invitation })
})

test.each([
  ['malformed', 'fundingdesk://pair/'],
  ['malformed', 'fundingdesk://pair/relay.example.com'],
  ['malformed', 'fundingdesk://pair/relay.example.com/K7QD-9M2P'],
  ['malformed', `${linkTo('relay.example.com')}?x=1`],
  ['malformed', `${linkTo('relay.example.com')}#x`],
  ['malformed', `${linkTo('relay.example.com')} --inspect`],
  ['malformed', linkTo('relay.example.com/other')],
  ['malformed', linkTo('relay.example.com?x=')],
  ['malformed', linkTo('')],
  ['malformed', linkTo('https://')],
  ['too_long', linkTo(`${'a'.repeat(60)}.`.repeat(10))],
  ['too_long', linkTo('a'.repeat(100_000))],
  ['not_encrypted', linkTo('http://relay.example.com')],
  ['not_encrypted', linkTo('http://127.0.0.1.example.com')],
  ['not_encrypted', linkTo('ftp://127.0.0.1')],
  ['not_encrypted', linkTo('file://localhost')],
  ['credentials', linkTo('user@relay.example.com')],
  ['credentials', linkTo('https://user:password@relay.example.com')],
  ['credentials', linkTo('relay.example.com@stranger.example')],
  ['host', linkTo('rеlay.example.com')], // The first e is Cyrillic.
  ['host', linkTo('relay。example.com')],
  ['host', linkTo('relay.\u202Eexample.com')],
  ['host', linkTo('xn--rlay-9of.example.com')],
  ['host', linkTo('ex%61mple.com')],
  ['host', linkTo('relay..example.com')],
  ['host', linkTo('relay.example.com.')],
  ['host', linkTo('-relay.example.com')],
  ['host', linkTo('relay.example.com:port')],
  ['host', linkTo('relay.example.com:123456')],
  ['host', linkTo(`${'a'.repeat(64)}.example.com`)],
  ['host', linkTo('2130706433')],
  ['host', linkTo('0x7f.1')],
  ['host', linkTo('127.0.0.01')],
  ['host', linkTo('127.0.0.256')],
  ['host', linkTo('relay\\.example.com')],
])('refuses a pairing link as %s: %j', (problem, link) => {
  expect(parsePairLink(link)).toEqual({ problem })
  expect(parseDeepLink(link)).toEqual({ problem })
})

test.each([
  '',
  'fundingdesk://pair',
  `fundingdesk://pairing/relay.example.com/${CODE}`,
  `fundingdesk://deal/relay.example.com/${CODE}`,
  `https://pair/relay.example.com/${CODE}`,
  `--x=${linkTo('relay.example.com')}`,
])('%j is no pairing link', (text) => {
  expect(parsePairLink(text)).toBeNull()
})

test.each([
  '',
  'relay.example.com',
  'http://relay.example.com',
  'https://relay.example.com/path',
  'https://user:pw@relay.example.com',
])('there is no pairing link for the relay address %j', (url) => {
  expect(pairLinkOf(url, CODE)).toBeNull()
})
