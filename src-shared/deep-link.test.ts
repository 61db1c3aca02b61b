import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepLinkOf, parseDeepLink } from './deep-link.ts'

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
