import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLog } from '../../services/relay/src/events/read-log.ts'
import { purge } from '../../services/relay/src/events/housekeeping.ts'
import type { NewEvent, Redemption } from '../../services/relay/src/store/relay-store.ts'
import type { OfficeStore } from '../../services/relay/src/store/office-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

const early = '2026-05-01T09:00:00.000Z'
const late = '2026-05-02T09:00:00.000Z'

function event(changes: Partial<NewEvent> = {}): NewEvent {
  const event_id = changes.event_id ?? randomUUID()
  return {
    office_id: OFFICE,
    environment: 'sandbox',
    event_id,
    received_at: early,
    sender: '203.0.113.7',
    signature: 'x.y.z',
    kid: 'iso-submission-rsa-01',
    verification: 'body',
    raw_body: Buffer.from(`{"event_id":"${event_id}"}`),
    ...changes,
  }
}

const sizeOf = ({ raw_body, signature }: NewEvent) => raw_body.length + signature.length
const events = (count: number, changes: Partial<NewEvent> = {}) =>
  Array.from({ length: count }, () => event(changes))

onEachEngine(
  (newPlace) => {
    let place: string
    let store: RelayStore
    let office: OfficeStore
    beforeEach(async () => {
      place = await newPlace()
      store = await storeAt(place)
      office = store.office(OFFICE)
      for (const name of ['sandbox', 'production'] as const)
        await office.setEnvironment({ name, jwks_url: `https://${name}.example/keys`, sender_addresses: [] })
    })
    afterEach(() => store.close())

    const read = async (after = 0) => (await office.readEvents('sandbox', after, 1000)).map(({ seq }) => seq)

    test('the relay store returns an event unchanged, with any bytes', async () => {
      const raw_body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
      const given = event({ raw_body, sender: 'unknown', signature: '\'\\"${}', event_id: "o'brien\\" })
      expect(await store.append([given])).toEqual([{ outcome: 'stored', seq: 1 }])
      const [{ raw_body: kept, ...stored }] = (await office.readEvents('sandbox', 0, 10)) as [
        Awaited<ReturnType<OfficeStore['readEvents']>>[number],
      ]
      const { raw_body: _, office_id: __, ...rest } = given
      expect(stored).toEqual({ ...rest, seq: 1 })
      expect(Buffer.from(kept)).toEqual(raw_body)
    })

    test('the relay store recognizes a repeated event by its id and body, in the same batch and in later ones', async () => {
      const one = event()
      const forged = { ...one, raw_body: Buffer.from('another') }
      const two = event()
      expect(await store.append([one, two, one, forged])).toEqual([
        { outcome: 'stored', seq: 1 },
        { outcome: 'stored', seq: 2 },
        { outcome: 'duplicate' },
        { outcome: 'conflict' },
      ])
      expect(await store.append([{ ...one, received_at: late, signature: 'another' }, forged])).toEqual([
        { outcome: 'duplicate' },
        { outcome: 'conflict' },
      ])
      // The same id in the other environment is a different event.
      expect(await store.append([{ ...forged, environment: 'production' }])).toEqual([
        { outcome: 'stored', seq: 1 },
      ])
      expect(await read()).toEqual([1, 2])
    })

    test('the relay store numbers new events in batch order and without gaps, even if the batch contains known events', async () => {
      const known = event()
      await store.append([known])
      const batch = [event(), known, event(), known, event()]
      await store.append(batch)
      const stored = await office.readEvents('sandbox', 0, 10)
      expect(stored.map(({ seq, event_id }) => [seq, event_id])).toEqual(
        [known, batch[0], batch[2], batch[4]].map((given, index) => [index + 1, given?.event_id]),
      )
    })

    test('the relay store stores a batch completely or not at all', async () => {
      const broken = { ...event(), raw_body: null } as unknown as NewEvent
      await expect(store.append([event(), broken])).rejects.toThrow()
      expect(await read()).toEqual([])
      expect(await store.append([event()])).toEqual([{ outcome: 'stored', seq: 1 }])
    })

    test('the relay store keeps new events with a signature that need not be unique, marks all but the first, and limits their number', async () => {
      const hints = (count: number, changes: Partial<NewEvent> = {}) =>
        events(count, { verification: 'hint', signature: 'same', ...changes })
      const outcomesOf = async (given: NewEvent[]) => {
        const outcomes = await store.append(given)
        const kept = await office.readEvents('sandbox', 0, 1000)
        const marked = new Set(
          kept.filter(({ verification }) => verification === 'reused').map(({ event_id }) => event_id),
        )
        return outcomes.map(({ outcome }, at) =>
          outcome === 'stored' && marked.has(given[at]?.event_id ?? '') ? 'marked' : outcome,
        )
      }
      const times = (count: number, outcome: string) => Array.from({ length: count }, () => outcome)
      const first = hints(60)
      expect(await outcomesOf(first)).toEqual(['stored', ...times(59, 'marked')])
      // One append contains notifications of both coverages, a repeat, and more new ones than the limit allows.
      const mixed = [
        ...hints(39),
        event(),
        first[0]!,
        ...hints(3),
        event({ verification: 'hint', signature: 'other' }),
      ]
      const outcomes = [
        ...times(39, 'marked'),
        'stored',
        'duplicate',
        'marked',
        ...times(2, 'signature_reused'),
        'stored',
      ]
      expect(await outcomesOf(mixed)).toEqual(outcomes)
      expect(await outcomesOf(hints(1))).toEqual(['signature_reused'])
      // The limit concerns the last minutes. The clock of the relay may have been ahead before.
      for (const minutes of [6, -6]) {
        const received_at = new Date(Date.parse(early) + minutes * 60_000).toISOString()
        expect(await outcomesOf(hints(2, { received_at }))).toEqual(['marked', 'marked'])
      }
      const kept = await office.readEvents('sandbox', 0, 200)
      expect(kept.filter(({ verification }) => verification === 'hint').map(({ seq }) => seq)).toEqual([
        1, 102,
      ])
      expect(kept.filter(({ verification }) => verification === 'reused')).toHaveLength(103)
      expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: 106 }, (_, index) => index + 1))
    })

    test('parallel writers store each event once, and no reader misses one', async () => {
      const others = await Promise.all([storeAt(place), storeAt(place)])
      const shared = events(20)
      let appending = true
      const writers = [store, ...others].map(async (writer) => {
        const outcomes: string[] = []
        for (let round = 0; round < 20; round++) {
          const given = [shared[round] ?? event(), ...events(5)]
          outcomes.push(...(await writer.append(given)).map(({ outcome }) => outcome))
        }
        return outcomes
      })
      // The reader continues after the last event that it saw, as a device does. It would never find an event that it skipped.
      const reader = await storeAt(place)
      const seen: number[] = []
      async function readOn(): Promise<void> {
        const page = await reader.office(OFFICE).readEvents('sandbox', seen.at(-1) ?? 0, 1000)
        seen.push(...page.map(({ seq }) => seq))
      }
      const reading = (async () => {
        while (appending) {
          await readOn()
          await new Promise((resolve) => setImmediate(resolve))
        }
      })()
      const outcomes = (await Promise.all(writers)).flat()
      appending = false
      await reading
      await readOn()
      await Promise.all([...others, reader].map((other) => other.close()))
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(320)
      expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(40)
      expect(seen).toEqual(Array.from({ length: 320 }, (_, index) => index + 1))
    })

    test('the relay store purges from the oldest in portions and reports the new start of the log', async () => {
      const old = events(5)
      await store.append(old)
      await store.append([event({ environment: 'production' })])
      // The relay's clock was ahead for a while. For the age limit, an event with a time from that clock counts as being as old as the next
      // event.
      await store.append([event({ received_at: '2036-01-01T00:00:00.000Z' }), event()])
      await store.append([event({ received_at: late })])
      const byAge = { received_before: late }
      expect(await office.purgeEvents('sandbox', byAge, 3)).toBe(3)
      expect(await office.bounds('sandbox')).toMatchObject({ oldest_seq: 4, latest_seq: 8 })
      expect(await office.purgeEvents('sandbox', byAge, 1000)).toBe(4)
      expect(await office.purgeEvents('sandbox', byAge, 1000)).toBe(0)
      expect(await read()).toEqual([8])
      expect(await office.bounds('production')).toMatchObject({ oldest_seq: 1, latest_seq: 1 })
      // The ids of the purged events are still known, and no sequence number is reused.
      expect(await store.append([old[0] ?? event()])).toEqual([{ outcome: 'duplicate' }])
      expect(await office.purgeEvents('sandbox', { seq: 7 }, 1000)).toBe(0)
      expect(await office.purgeEvents('sandbox', { seq: 12 }, 1000)).toBe(1)
      expect(await office.bounds('sandbox')).toMatchObject({ oldest_seq: 9, latest_seq: 8 })
      expect(await store.append([event()])).toEqual([{ outcome: 'stored', seq: 9 }])
    })

    test('two parallel purges leave as many events as one', async () => {
      const other = await storeAt(place)
      await store.append(events(1200))
      await store.append([event({ environment: 'production' })])
      const keep = { days: null, events: 700, megabytes: null, ids_days: null, ids: null }
      const purged = await Promise.all(
        [store, other].map((one) => purge(one.office(OFFICE), 'sandbox', keep, Date.parse(late))),
      )
      const bytes = 700 * sizeOf(event())
      for (const { usage } of purged) expect(usage).toEqual({ events: 700, bytes })
      expect(await read(1)).toHaveLength(700)
      expect(purged.reduce((sum, { events: gone }) => sum + gone, 0)).toBe(500)
      expect(await office.bounds('sandbox')).toMatchObject({ oldest_seq: 501 })
      const { usage } = await purge(office, 'sandbox', { ...keep, events: null, days: 0 }, Date.parse(late))
      expect(usage).toEqual({ events: 0, bytes: 0 })
      await other.close()
    })

    test('a purge limits the log by size', async () => {
      const raw_body = Buffer.alloc(64 * 1024)
      await store.append(events(40, { raw_body }))
      const keep = { days: null, events: null, megabytes: 2, ids_days: null, ids: null }
      const size = sizeOf(event({ raw_body }))
      const most = Math.floor((2 * 1024 * 1024) / size)
      const { usage } = await purge(office, 'sandbox', keep, Date.parse(late))
      expect(usage).toEqual({ events: most, bytes: most * size })
      expect(await read()).toHaveLength(most)
      expect((await purge(office, 'sandbox', keep, Date.parse(late))).events).toBe(0)
    })

    test('a purge lets other work run while it measures a long log', async () => {
      await store.append(events(1200))
      let turns = 0
      const turn = () => {
        turns += 1
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      const keep = { days: null, events: null, megabytes: null, ids_days: null, ids: null }
      const { usage } = await purge(office, 'sandbox', keep, Date.parse(late))
      clearImmediate(next)
      expect([usage.events, turns]).toEqual([1200, expect.toSatisfy((count) => count >= 2)])
    })

    test('a purge during a read is reported as a gap, and the read returns no events', async () => {
      await store.append(events(10))
      const purging: OfficeStore = Object.create(office, {
        readEvents: {
          value: async (...args: Parameters<OfficeStore['readEvents']>) => {
            const page = await office.readEvents(...args)
            await office.purgeEvents('sandbox', { received_before: late }, 4)
            return page
          },
        },
        bounds: { value: (name: 'sandbox') => office.bounds(name) },
      }) as OfficeStore
      expect(await readLog(purging, 'sandbox', 0, null)).toMatchObject({ gap: true, events: [] })
      expect((await readLog(office, 'sandbox', 10, null)).gap).toBe(false)
    })

    test('the relay store notifies subscribers of new events', async () => {
      const here = new Set<number>()
      const unfollow = store.follow({
        rang: (logs) => logs.forEach(({ seq }) => here.add(seq)),
        missed: () => {},
        reconnected: () => {},
      })
      const [first, second] = [event(), event()]
      await store.append([first, first, second])
      expect(here).toEqual(new Set([1, 2]))
      unfollow()
      await store.append([event()])
      expect(here).toEqual(new Set([1, 2]))
    })

    test('the relay store stores environments, inlets, and key sets', async () => {
      const config = {
        name: 'sandbox' as const,
        jwks_url: 'https://sandbox.example/other',
        sender_addresses: ['203.0.113.7', '2001:db8::1'],
      }
      await office.setEnvironment(config)
      expect(await office.getEnvironment('sandbox')).toEqual({ ...config, partner: null })
      expect((await store.listEnvironments()).map(({ name }) => name)).toEqual(['production', 'sandbox'])
      await office.addInlet({ inlet: 'b', environment: 'sandbox', created_at: late })
      await office.addInlet({ inlet: 'a', environment: 'sandbox', created_at: early })
      expect(await store.findInlet('a')).toMatchObject(config)
      expect(await store.findInlet('c')).toBeNull()
      expect(await office.revokeInlet('a', late)).toBe(true)
      expect(await office.revokeInlet('a', late)).toBe(false)
      expect(await store.findInlet('a')).toBeNull()
      expect(await office.listInlets()).toEqual([
        { inlet: 'a', environment: 'sandbox', created_at: early, revoked_at: late },
        { inlet: 'b', environment: 'sandbox', created_at: late, revoked_at: null },
      ])
      expect(await store.loadKeySet(config.jwks_url)).toBeNull()
      for (const kid of ['one', 'two']) {
        const keys = { fetched_at: early, keys: [{ kid, n: 'AQAB', e: 'AQAB' }] }
        await store.saveKeySet(config.jwks_url, keys)
        expect(await store.loadKeySet(config.jwks_url)).toEqual(keys)
      }
    })

    test('the relay store gives a code to one workstation once, and counts wrong tries', async () => {
      const code = (lookup: string) => ({
        lookup,
        code_hash: `hash of ${lookup}`,
        name: 'Front desk',
        environment: 'sandbox' as const,
        created_at: early,
        expires_at: late,
      })
      const redemption = (lookup: string, changes: Partial<Redemption> = {}): Redemption => ({
        lookup,
        code_hash: `hash of ${lookup}`,
        at: '2026-05-01T10:00:00.000Z',
        device_id: randomUUID(),
        workstation: 'front-desk-pc',
        token_hash: randomUUID(),
        ...changes,
      })
      for (const lookup of ['AAAA', 'BBBB', 'CCCC']) await office.addPairingCode(code(lookup))
      // Opens all connections first, so that the calls really run in parallel.
      await Promise.all(Array.from({ length: 8 }, () => office.listDevices()))
      const tries = await Promise.all(
        Array.from({ length: 8 }, () => store.redeemPairingCode(redemption('AAAA'))),
      )
      const [device] = tries.filter((won) => won !== null)
      expect(tries.filter((won) => won === null)).toHaveLength(7)
      expect(device).toMatchObject({
        name: 'Front desk',
        workstation: 'front-desk-pc',
        acked_seq: 0,
        acked_at: null,
      })

      const wrong = () => store.redeemPairingCode(redemption('BBBB', { code_hash: 'hash of CCCC' }))
      expect(await Promise.all([wrong(), wrong(), wrong(), wrong(), wrong()])).toEqual(Array(5).fill(null))
      expect(await store.redeemPairingCode(redemption('BBBB'))).toBeNull()
      expect(await store.redeemPairingCode(redemption('CCCC', { at: late }))).toBeNull()
      expect(await store.redeemPairingCode(redemption('CCCC'))).not.toBeNull()
      expect(await office.listDevices()).toHaveLength(2)
    })

    test("the relay store moves a device's cursor only forward, and no longer finds a device after it was revoked", async () => {
      await office.addPairingCode({
        lookup: 'AAAA',
        code_hash: 'hash',
        name: 'Front desk',
        environment: 'sandbox',
        created_at: early,
        expires_at: late,
      })
      const device_id = 'd'
      await store.redeemPairingCode({
        lookup: 'AAAA',
        code_hash: 'hash',
        at: early,
        device_id,
        workstation: 'pc',
        token_hash: 'token',
      })
      await office.acknowledge(device_id, 7, early)
      await office.acknowledge(device_id, 5, late)
      expect(await store.findDevice('token')).toMatchObject({ device_id: 'd', acked_seq: 7, acked_at: early })
      expect(await office.revokeDevice('d', late)).toBe(true)
      expect(await office.revokeDevice('d', late)).toBe(false)
      expect(await store.findDevice('token')).toBeNull()
      expect(await office.listDevices()).toMatchObject([{ device_id: 'd', revoked_at: late }])
    })

    test('the relay store renames a device, and keeps a requested replay until the device has returned to its start', async () => {
      await office.addPairingCode({
        lookup: 'AAAA',
        code_hash: 'hash',
        name: 'Front desk',
        environment: 'sandbox',
        created_at: early,
        expires_at: late,
      })
      await store.redeemPairingCode({
        lookup: 'AAAA',
        code_hash: 'hash',
        at: early,
        device_id: 'd',
        workstation: 'pc',
        token_hash: 'token',
      })
      expect(await office.renameDevice('d', 'Back office')).toBe(true)
      expect(await office.renameDevice('other', 'Back office')).toBe(false)
      await office.acknowledge('d', 7, early)
      expect(await office.replayFrom('d', 3)).toBe(true)
      expect(await store.findDevice('token')).toMatchObject({ name: 'Back office', replay_from: 3 })
      // An acknowledgment of an event after the replay's start does not prove that the device went back to that start.
      await office.acknowledge('d', 9, late)
      expect(await store.findDevice('token')).toMatchObject({ acked_seq: 9, acked_at: late, replay_from: 3 })
      // The device repeats this acknowledgment for each new connection. The repetition does not prove that the device went back either.
      await office.acknowledge('d', 9, late)
      expect(await store.findDevice('token')).toMatchObject({ replay_from: 3 })
      await office.acknowledge('d', 3, late)
      expect(await store.findDevice('token')).toMatchObject({ acked_seq: 9, replay_from: null })
      // `endReplay` ends a replay as soon as the device reports that it moved its cursor back to the first event of the replay. The device
      // need not acknowledge an event for this. A newer replay request is not affected.
      await office.replayFrom('d', 10)
      await office.endReplay('d', 3)
      expect(await store.findDevice('token')).toMatchObject({ replay_from: 10 })
      await office.endReplay('d', 10)
      expect(await store.findDevice('token')).toMatchObject({ acked_seq: 9, replay_from: null })
      await office.revokeDevice('d', late)
      expect(await office.replayFrom('d', 3)).toBe(false)
      expect(await office.renameDevice('d', 'Nobody')).toBe(false)
    })

    test('the relay store finds an event, returns event sizes, and forgets old ids', async () => {
      const [first, second] = [event(), event({ received_at: late })]
      await store.append([first, second, event({ environment: 'production' })])
      expect(await office.findEvent('sandbox', first.event_id)).toMatchObject({
        seq: 1,
        event_id: first.event_id,
      })
      expect(await office.findEvent('production', first.event_id)).toBeNull()
      expect(await office.sizesBefore('sandbox', 3, 10)).toEqual([
        { seq: 2, bytes: sizeOf(second) },
        { seq: 1, bytes: sizeOf(first) },
      ])
      expect(await office.sizesBefore('sandbox', 2, 10)).toEqual([{ seq: 1, bytes: sizeOf(first) }])
      expect(await office.purgeEventIds('sandbox', { received_before: late }, 10)).toBe(1)
      expect(await office.purgeEventIds('sandbox', { received_before: late }, 10)).toBe(0)
      // The store no longer knows the id of the first event, so it stores this event as a new one.
      expect(await store.append([first, second])).toEqual([
        { outcome: 'stored', seq: 3 },
        { outcome: 'duplicate' },
      ])
      await store.probe()
      expect(await read()).toEqual([1, 2, 3])
    })

    test('a purge deletes the oldest event ids over the limit in portions, but keeps the ids of all events in the log', async () => {
      const [old, recent] = [events(2500), events(40)]
      // In portions, because a query has a time limit, and on a busy machine a single query for all events may exceed it.
      for (let at = 0; at < old.length; at += 100) await store.append(old.slice(at, at + 100))
      await store.append([event({ environment: 'production' })])
      await store.append(recent)
      const keep = { days: null, events: 40, megabytes: null, ids_days: null, ids: 30 }
      // The store knows more event ids than the limit of 1. It keeps the ids of all events that are still in the log, so this purge deletes
      // only one id.
      await office.purgeEvents('sandbox', { seq: 1 }, 1)
      expect(await office.excessIds('sandbox', 30)).toBe(1)
      const purged = await purge(office, 'sandbox', keep, Date.parse(late))
      expect([purged.events, purged.ids]).toEqual([2499, 2500])
      expect(await office.excessIds('sandbox', 30)).toBeGreaterThan(0)
      await office.purgeEvents('sandbox', { seq: Number.MAX_SAFE_INTEGER }, 1000)
      expect((await purge(office, 'sandbox', keep, Date.parse(late))).ids).toBe(10)
      expect((await purge(office, 'sandbox', keep, Date.parse(late))).ids).toBe(0)
      const outcomes = await store.append(
        [recent[9], recent[10], old[0], recent[39]].map((known) => known ?? event()),
      )
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'duplicate', 'stored', 'duplicate'])
      // The other environment's ids are not affected.
      expect(await office.excessIds('production', 1)).toBe(0)
    })

    test('the relay store keeps its data after it is closed and opened again', async () => {
      await store.append(events(2))
      await store.close()
      store = await storeAt(place)
      office = store.office(OFFICE)
      expect(await read()).toEqual([1, 2])
      expect(await store.append([event()])).toEqual([{ outcome: 'stored', seq: 3 }])
    })
  },
  { isImportant: true },
)
