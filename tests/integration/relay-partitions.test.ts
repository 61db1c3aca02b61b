import { afterEach, expect, test } from 'vitest'
import { purge, type Retention } from '../../services/relay/src/events/housekeeping.ts'
import { createOffice } from '../../services/relay/src/offices/office-service.ts'
import { NO_QUOTAS, type NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { Cleanup } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

const DAY_MS = 24 * 3_600_000
const KEEP: Retention = { days: 30, events: null, megabytes: null, ids_days: 365, ids: null }

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the Monday of the week of a day. */
function mondayOf(date: Date): Date {
  const day = new Date(dayOf(date))
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS)
}

const newEvent = (event_id: string, received_at: Date, office_id = OFFICE): NewEvent => ({
  office_id,
  environment: 'sandbox',
  event_id,
  received_at: received_at.toISOString(),
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: 'iso-submission-rsa-01',
  verification: 'body',
  raw_body: Buffer.from(`body of ${event_id}`),
})

describePostgres((server) => {
  const cleanup = new Cleanup()
  afterEach(() => cleanup.run())
  let database: string
  let store: RelayStore

  async function open(): Promise<void> {
    database = await server().createDatabase()
    store = await storeAt(database)
    cleanup.add(() => store.close())
    await setUp(OFFICE)
    await store.prepare(KEEP.days)
  }

  const setUp = (office_id: number) =>
    store
      .office(office_id)
      .setEnvironment({ name: 'sandbox', jwks_url: 'https://x.example/keys', sender_addresses: [] })

  const query = (text: string) => server().query(database, text)
  /** Number of rows in each partition that has any. */
  async function rows(): Promise<Record<string, number>> {
    const found = await query(
      'SELECT tableoid::regclass::text AS name, count(*) AS rows FROM events GROUP BY 1',
    )
    return Object.fromEntries(found.map(({ name, rows: count }) => [String(name), Number(count)]))
  }
  const weekName = (date: Date) => `events_w${dayOf(mondayOf(date)).replaceAll('-', '')}`
  /** Creates the partition of a past week, as the relay did before that week. */
  async function createWeek(date: Date): Promise<string> {
    const monday = mondayOf(date)
    const name = weekName(date)
    const end = dayOf(new Date(monday.getTime() + 7 * DAY_MS))
    await query(
      `CREATE TABLE ${name} PARTITION OF events (PRIMARY KEY (office_id, environment, seq))
      FOR VALUES FROM ('${dayOf(monday)}') TO ('${end}')`,
    )
    return name
  }
  const refuseDeletes = () =>
    query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a row is deleted'; END $$;
      CREATE TRIGGER a_refuse BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse()`)
  const seqs = async (office_id = OFFICE) =>
    (await store.office(office_id).readEvents('sandbox', 0, 1000)).map(({ seq }) => seq)
  const bytes = async () => (await store.totals())[0]?.stored_bytes

  test('each event is in the partition of the week in which its retention ends, or in one without a week', async () => {
    await open()
    const short = await createOffice(store, 'Short', { ...NO_QUOTAS, keep_days: 3 }, 'test')
    const ever = await createOffice(store, 'For ever', { ...NO_QUOTAS, keep_days: 5000 }, 'test')
    for (const { office_id } of [short, ever]) await setUp(office_id)
    await store.prepare(KEEP.days)
    const now = new Date()
    await store.append([
      newEvent('one', now),
      newEvent('two', now, short.office_id),
      newEvent('three', now, ever.office_id),
    ])
    expect(await rows()).toEqual({
      [weekName(daysAgo(-30))]: 1,
      [weekName(daysAgo(-3))]: 1,
      events_for_ever: 1,
    })
    const before = await query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'events'::regclass")
    await store.prepare(KEEP.days)
    expect(await query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'events'::regclass")).toEqual(
      before,
    )
  })

  test('retention drops the partition of expired events, and deletes no row', async () => {
    await open()
    const past = await createWeek(daysAgo(20))
    await store.append(
      Array.from({ length: 700 }, (_, index) =>
        newEvent(`old ${index}`, new Date(mondayOf(daysAgo(20)).getTime() - 30 * DAY_MS)),
      ),
    )
    await store.append([newEvent('new', new Date())])
    expect(await rows()).toEqual({ [past]: 700, [weekName(daysAgo(-30))]: 1 })
    await refuseDeletes()
    const purged = await purge(store.office(OFFICE), 'sandbox', KEEP, Date.now())
    await store.reclaim()
    expect(purged).toMatchObject({ events: 700, usage: { events: 1 } })
    expect(await rows()).toEqual({ [weekName(daysAgo(-30))]: 1 })
    expect(await query(`SELECT to_regclass('${past}') AS found`)).toEqual([{ found: null }])
    expect(await store.office(OFFICE).bounds('sandbox')).toMatchObject({ oldest_seq: 701, latest_seq: 701 })
    // The ids live longer than the events.
    const again = [newEvent('old 5', new Date()), newEvent('new', new Date())]
    expect((await store.append(again)).map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate'])
  })

  test('a partition that contains an event of an office that keeps it longer is not dropped', async () => {
    await open()
    const past = await createWeek(daysAgo(20))
    await store.append([newEvent('old', new Date(mondayOf(daysAgo(20)).getTime() - 30 * DAY_MS))])
    await store.office(OFFICE).setQuotas({ ...NO_QUOTAS, keep_days: 100 })
    await purge(store.office(OFFICE), 'sandbox', { ...KEEP, days: 100 }, Date.now())
    await store.reclaim()
    expect(await rows()).toEqual({ [past]: 1 })
    expect(await seqs()).toEqual([1])
  })

  test('a shorter retention hides events at once: nothing returns them, and they do not count as stored', async () => {
    await open()
    const office = store.office(OFFICE)
    await store.append([
      newEvent('one', daysAgo(3)),
      newEvent('two', daysAgo(2)),
      newEvent('three', new Date()),
    ])
    const [first] = await office.readEvents('sandbox', 0, 1)
    const size = (first?.raw_body.length ?? 0) + (first?.signature.length ?? 0)
    await purge(office, 'sandbox', { ...KEEP, days: 1 }, Date.now())
    await store.reclaim()
    expect(await rows()).toMatchObject({ [weekName(daysAgo(-30))]: expect.any(Number) as number })
    expect(await seqs()).toEqual([3])
    expect(await office.findEvent('sandbox', 'one')).toBeNull()
    expect((await office.sizesBefore('sandbox', 100, 100)).map(({ seq }) => seq)).toEqual([3])
    expect(await office.bounds('sandbox')).toMatchObject({ oldest_seq: 3, latest_seq: 3 })
    expect(await bytes()).toBe(size + 2)
    // The limits by number and size delete rows, and the size is subtracted only once.
    await purge(office, 'sandbox', { ...KEEP, days: null }, Date.now())
    expect(await office.purgeEvents('sandbox', { seq: 3 }, 100)).toBe(1)
    expect(await bytes()).toBe(0)
  })

  test('events that arrive before their partition exists are moved into it', async () => {
    await open()
    const late = await createOffice(store, 'Late', { ...NO_QUOTAS, keep_days: 90 }, 'test')
    await setUp(late.office_id)
    await store.append([newEvent('early', new Date(), late.office_id)])
    expect(await rows()).toEqual({ events_default: 1 })
    await store.prepare(KEEP.days)
    await store.append([newEvent('later', new Date(), late.office_id)])
    expect(await rows()).toEqual({ [weekName(daysAgo(-90))]: 2 })
    expect(await seqs(late.office_id)).toEqual([1, 2])
  })

  test('hidden events without a week are deleted', async () => {
    await open()
    await query(
      `INSERT INTO events
        (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body, expires_on)
      SELECT ${OFFICE}, 'sandbox', seq, seq::text, now() - interval '90 days', 'sender', 'x', 'kid', 'body', 'body',
        CASE WHEN seq <= 3 THEN date '2020-01-01' ELSE 'infinity' END
      FROM generate_series(1, 6) AS seq`,
    )
    await query(`UPDATE environments SET last_seq = 6 WHERE office_id = ${OFFICE}`)
    await store.reclaim()
    expect(await rows()).toMatchObject({ events_default: 3, events_for_ever: 3 })
    await purge(store.office(OFFICE), 'sandbox', KEEP, Date.now())
    await store.reclaim()
    expect(await rows()).toEqual({})
    await store.append([newEvent('new', new Date())])
    expect(await rows()).toEqual({ [weekName(daysAgo(-30))]: 1 })
  })

  test('an office with events in several partitions, of which some are hidden, is deleted completely', async () => {
    await open()
    const gone = await createOffice(store, 'Gone', NO_QUOTAS, 'test')
    await setUp(gone.office_id)
    const both = (id: string, at: Date) => [newEvent(id, at), newEvent(id, at, gone.office_id)]
    await store.append([...both('one', daysAgo(8)), ...both('two', daysAgo(1)), ...both('three', new Date())])
    await store.office(gone.office_id).expireEvents('sandbox', daysAgo(3).toISOString(), 100)
    expect(await seqs(gone.office_id)).toEqual([2, 3])
    expect(await store.office(gone.office_id).delete()).toMatchObject({ events: 3, offices: 1 })
    expect(Object.values(await store.office(gone.office_id).countRows()).every((count) => count === 0)).toBe(
      true,
    )
    expect(await seqs()).toEqual([1, 2, 3])
  })
})
