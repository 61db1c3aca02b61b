import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { openSocket } from '../support/relay/raw-socket.ts'
import { pairDevice, setUpRelay, startRelay } from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'

// Runs only with PostgreSQL. A lookup of a device there needs a network request, so a client can disconnect while the relay waits for the
// result.

describePostgres((server) => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  const after = new Cleanup()
  afterEach(() => after.run())

  let jwks_url: string
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [createSigningKey('iso-submission-rsa-01')])).url
  })

  test.each(['/v1/stream', '/v1/events?wait=60'])(
    'the connection count to %s decreases when a client disconnects during the lookup of its device',
    async (path) => {
      const database = await server().createDatabase()
      await setUpRelay(after, jwks_url, database)
      const relay = await startRelay(after, database, '--admin-port', '0')
      const { url, admin_url } = relay.ready as unknown as { url: string; admin_url: string }
      const { device_token } = await pairDevice(database, url)
      const locks = createConnection(database, 10_000)
      await locks.connect()
      after.add(() => locks.end())
      await locks.query('BEGIN; LOCK TABLE devices')
      const socket = await openSocket(after, url)
      socket.send(`GET ${path} HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${device_token}\r\n\r\n`)
      await until(async () => {
        const waiting = await server().query(database, 'SELECT 1 FROM pg_locks WHERE NOT granted')
        return waiting.length > 0 ? true : undefined
      })
      socket.close()
      // When the relay has answered these requests, it has also processed the client's disconnect.
      for (let asked = 0; asked < 3; asked += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200)
      await locks.query('COMMIT')
      const isConnected = async () =>
        /relay_connected_devices\{[^}]*\} [1-9]/.test(await (await fetch(`${admin_url}/metrics`)).text())
      // When this request is answered, the relay has also finished the lookup for the disconnected client.
      const device = await fetch(`${url}/v1/device`, { headers: { authorization: `Bearer ${device_token}` } })
      expect(device.status).toBe(200)
      await until(async () => ((await isConnected()) ? undefined : true))
    },
  )
})
