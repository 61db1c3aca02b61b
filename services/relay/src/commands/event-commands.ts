import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { printable } from '../../../../src-shared/platform/base/text.ts'
import { wholeNumber } from '../settings.ts'
import type { StoredEvent } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import { UsageError } from '../errors.ts'
import {
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  officeOptions,
  routeCommand,
  switchOption,
  table,
  textOption,
  withOffice,
} from './define-command.ts'
import { environmentOf } from '../offices/office-api.ts'

/** Returns the event data that an administrator may see. Omits the body, because it contains business data of the broker. */
const summaryOf = ({ seq, event_id, received_at, sender, kid, verification, raw_body }: StoredEvent) => ({
  seq,
  event_id,
  received_at,
  sender,
  kid,
  verification,
  bytes: raw_body.length,
})

const listEvents = defineCommand(
  {
    name: 'event list',
    help: 'List events without their bodies, oldest first.',
    options: {
      ...officeOptions,
      environment: environmentOption,
      after: {
        value: 'SEQ',
        help: 'oldest first: start after this event (0)',
        schema: wholeNumber(0).optional(),
      },
      newest: switchOption('newest first'),
      limit: {
        value: 'N',
        help: 'maximum number of events (50)',
        schema: wholeNumber(1, 10_000).default(50),
      },
      json: jsonOption,
    },
  },
  async ({ environment, after, newest, limit, json, ...location }) => {
    if (newest && after !== undefined) throw new UsageError('Use --after without --newest.')
    const { bounds, stored } = await withOffice(location, async (store) => {
      await environmentOf(store, environment)
      return {
        bounds: await store.bounds(environment),
        stored: newest
          ? await readNewest(store, environment, limit)
          : await store.readEvents(environment, after ?? 0, limit),
      }
    })
    const events = stored.map(summaryOf)
    const rows = events.map((event) => Object.values(event).map(String))
    printResult(
      json,
      { ...bounds, events },
      table(['SEQ', 'EVENT', 'RECEIVED', 'SENDER', 'KEY', 'SIGNED', 'BYTES'], rows, 'No events.'),
    )
  },
)

async function readNewest(
  store: OfficeStore,
  environment: Environment,
  limit: number,
): Promise<StoredEvent[]> {
  const sizes = await store.sizesBefore(environment, Number.MAX_SAFE_INTEGER, limit)
  const oldest = sizes.at(-1)?.seq
  if (oldest === undefined) return []
  return (await store.readEvents(environment, oldest - 1, sizes.length)).toReversed()
}

const eventOption = textOption('EVENT', 'number or event id from event list', 200)

async function findEvent(store: OfficeStore, environment: Environment, which: string): Promise<StoredEvent> {
  await environmentOf(store, environment)
  const seq = /^\d{1,15}$/.test(which) ? Number(which) : null
  const [bySeq] = seq === null ? [] : await store.readEvents(environment, seq - 1, 1)
  const found = bySeq?.seq === seq ? bySeq : await store.findEvent(environment, which)
  if (found === undefined || found === null)
    throw new UsageError(
      `No such event in ${environment}: it never arrived, or it was purged. See "relay event list".`,
    )
  return found
}

const showEvent = defineCommand(
  {
    name: 'event show',
    help: 'Show one event. Its body names an application of a customer: request it only if you need it.',
    options: {
      ...officeOptions,
      environment: environmentOption,
      event: eventOption,
      body: switchOption('include the body and the signature as received'),
      json: jsonOption,
    },
  },
  async ({ environment, event, body, json, ...location }) => {
    const { found, devices } = await withOffice(location, async (store) => {
      const stored = await findEvent(store, environment, event)
      // Bodies name customers, so the audit log records who read one.
      if (body) await store.record('event body read', { environment, seq: stored.seq })
      return {
        found: stored,
        devices: (await store.listDevices()).filter(
          (device) => device.environment === environment && device.revoked_at === null,
        ),
      }
    })
    const taken = devices.map(({ device_id, name, acked_seq }) => ({
      device_id,
      name,
      taken: acked_seq >= found.seq,
    }))
    const raw = Buffer.from(found.raw_body)
    const shown = body ? { signature: found.signature, body: raw.toString('base64') } : {}
    const words = [
      ...Object.entries(summaryOf(found)).map(
        ([name, value]) => `${name.padEnd(14)}${printable(String(value))}`,
      ),
      ...taken.map(
        (device) => `${device.taken ? 'taken by' : 'waits for'.padEnd(8)}     ${printable(device.name)}`,
      ),
      ...(body ? ['', `X-Signature: ${found.signature}`, '', raw.toString('utf8')] : []),
    ]
    printResult(json, { ...summaryOf(found), devices: taken, ...shown }, words.join('\n'))
  },
)

const replayEvents = defineCommand(
  {
    name: 'event replay',
    help: 'Deliver an event and all later events to a workstation again. Events that it already has change nothing.',
    options: {
      ...officeOptions,
      device: textOption('DEVICE', 'id from device list'),
      event: eventOption,
      json: jsonOption,
    },
  },
  async ({ device, event, json, ...location }) => {
    const replay = await withOffice(location, async (store) => {
      const target = (await store.listDevices()).find(
        ({ device_id, revoked_at }) => device_id === device && revoked_at === null,
      )
      if (target === undefined) throw new UsageError('No paired device has this id. See "relay device list".')
      const { seq } = await findEvent(store, target.environment, event)
      await store.replayFrom(device, seq)
      await store.record('replay requested', { device_id: device, replay_from: seq })
      return { device_id: device, name: target.name, replay_from: seq }
    })
    printResult(
      json,
      replay,
      `"${printable(replay.name)}" gets all events from ${replay.replay_from} on again, within a second or when it connects.`,
    )
  },
)

const limitOption = (help: string, least: number) => ({
  value: 'N',
  help,
  schema: wholeNumber(least).optional(),
})

const purgeEvents = routeCommand({
  name: 'event purge',
  help: 'Delete old events now, by the given limits or those of the settings. A workstation that has not read them gets a gap.',
  route: 'POST /v1/offices/{office}/environments/{environment}/purge',
  options: {
    ...officeOptions,
    environment: environmentOption,
    'older-than-days': limitOption('keep the events of the last N days; 0 deletes all', 0),
    'keep-events': limitOption('keep the newest N events', 1),
    'keep-megabytes': limitOption('keep the newest N megabytes of events', 1),
  },
  show: ({ purged, events, missed }: { purged: number; events: number; missed: { name: string }[] }) =>
    [
      `Deleted ${purged} events; ${events} remain.`,
      ...missed.map(({ name }) => `"${printable(name)}" had not read all of them and gets a gap.`),
    ].join('\n'),
})

export const eventCommands = [listEvents, showEvent, replayEvents, purgeEvents]
