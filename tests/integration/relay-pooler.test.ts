import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { pgbouncerMissing, startPgbouncer } from '../support/relay/pgbouncer.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import {
  asDevice,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// The relay behind PgBouncer in transaction mode, and with a database that has problems for a while.

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(() => after.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

async function post(relay: RelayProgram, hook_path: string): Promise<string> {
  const event = makeEvent()
  const body = JSON.stringify(event)
  await until(async () => {
    const { status } = await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))
    return status < 300 ? true : undefined
  })
  return event.event_id
}

/** Opens a stream with heartbeats that the device must answer. Its answers go to another relay, as behind a load balancer. */
async function openAnswered(at: RelayProgram, answerAt: RelayProgram, token: string) {
  const abort = new AbortController()
  after.add(() => abort.abort())
  const headers = { authorization: `Bearer ${token}`, heartbeats: 'answered' }
  const response = await fetch(`${at.ready.url}/v1/stream`, { headers, signal: abort.signal })
  const seen = { text: '', answered: 0, isOver: false }
  async function read(): Promise<void> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let parsed = 0
    for (;;) {
      const piece = await reader?.read()
      if (piece === undefined || piece.done) return
      seen.text += piece.value
      const streams = [...seen.text.matchAll(/event: heartbeat\ndata: \{"stream":"([^"]+)"\}/g)]
      for (const [, stream = ''] of streams.slice(parsed)) {
        parsed += 1
        const { status } = await asDevice(answerAt.ready.url, token).answer(stream)
        if (status === 200) seen.answered += 1
      }
    }
  }
  read()
    .catch(() => {})
    .finally(() => (seen.isOver = true))
  return seen
}

describePostgres((server) => {
  describe.skipIf(pgbouncerMissing !== null)(`behind PgBouncer${pgbouncerMissing ?? ''}`, () => {
    test.each([
      { direct: true, state: 'with a direct address' },
      { direct: false, state: 'without a direct address' },
    ])('a stream whose answers arrive at another relay stays open $state', async ({ direct }) => {
      const database = await server().createDatabase()
      const pooled = await startPgbouncer(after, database)
      const { hook_path } = await setUpRelay(after, jwks_url, database)
      const more = direct ? ['--config', configFile(database)] : []
      const start = () =>
        startRelay(after, pooled, '--heartbeat-seconds', '1', '--database-pool', '3', ...more)
      const [one, two] = await Promise.all([start(), start()])
      const { device_token } = await pairDevice(database, one.ready.url)
      const seen = await openAnswered(one, two, device_token)
      await until(() => (seen.answered >= 4 || seen.isOver ? true : undefined))
      expect(seen.isOver).toBe(false)
      const event_id = await post(two, hook_path)
      await until(() => (seen.text.includes(event_id) ? true : undefined))
      const warning = 'A connection pooler, such as PgBouncer'
      if (!direct) await untilLogged(one, warning)
      expect(one.log().includes(warning)).toBe(!direct)
    })

    test('doctor warns about the pooler and about too few connections', async () => {
      const database = await server().createDatabase()
      const pooled = await startPgbouncer(after, database)
      await setUpRelay(after, jwks_url, database)
      const doctor = (variables: Record<string, string>) =>
        runProgram(RELAY, ['doctor', '--offline'], { RELAY_DATABASE: pooled, ...variables })
      const [alone, direct] = await Promise.all([
        doctor({ RELAY_DATABASE_POOL: '90' }),
        doctor({ RELAY_DATABASE_DIRECT: database }),
      ])
      expect(alone.stdout).toMatch(/^warn +notifications: a connection pooler/m)
      expect(alone.stdout).toMatch(/^warn +connections: two relays open up to 183 connections/m)
      expect(direct.stdout).toMatch(/^pass +notifications:/m)
      expect(direct.stdout).toMatch(/^pass +connections:/m)
      expect(`${alone.stdout}${direct.stdout}`).not.toContain('horse')
    })
  })

  test('a stream survives an outage of the database, and then delivers new events', async () => {
    const database = await server().createDatabase()
    const { hook_path } = await setUpRelay(after, jwks_url, database)
    const relay = await startRelay(after, database, '--heartbeat-seconds', '1')
    const { device_token } = await pairDevice(database, relay.ready.url)
    const seen = await openAnswered(relay, relay, device_token)
    await until(() => (seen.answered >= 2 ? true : undefined))
    await server().kill()
    // Several heartbeats pass, and the device cannot answer them.
    const heartbeats = () => seen.text.split('event: heartbeat').length
    const before = heartbeats()
    await until(() => (heartbeats() >= before + 4 || seen.isOver ? true : undefined))
    await server().start()
    const event_id = await post(relay, hook_path)
    await until(() => (seen.text.includes(event_id) || seen.isOver ? true : undefined))
    expect(seen.isOver).toBe(false)
  })
})

function configFile(database_direct: string): string {
  const file = join(after.folder(), 'relay.json')
  writeFileSync(file, JSON.stringify({ database_direct }))
  return file
}
