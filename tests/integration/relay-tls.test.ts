// @module-tag all

import { chmodSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOffice } from '../../services/relay/src/commands/define-command.ts'
import { makeAuthority, type Authority } from '../support/partner/certificates.ts'
import { caddyMissing, startCaddy } from '../support/relay/caddy.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { pairDevice, setUpRelay, signBody, startRelay } from '../support/relay/relay.ts'
import { askSecurely, openSecureStream, serialOf } from '../support/relay/secure-client.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
let first: Authority
let second: Authority
beforeAll(async () => {
  ;[first, second] = [makeAuthority(), makeAuthority()]
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

function notification(headers: Record<string, string> = {}) {
  const event = makeEvent()
  const body = JSON.stringify(event)
  return { method: 'POST', headers: { 'x-signature': signBody(key, body), ...headers }, body, event }
}

test('the relay serves https with its own certificate, reloads it while running, and ignores an invalid replacement', async () => {
  const { data, hook_path } = await setUpRelay(cleanup, jwks_url)
  const [cert, pem] = [join(data, 'cert.pem'), join(data, 'key.pem')]
  writeFileSync(cert, first.server.cert)
  writeFileSync(pem, first.server.key)
  const relay = await startRelay(cleanup, data, '--tls-certificate', cert, '--tls-key', pem)
  const { url } = relay.ready
  expect(url).toMatch(/^https:/)
  expect((await askSecurely(`${url}${hook_path}`, { ca: first.ca, ...notification() })).status).toBe(202)
  const before = await serialOf(`${url}/healthz`, first.ca)

  writeFileSync(cert, 'no certificate')
  // Windows cannot send this signal. There, the relay notices the change later.
  if (process.platform !== 'win32') process.kill(relay.pid, 'SIGHUP')
  await untilLogged(relay, 'the relay keeps the previous one')
  expect(await serialOf(`${url}/healthz`, first.ca)).toBe(before)

  // The test sends no reload signal. The relay must notice the changed files itself.
  writeFileSync(pem, second.server.key)
  writeFileSync(cert, second.server.cert)
  const after = await until(() => serialOf(`${url}/healthz`, second.ca).catch(() => undefined))
  expect(after).not.toBe(before)
  expect(await relay.stop()).toBe(0)

  chmodSync(pem, 0o600)
  writeFileSync(pem, first.server.key)
  const mismatched = await runProgram(RELAY, [
    ...['serve', '--data', data, '--tls-certificate', cert, '--tls-key', pem, '--port', '0'],
  ])
  expect(mismatched).toMatchObject({ code: 2, stderr: expect.stringMatching(/key values mismatch/i) })
})

test('doctor explains that it does not trust the certificate of the public address, or that there is none', async () => {
  const { data } = await setUpRelay(cleanup, jwks_url)
  const [cert, pem, ca] = ['cert.pem', 'key.pem', 'ca.pem'].map((name) => join(data, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(cert, first.server.cert)
  writeFileSync(pem, first.server.key)
  writeFileSync(ca, first.ca)
  const relay = await startRelay(cleanup, data, '--tls-certificate', cert, '--tls-key', pem)
  // A TLS server without a certificate, as a proxy that could not get one yet.
  const bare = createServer().listen(0, '127.0.0.1')
  cleanup.add(() => bare.close())
  await once(bare, 'listening')
  const doctor = async (url: string, NODE_EXTRA_CA_CERTS = '') =>
    (await runProgram(RELAY, ['doctor', '--data', data, '--public-url', url], { NODE_EXTRA_CA_CERTS })).stdout
  const [untrusted, trusted, none] = await Promise.all([
    doctor(relay.ready.url),
    doctor(relay.ready.url, ca),
    doctor(`https://127.0.0.1:${(bare.address() as AddressInfo).port}`),
  ])
  expect(untrusted).toMatch(
    /^fail +sandbox: inlet: .*\n +If the certificate comes from an internal CA, set NODE_EXTRA_CA_CERTS/m,
  )
  expect(trusted).toMatch(/^pass +sandbox: inlet:/m)
  expect(none).toMatch(/^fail +sandbox: inlet: [^\\]*\n +The server at this address has no certificate/m)
})

describe.skipIf(caddyMissing !== null)(`the relay behind Caddy${caddyMissing ?? ''}`, () => {
  test('takes the sender from Caddy, ignores forged headers, delivers events immediately, and sends a retry hint on stop', async () => {
    const { data, hook_path } = await setUpRelay(cleanup, jwks_url)
    const allow = (...sender_addresses: string[]) =>
      withOffice({ data }, (office) => office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses }))
    await allow('203.0.113.7')
    const relay = await startRelay(cleanup, data, '--trusted-proxy', '127.0.0.1', '--admin-port', '0')
    const { ca } = first
    const { url } = await startCaddy(cleanup, first.server, [relay.ready.url])
    const post = (sent: ReturnType<typeof notification>) => askSecurely(`${url}${hook_path}`, { ca, ...sent })

    const spoofed = {
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
    }
    expect(await post(notification(spoofed))).toMatchObject({
      status: 403,
      text: expect.stringContaining('SENDER_REFUSED'),
    })
    await allow('127.0.0.1')

    const { device_token } = await pairDevice(data, relay.ready.url)
    const stream = await openSecureStream(cleanup, `${url}/v1/stream`, {
      ca,
      headers: { authorization: `Bearer ${device_token}` },
    })
    await until(() => (stream.text().includes('event: bounds') ? true : undefined))
    const sent = notification(spoofed)
    expect((await post(sent)).status).toBe(202)
    await until(() => (stream.text().includes(sent.event.event_id) ? true : undefined))
    expect(stream.text()).toContain('"sender":"127.0.0.1"')
    expect((await askSecurely(`${url}/metrics`, { ca })).status).toBe(404)
    // An earlier version of the relay responded during the upload. Caddy then replaced one in thirty of its responses with a 502. Send
    // enough requests to detect such an error.
    for (let time = 0; time < 100; time++)
      expect((await post({ ...notification(), body: 'x'.repeat(70_000) })).status).toBe(413)

    expect(await relay.stop()).toBe(0)
    await stream.ended
    expect(stream.text()).toMatch(/retry: 1000\n\n$/)
  })

  describePostgres((server) => {
    test('while one of two relays stops, every notification arrives once and in order', async () => {
      const database = await server().createDatabase()
      const { hook_path } = await setUpRelay(cleanup, jwks_url, database)
      const start = () => startRelay(cleanup, database, '--trusted-proxy', '127.0.0.1')
      const [leaving, staying] = await Promise.all([start(), start()])
      const { ca } = first
      const { url } = await startCaddy(cleanup, first.server, [leaving.ready.url, staying.ready.url])
      const { device_token } = await pairDevice(database, staying.ready.url)

      const sent: string[] = []
      let stopped: Promise<number | null> | undefined
      for (let count = 0; count < 20; count += 1) {
        if (count === 5) stopped = leaving.stop()
        const { event, ...request } = notification()
        // Retries until accepted, as a sender does.
        await until(async () => {
          const { status } = await askSecurely(`${url}${hook_path}`, { ca, ...request })
          return status === 202 || status === 200 ? true : undefined
        })
        sent.push(event.event_id)
      }
      expect(await stopped).toBe(0)
      const stream = await openSecureStream(cleanup, `${url}/v1/stream`, {
        ca,
        headers: { authorization: `Bearer ${device_token}` },
      })
      await until(() => (stream.text().includes(sent.at(-1) ?? '') ? true : undefined))
      const arrived = [...stream.text().matchAll(/"event_id":"([^"]+)"/g)].map(([, event_id]) => event_id)
      expect(arrived).toEqual(sent)
    })
  })
})
