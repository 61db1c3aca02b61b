import { z } from 'zod'
import {
  answer,
  dataField,
  dataOption,
  defineCommand,
  environmentField,
  environmentOption,
  jsonField,
  jsonOption,
  numberField,
  table,
  withStore,
  type Command,
} from './command-line.ts'
import { needEnvironment } from './need-environment.ts'

const DAY_MS = 24 * 3_600_000
/** Events in one transaction of a purge, so that it never holds up those that come in. */
const PURGE_BATCH = 500

const listEvents = defineCommand(
  {
    name: 'event list',
    help: 'List events without their bodies, oldest first.',
    options: {
      data: dataOption,
      environment: environmentOption,
      after: { value: 'SEQ', help: 'begin after this one (0)' },
      limit: { value: 'N', help: 'at most so many (50)' },
      json: jsonOption,
    },
  },
  z.object({
    data: dataField,
    environment: environmentField,
    after: numberField(0).default(0),
    limit: numberField(1).default(50),
    json: jsonField,
  }),
  async ({ data, environment, after, limit, json }) => {
    const { bounds, stored } = await withStore(data, async (store) => {
      await needEnvironment(store, environment)
      return {
        bounds: await store.bounds(environment),
        stored: await store.readEvents(environment, after, limit),
      }
    })
    const events = stored.map(({ seq, event_id, received_at, sender, kid, verification, raw_body }) => ({
      seq,
      event_id,
      received_at,
      sender,
      kid,
      verification,
      bytes: raw_body.length,
    }))
    const rows = events.map((event) => Object.values(event).map(String))
    answer(
      json,
      { ...bounds, events },
      table(['SEQ', 'EVENT', 'RECEIVED', 'SENDER', 'KEY', 'SIGNED', 'BYTES'], rows, 'No events.'),
    )
  },
)

const purgeEvents = defineCommand(
  {
    name: 'event purge',
    help: 'Delete old events. A workstation that has not read them is told of the gap.',
    options: {
      data: dataOption,
      environment: environmentOption,
      'older-than-days': { value: 'N', help: 'keep what came within the last N days' },
      json: jsonOption,
    },
  },
  z.object({
    data: dataField,
    environment: environmentField,
    'older-than-days': numberField(0),
    json: jsonField,
  }),
  async ({ data, environment, json, ...options }) => {
    const before = new Date(Date.now() - options['older-than-days'] * DAY_MS).toISOString()
    const purged = await withStore(data, async (store) => {
      await needEnvironment(store, environment)
      let total = 0
      for (;;) {
        const batch = await store.purgeEvents(environment, before, PURGE_BATCH)
        if (batch === 0) return total
        total += batch
      }
    })
    answer(json, { purged }, `${purged} events were deleted.`)
  },
)

export const eventCommands: Command[] = [listEvents, purgeEvents]
