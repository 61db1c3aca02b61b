import { expect, test } from 'vitest'
import { readProxy } from './network.ts'

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.office:3128', 'http://proxy.office:3128'],
  ['PROXY proxy.office:3128; DIRECT', 'http://proxy.office:3128'],
  ['DIRECT; PROXY proxy.office:3128', null],
  ['HTTP proxy.office:80', 'http://proxy.office:80'],
  ['HTTPS proxy.office:443;PROXY other.office:3128', 'https://proxy.office:443'],
  ['proxy  proxy.office:3128 ;', 'http://proxy.office:3128'],
  ['PROXY [2001:db8::1]:3128', 'http://[2001:db8::1]:3128'],
  ['SOCKS5 socks.office:1080; PROXY proxy.office:3128', 'http://proxy.office:3128'],
  ['SOCKS socks.office:1080; DIRECT', null],
  ['SOCKS socks.office:1080', null],
  ['PROXY', null],
  ['PROXY; PROXY proxy.office:3128', 'http://proxy.office:3128'],
  ['PROXY proxy.office:port; DIRECT', null],
  ['QUIC new.office:443; HTTPS proxy.office:443', 'https://proxy.office:443'],
])('reads the proxy list %j as the proxy address %j', (answer, proxy) => {
  expect(readProxy(answer)).toBe(proxy)
})
