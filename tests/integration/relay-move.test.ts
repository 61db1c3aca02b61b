import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { createOffice } from '../../services/relay/src/offices/office-service.ts'
import { addPairingCode } from '../../services/relay/src/events/pairing.ts'
import { moveToPostgres } from '../../services/relay/src/store/move.ts'
import { NO_QUOTAS, type RelayStore } from '../../services/relay/src/store/relay-store.ts'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import {
  asDevice,
  OFFICE,
  postHook,
  postPairing,
  signBody,
  startRelay,
  storeAt,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')

/** Returns a digest of all rows of a SQLite database. */
function digestOf(folder: string): string {
  const database = new DatabaseSync(join(folder, 'relay.db'), { readOnly: true })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
    const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM ${String(name)}`).all())
    return hash('sha256', JSON.stringify(rows))
  } finally {
    database.close()
  }
}

describePostgres((server) => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  const after = new Cleanup()
  afterEach(() => after.run())
  let jwks_url: string
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [key])).url
  })

  async function prepare(store: RelayStore, office_id: number, inlet: string): Promise<string> {
    const office = store.office(office_id)
    await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
    await office.addInlet({ inlet, environment: 'sandbox', created_at: new Date().toISOString() })
    return (await addPairingCode(office, { name: 'Desk', environment: 'sandbox' }, Date.now())).code
  }

  test('a move under load that is interrupted and repeated loses nothing, and no computer pairs again', async () => {
    const folder = after.folder()
    const database = await server().createDatabase()
    const store = await storeAt(folder)
    const second = await createOffice(store, 'Two', { ...NO_QUOTAS, max_devices: 5 }, 'test')
    const codes = [await prepare(store, OFFICE, 'one'), await prepare(store, second.office_id, 'two')]
    await store.close()
    const old = await startRelay(after, folder, '--sender-requests-per-minute', '0')
    const { url } = old.ready
    const tokens = await Promise.all(
      codes.map(async (code) => {
        const response = await postPairing(url, code)
        return ((await response.json()) as { device_token: string }).device_token
      }),
    )
    const inlets = ['one', 'two']
    const sent: { inlet: string; event_id: string; body: string }[] = []
    /** Posts a notification, and repeats it until a relay acknowledges it, as the partner does. */
    async function post(inlet: string): Promise<void> {
      const event = makeEvent()
      const body = JSON.stringify(event)
      await until(async () => {
        const posted = postHook(`${url}/hooks/sandbox/${inlet}`, body, signBody(key, body))
        const status = (await posted.catch(() => null))?.status ?? 503
        if (status !== 503) expect([200, 202]).toContain(status)
        return status === 503 ? undefined : status
      })
      sent.push({ inlet, event_id: event.event_id, body })
    }
    for (let count = 0; count < 600; count += 1) await post(inlets[count % 2] ?? '')
    await asDevice(url, tokens[0] ?? '').ack(200)
    // A device of each office reads all the time, as the app does. The first one already has what it acknowledged.
    const devices = tokens.map((token, index) => listen(after, url, token, { cursor: index === 0 ? 200 : 0 }))

    // Notifications arrive all the time.
    let loading = true
    const load = (async () => {
      for (let count = 0; loading; count += 1) await post(inlets[count % 2] ?? '')
    })()
    let portions = 0
    const interrupted = moveToPostgres(folder, database, () => {
      portions += 1
      if (portions === 3) throw new Error('the power failed')
    })
    await expect(interrupted).rejects.toThrow('the power failed')
    await expect(startRelay(after, database)).rejects.toThrow('not complete')
    const running = await moveToPostgres(folder, database)
    expect(running.complete).toBe(false)
    expect(running.rows['events']).toBeGreaterThan(600)
    await until(() => (sent.length > 700 ? true : undefined))
    await old.stop()

    // The senders and the devices keep trying.
    const untouched = digestOf(folder)
    const epochOf = async (place: string) => {
      const opened = await storeAt(place)
      const { epoch } = await opened.office(OFFICE).bounds('sandbox')
      await opened.close()
      return epoch
    }
    const epoch = await epochOf(folder)
    // The test's database has a password, so its address may not be on the command line.
    const moved = await runProgram(
      RELAY,
      ['move', '--from', `sqlite:${folder}`, '--to', 'postgres:', '--json'],
      { RELAY_DATABASE: database },
    )
    expect(moved).toMatchObject({ code: 0 })
    expect(JSON.parse(moved.stdout)).toMatchObject({ complete: true, rows: { offices: 2, devices: 2 } })
    expect(digestOf(folder)).toBe(untouched)
    await expect(moveToPostgres(folder, database)).rejects.toThrow('already complete')
    expect(await epochOf(database)).toBe(epoch)
    const before = sent.length
    const { port } = new URL(url)
    await startRelay(after, database, '--sender-requests-per-minute', '0', '--port', port)
    await until(() => (sent.length > before + 100 ? true : undefined))
    loading = false
    await load

    for (const [index, inlet] of inlets.entries()) {
      const own = sent.filter((one) => one.inlet === inlet)
      const cursor = index === 0 ? 200 : 0
      await devices[index]?.has(own.length - cursor)
      expect(devices[index]?.seen.map(({ event_id }) => event_id)).toEqual(
        own.slice(cursor).map(({ event_id }) => event_id),
      )
      expect(devices[index]?.seqs()).toEqual(own.map((_, position) => position + 1).slice(cursor))
      expect(devices[index]?.gaps).toEqual([])
      expect(devices[index]?.states()).not.toContain('refused')
      // The acknowledgment moved along, and a repeat of a moved event is recognized.
      const stream = await asDevice(url, tokens[index] ?? '').stream()
      expect(await stream.next()).toMatchObject({
        event: 'bounds',
        data: { oldest_seq: 1, latest_seq: own.length },
      })
      expect(await stream.next()).toMatchObject({ event: 'partner-event', id: String(cursor + 1) })
      stream.close()
      const { body = '' } = own[0] ?? {}
      expect((await postHook(`${url}/hooks/sandbox/${inlet}`, body, signBody(key, body))).status).toBe(200)
    }
  }, 180_000)

  test('a move refuses a database with other data, and a folder without a relay', async () => {
    const [folder, other] = [after.folder(), after.folder()]
    await (await storeAt(folder)).close()
    const used = await server().createDatabase()
    const store = await storeAt(used)
    await prepare(store, OFFICE, 'inlet')
    await store.close()
    await expect(moveToPostgres(folder, used)).rejects.toThrow('already contains the data of a relay')
    await expect(moveToPostgres(other, used)).rejects.toThrow('There is no relay')
    expect(await (await storeAt(used)).findInlet('inlet')).not.toBeNull()
  })
})
