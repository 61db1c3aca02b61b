import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPairingCode, createOffice } from '../../services/relay/src/offices/office-service.ts'
import { NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { RELAY, startProgram } from '../../build/demo/program.ts'
import { Cleanup } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import {
  asDevice,
  OFFICE,
  postHook,
  postPairing,
  setUpRelay,
  signBody,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// Two relays share one database, and their clocks differ by four minutes.

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** Starts a relay whose clock is ahead of the right time by this many minutes. */
async function startAhead(database: string, minutes: number): Promise<RelayProgram> {
  const code = `
    const now = Date.now.bind(Date)
    globalThis.Date = class extends Date {
      constructor(...parts) { if (parts.length > 0) super(...parts); else super(Date.now()) }
      static now() { return now() + ${minutes * 60_000} }
    }`
  const relay: RelayProgram = await startProgram(RELAY, ['serve', '--port', '0'], {
    RELAY_DATABASE: database,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
  })
  cleanup.add(relay.kill)
  return relay
}

describePostgres((server) => {
  let database: string
  let store: RelayStore
  let relays: [RelayProgram, RelayProgram]
  let hook_path: string
  let limited_path: string
  let limited: number
  beforeAll(async () => {
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    database = await server().createDatabase()
    ;({ hook_path } = await setUpRelay(cleanup, jwks_url, database))
    store = await storeAt(database)
    cleanup.add(() => store.close())
    limited = (await createOffice(store, 'Limited', { ...NO_QUOTAS, max_events_per_minute: 2 }, 'test'))
      .office_id
    const office = store.office(limited)
    await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
    await office.addInlet({ inlet: 'limited', environment: 'sandbox', created_at: new Date().toISOString() })
    limited_path = '/hooks/sandbox/limited'
    relays = await Promise.all([startAhead(database, 2), startAhead(database, -2)])
  })

  async function post(relay: RelayProgram, path: string) {
    const event = makeEvent()
    const body = JSON.stringify(event)
    const { status, headers } = await postHook(`${relay.ready.url}${path}`, body, signBody(key, body))
    return { event_id: event.event_id, status, retry_after: Number(headers.get('retry-after')) }
  }

  test('relays with different clocks together accept only as many notifications of an office as it may get', async () => {
    const [ahead, behind] = relays
    const answers = []
    for (const relay of [ahead, behind, ahead, behind, ahead]) answers.push(await post(relay, limited_path))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 429, 429])
    for (const { retry_after } of answers.slice(2)) {
      expect(retry_after).toBeGreaterThan(0)
      expect(retry_after).toBeLessThanOrEqual(60)
    }
    // The other office notices nothing.
    for (const relay of relays) expect((await post(relay, hook_path)).status).toBe(202)
  })

  test('relays with different clocks pair devices, and deliver every event once and in order', async () => {
    const [ahead, behind] = relays
    const device = { name: 'Desk', environment: 'sandbox' } as const
    const { code } = await addPairingCode(store.office(OFFICE), device, Date.now())
    const paired = await postPairing(ahead.ready.url, code)
    const { device_token } = (await paired.json()) as { device_token: string }
    const stream = await asDevice(behind.ready.url, device_token).stream(0)
    const first = Number((await stream.next())?.data['latest_seq'])
    const sent: string[] = []
    for (const relay of [ahead, behind, behind, ahead, behind]) {
      const { event_id, status } = await post(relay, hook_path)
      expect(status).toBe(202)
      sent.push(event_id)
    }
    const seen: { seq: number; event_id: unknown }[] = []
    while (seen.length < sent.length) {
      const message = await stream.next()
      const seq = Number(message?.id)
      if (message?.event === 'partner-event' && seq > first)
        seen.push({ seq, event_id: message.data['event_id'] })
    }
    stream.close()
    expect(seen).toEqual(sent.map((event_id, index) => ({ seq: first + 1 + index, event_id })))
  })

  test('an office starts anew if the clock of the database was set back, and its deletion deletes its count', async () => {
    const count = (text: string) => server().query(database, text)
    await count("UPDATE office_rates SET full_at = now() + interval '1 hour'")
    expect(await store.office(limited).takeTurn(2)).toBe(0)
    expect(await store.office(limited).takeTurn(2)).toBe(0)
    expect(await store.office(limited).takeTurn(2)).toBeGreaterThan(0)
    expect(await count('SELECT 1 FROM office_rates')).toHaveLength(1)
    await store.office(limited).delete()
    expect(await count('SELECT 1 FROM office_rates')).toEqual([])
    expect(await store.office(OFFICE).get()).not.toBeNull()
  })
})
