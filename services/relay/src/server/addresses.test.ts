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
  ['a proxy that sends no X-Forwarded-For is the sender', ['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  [
    'behind one proxy, the last entry is the sender',
    ['10.0.0.1'],
    '10.0.0.1',
    '6.6.6.6, 192.0.2.9',
    '192.0.2.9',
  ],
  [
    'behind two proxies, the last entry that is not a proxy is the sender',
    ['10.0.0.0/8'],
    '10.0.0.1',
    '6.6.6.6, 192.0.2.9,10.0.0.2',
    '192.0.2.9',
  ],
  [
    'if all entries are proxies, the first is the sender',
    ['10.0.0.0/8'],
    '10.0.0.1',
    '10.0.0.3, 10.0.0.2',
    '10.0.0.3',
  ],
  [
    'IPv4 addresses inside IPv6 addresses are read as IPv4',
    ['127.0.0.1'],
    '::ffff:127.0.0.1',
    '::ffff:192.0.2.9',
    '192.0.2.9',
  ],
  [
    'an IPv6 address is returned in its short form',
    ['2001:db8::/32'],
    '2001:db8::1',
    '2001:0DB9:0:0::1',
    '2001:db9::1',
  ],
  [
    'an entry that is not an address makes the sender unknown',
    ['10.0.0.1'],
    '10.0.0.1',
    '192.0.2.9, somebody',
    'unknown',
  ],
  [
    'an empty entry makes the sender unknown, regardless of the entries before it',
    ['10.0.0.1'],
    '10.0.0.1',
    '10.0.0.1, , 10.0.0.1',
    'unknown',
  ],
  ['the sender is unknown if the peer has disconnected', ['10.0.0.1'], undefined, '192.0.2.9', 'unknown'],
])('the sender of a request: %s', (_, trusted, peer, forwarded, sender) => {
  expect(senderOf(trusted, peer, forwarded)).toBe(sender)
})
