import { execFile } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../../support/relay/postgres.ts'
import { Cleanup } from '../../support/cleanup.ts'

/*
 * Made the files of this folder: data of a relay from before there were offices (schema version 3 of SQLite, 2 of PostgreSQL). The files are
 * committed and never made again, because released data must not change. The script runs only within the product of that time.
 */

const AT = '2026-11-01T09:00:00.000Z'

/** The store of that time. Its methods no longer exist, so this declares what the script uses. */
interface OldStore {
  setEnvironment(environment: object): Promise<void>
  addInlet(inlet: object): Promise<void>
  addPairingCode(code: object): Promise<void>
  redeemPairingCode(redemption: object): Promise<unknown>
  acknowledge(device_id: string, seq: number, at: string): Promise<void>
  revokeDevice(device_id: string, at: string): Promise<boolean>
  append(events: object[]): Promise<unknown>
  purgeEvents(environment: string, upTo: object, limit: number): Promise<number>
  saveKeySet(jwks_url: string, keys: object): Promise<void>
  close(): Promise<void>
}

async function fill(store: OldStore): Promise<void> {
  for (const name of ['sandbox', 'production'])
    await store.setEnvironment({
      name,
      jwks_url: `https://${name}.example/keys`,
      sender_addresses: name === 'sandbox' ? [] : ['203.0.113.7'],
    })
  await store.addInlet({ inlet: 'inlet-of-sandbox', environment: 'sandbox', created_at: AT })
  await store.addInlet({ inlet: 'inlet-of-production', environment: 'production', created_at: AT })
  for (const [number, environment] of ['sandbox', 'production', 'sandbox'].entries()) {
    const code = { lookup: `AAA${number}`, code_hash: 'hash', name: `Desk ${number}`, environment }
    await store.addPairingCode({ ...code, created_at: AT, expires_at: '2026-11-01T09:10:00.000Z' })
    await store.redeemPairingCode({
      lookup: `AAA${number}`,
      code_hash: 'hash',
      at: AT,
      device_id: `device-${number}`,
      workstation: `pc-${number}`,
      token_hash: `token-${number}`,
    })
  }
  await store.addPairingCode({
    lookup: 'OPEN',
    code_hash: 'hash',
    name: 'Late desk',
    environment: 'sandbox',
    created_at: AT,
    expires_at: '2099-01-01T00:00:00.000Z',
  })
  const event = (number: number) => ({
    environment: number % 3 === 0 ? 'production' : 'sandbox',
    event_id: `event-${number}`,
    received_at: `2026-11-01T09:00:${String(number).padStart(2, '0')}.000Z`,
    sender: '203.0.113.7',
    signature: `signature-${number}`,
    kid: 'iso-submission-rsa-01',
    verification: number === 8 ? 'hint' : 'body',
    raw_body: Buffer.from(`body of event-${number}`),
  })
  await store.append(Array.from({ length: 20 }, (_, index) => event(index + 1)))
  await store.purgeEvents('sandbox', { seq: 4 }, 100)
  await store.acknowledge('device-0', 11, AT)
  await store.acknowledge('device-1', 6, AT)
  await store.revokeDevice('device-2', AT)
  await store.saveKeySet('https://sandbox.example/keys', {
    fetched_at: AT,
    keys: [{ kid: 'one', n: 'AQAB', e: 'AQAB' }],
  })
  await store.close()
}

const cleanup = new Cleanup()
const { openStore } = (await import('../../../services/relay/src/store/open-store.ts')) as unknown as {
  openStore: (place: { data?: string; database?: string }) => Promise<OldStore>
}
const data = cleanup.folder()
await fill(await openStore({ data }))
copyFileSync(join(data, 'relay.db'), join(import.meta.dirname, 'before-offices.db'))
const server = await startPostgres(cleanup)
const database = await server.createDatabase()
await fill(await openStore({ database }))
const { stdout } = await promisify(execFile)('pg_dump', ['--inserts', '--no-owner', '--no-acl', database])
// Without the commands for psql, because the test does not use it.
writeFileSync(join(import.meta.dirname, 'before-offices.sql'), stdout.replaceAll(/^\\.*\n/gm, ''))
await cleanup.run()
