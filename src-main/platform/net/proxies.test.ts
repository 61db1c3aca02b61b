import { expect, test } from 'vitest'
import { NoUsableProxy, readProxies, readSignIns } from './proxies.ts'

test.each<[string, (string | null)[]]>([
  ['DIRECT', [null]],
  ['', [null]],
  [' ; ', [null]],
  ['PROXY proxy.office:3128', ['http://proxy.office:3128']],
  ['PROXY proxy.office:3128; DIRECT', ['http://proxy.office:3128', null]],
  ['PROXY dead:1;PROXY live:2;DIRECT', ['http://dead:1', 'http://live:2', null]],
  ['DIRECT; PROXY proxy.office:3128', [null, 'http://proxy.office:3128']],
  ['HTTP proxy.office:80', ['http://proxy.office:80']],
  [
    'HTTPS proxy.office:443;PROXY other.office:3128',
    ['https://proxy.office:443', 'http://other.office:3128'],
  ],
  ['proxy  proxy.office:3128 ;', ['http://proxy.office:3128']],
  ['PROXY proxy.office', ['http://proxy.office']],
  ['PROXY [2001:db8::1]:3128', ['http://[2001:db8::1]:3128']],
  ['SOCKS5 socks.office:1080; PROXY proxy.office:3128', ['http://proxy.office:3128']],
  ['SOCKS socks.office:1080; DIRECT', [null]],
  ['PROXY; PROXY proxy.office:3128', ['http://proxy.office:3128']],
  ['PROXY proxy.office:port; DIRECT', [null]],
  ['PROXY http://proxy.office:3128; DIRECT', [null]],
  ['PROXY proxy.office:3128/path; DIRECT', [null]],
  ['QUIC new.office:443; HTTPS proxy.office:443', ['https://proxy.office:443']],
  ['PROXY a:1; PROXY a:1; DIRECT; DIRECT', ['http://a:1', null]],
  ['proxy01.office:9090; PROXY proxy02.office:9090', ['http://proxy02.office:9090']],
  [
    'PROXY a:1;PROXY b:1;PROXY c:1;PROXY d:1;PROXY e:1;PROXY f:1',
    ['a', 'b', 'c', 'd', 'e'].map((one) => `http://${one}:1`),
  ],
])('reads the proxy list %j as %j', (answer, proxies) => {
  expect(readProxies(answer)).toEqual(proxies)
})

test.each([
  'SOCKS socks.office:1080',
  'SOCKS4 a:1; SOCKS5 b:2',
  'QUIC new.office:443',
  'PROXY',
  'proxy.office:3128',
])('does not connect directly if the proxy list %j has no usable entry', (answer) => {
  expect(() => readProxies(answer)).toThrow(NoUsableProxy)
})

test.each<[string | string[] | undefined, string[]]>([
  [undefined, []],
  ['', []],
  ['Negotiate', ['Negotiate']],
  [
    ['Negotiate', 'NTLM'],
    ['Negotiate', 'NTLM'],
  ],
  [['Negotiate', 'negotiate'], ['negotiate']],
  ['Negotiate, NTLM, Basic realm="office"', ['Negotiate', 'NTLM', 'Basic']],
  ['Basic realm="Ask, Kerberos or NTLM, here", charset="UTF-8"', ['Basic']],
  ['Basic realm="a \\", NTLM"', ['Basic']],
  ['Digest realm="x", qop="auth", nonce="YQ==", opaque="b", NTLM', ['Digest', 'NTLM']],
  ['Digest realm = "x" , stale = FALSE', ['Digest']],
  ['NTLM TlRMTVNTUAACAAAA==', ['NTLM']],
  [
    ['Kerberos', ', ,', 'Basic'],
    ['Kerberos', 'Basic'],
  ],
  ['\u202eNegotiate', []],
  ['A, B, C, D, E, F', ['A', 'B', 'C', 'D']],
])('reads the kinds of sign-in in %j as %j', (headers, kinds) => {
  expect(readSignIns(headers)).toEqual(kinds)
})
