import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { senderReader } from './addresses.ts'

function senderOf(trusted: string[], peer: string | undefined, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return senderReader(trusted)({ socket: { remoteAddress: peer }, headers } as IncomingMessage)
}

test.each([
  ['without a trusted proxy, X-Forwarded-For is ignored', [], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  [
    'X-Forwarded-For from an untrusted peer is ignored',
    ['10.0.0.0/8'],
    '192.0.2.1',
    '198.51.100.1',
    '192.0.2.1',
  ],
  ['a proxy without the header is the sender', ['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  ['the last entry is the proxy’s own', ['10.0.0.1'], '10.0.0.1', '6.6.6.6, 192.0.2.9', '192.0.2.9'],
  ['through two proxies', ['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 192.0.2.9,10.0.0.2', '192.0.2.9'],
  [
    'if all entries are proxies, the first is the sender',
    ['10.0.0.0/8'],
    '10.0.0.1',
    '10.0.0.3, 10.0.0.2',
    '10.0.0.3',
  ],
  ['IPv4 inside IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '::ffff:192.0.2.9', '192.0.2.9'],
  ['IPv6', ['2001:db8::/32'], '2001:db8::1', '2001:0DB9:0:0::1', '2001:db9::1'],
  [
    'an entry that is not an address makes the sender unknown',
    ['10.0.0.1'],
    '10.0.0.1',
    '192.0.2.9, somebody',
    'unknown',
  ],
  ['entries left of an invalid one are ignored', ['10.0.0.1'], '10.0.0.1', '10.0.0.1, , 10.0.0.1', 'unknown'],
  ['a disconnected peer is unknown', ['10.0.0.1'], undefined, '192.0.2.9', 'unknown'],
])('%s', (_, trusted, peer, forwarded, sender) => {
  expect(senderOf(trusted, peer, forwarded)).toBe(sender)
})
