// @module-tag all

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAuthority, type Authority } from '../support/partner/certificates.ts'
import { caddyMissing, freePort, startCaddy, type Proxy } from '../support/relay/caddy.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { startRelayBehindSocket, systemdMissing } from '../support/relay/kept-socket.ts'
import { nginxMissing, startNginx } from '../support/relay/nginx.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { OFFICE, setUpRelay, signBody, startRelay, storeAt } from '../support/relay/relay.ts'
import { askSecurely } from '../support/relay/secure-client.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// Restarts relays behind the proxies with the configurations that are shipped, while notifications arrive. No notification may be answered
// with an error, because a sender may not repeat it.

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
let authority: Authority
beforeAll(async () => {
  authority = makeAuthority()
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

const PROXIES = [
  { name: 'Caddy', missing: caddyMissing, start: startCaddy },
  { name: 'nginx', missing: nginxMissing, start: startNginx },
]
const SENDERS = 6

/** Sends notifications until `work` is done. Returns their event ids, and the answers that are not a success. */
async function sendDuring(proxy: Proxy, hook_path: string, work: () => Promise<void>) {
  const sent: string[] = []
  const failed: string[] = []
  let isOver = false
  async function send(): Promise<void> {
    while (!isOver) {
      const event = makeEvent()
      const body = JSON.stringify(event)
      const headers = { 'x-signature': signBody(key, body) }
      const asked = { ca: authority.ca, method: 'POST', headers, body }
      const { status, text } = await askSecurely(`${proxy.url}${hook_path}`, asked).catch(
        (error: unknown) => ({ status: 0, text: String(error) }),
      )
      sent.push(event.event_id)
      if (status !== 202 && status !== 200) failed.push(`${status} ${text}`)
    }
  }
  const senders = Array.from({ length: SENDERS }, send)
  await work()
  isOver = true
  await Promise.all(senders)
  return { sent, failed }
}

/** Returns the ids of all stored events. */
async function storedAt(place: string): Promise<Set<string>> {
  const store = await storeAt(place)
  try {
    return new Set(
      (await store.office(OFFICE).readEvents('sandbox', 0, 100_000)).map(({ event_id }) => event_id),
    )
  } finally {
    await store.close()
  }
}

const segmentOf = (hook_path: string) => hook_path.split('/').at(-1) ?? ''

for (const { name, missing, start } of PROXIES)
  describe.skipIf(missing !== null)(`the relay behind ${name}${missing ?? ''}`, () => {
    test.skipIf(systemdMissing !== null)(
      `loses no notification when one relay restarts on the socket of systemd${systemdMissing ?? ''}`,
      async () => {
        const { data, hook_path } = await setUpRelay(cleanup, jwks_url)
        const relay = await startRelayBehindSocket(cleanup, data, '--trusted-proxy', '127.0.0.1')
        const proxy = await start(cleanup, authority.server, [relay.url])
        const { sent, failed } = await sendDuring(proxy, hook_path, async () => {
          for (let round = 0; round < 3; round += 1) await relay.restart()
        })
        expect(relay.log()).toContain('listening on the socket of systemd')
        expect(failed).toEqual([])
        const stored = await storedAt(data)
        expect(sent.filter((event_id) => !stored.has(event_id))).toEqual([])
        expect(proxy.log()).not.toContain(segmentOf(hook_path))
      },
    )

    describePostgres((server) => {
      test('loses no notification when two relays restart one after the other', async () => {
        const database = await server().createDatabase()
        const { hook_path } = await setUpRelay(cleanup, jwks_url, database)
        const ports = [await freePort(), await freePort()]
        const options = ['--trusted-proxy', '127.0.0.1', '--drain-seconds', '3']
        const startAt = (port: number) => startRelay(cleanup, database, ...options, '--port', String(port))
        const relays = await Promise.all(ports.map(startAt))
        const proxy = await start(
          cleanup,
          authority.server,
          relays.map(({ ready }) => ready.url),
        )
        const { sent, failed } = await sendDuring(proxy, hook_path, async () => {
          for (const [index, relay] of relays.entries()) {
            // Sequential: the other relay serves while one restarts.
            expect(await relay.stop()).toBe(0)
            await startAt(ports[index] ?? 0)
          }
        })
        expect(failed).toEqual([])
        const stored = await storedAt(database)
        expect(sent.filter((event_id) => !stored.has(event_id))).toEqual([])
        expect(proxy.log()).not.toContain(segmentOf(hook_path))
      })
    })

    test('the logs of the proxy do not contain the path of a notification that failed', async () => {
      const { hook_path } = await setUpRelay(cleanup, jwks_url)
      // Nothing listens at this port.
      const proxy = await start(cleanup, authority.server, [`http://127.0.0.1:${await freePort()}`])
      const asked = { ca: authority.ca, method: 'POST', headers: { 'x-signature': 'a.b.c' }, body: '{}' }
      const { status } = await askSecurely(`${proxy.url}${hook_path}`, asked)
      expect([502, 503]).toContain(status)
      const large = { ...asked, body: 'x'.repeat(2_000_000) }
      await askSecurely(`${proxy.url}${hook_path}`, large).catch(() => null)
      await until(() => (proxy.log() === '' ? undefined : true))
      expect(proxy.log()).not.toContain(segmentOf(hook_path))
      expect(proxy.log()).not.toContain('a.b.c')
    })
  })
