import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { receiveEvents } from '../../src-main/features/events/receive-events.ts'
import type { RelayEvent, Verification } from '../../src-shared/platform/webhook/event.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

// Tests events of applications that belong to no deal here. Only the partner can sign events. However, with one genuine signature that does
// not bind its body, a relay can forge any number of such events.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const MB = 1024 * 1024
const FLOOD = 100_000
const BATCH = 5_000

/** Returns the size in bytes of a folder with all its subfolders. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function unmatchedEvent(seq: number, application_id: string, padding = 0): RelayEvent {
  const event_id = randomUUID()
  const body = {
    message_type: 'offer_event',
    callback_path: `https://partner.example/iso/api/v1/applications/${application_id}`,
    status: 'offer_available',
    application_id,
    timestamp: '2026-05-04T09:59:59.000Z',
    event_id,
    padding: 'x'.repeat(padding),
  }
  return {
    seq,
    environment: 'sandbox',
    event_id,
    received_at: '2026-05-04T10:00:00.000Z',
    sender: '127.0.0.1',
    signature: `${seq}`.padStart(342, 'x'),
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  }
}

async function flooded(verification: Verification, events: Iterable<RelayEvent[]>) {
  const folder = cleanup.folder()
  const app = await composeApp(cleanup, { folder })
  const checkDelivery = createDeliveryCheck(async () => ok({ verification }))
  for (const batch of events) {
    const { error, outcomes } = await receiveEvents(app.context, checkDelivery, batch)
    expect(error).toBeNull()
    expect(outcomes).toHaveLength(batch.length)
  }
  return { app, folder }
}

function* inBatches(count: number, make: (seq: number) => RelayEvent): Generator<RelayEvent[]> {
  for (let from = 1; from <= count; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, count - from + 1) }, (_, at) => make(from + at))
}

test(
  '100,000 unmatched events use bounded disk and memory: the oldest are deleted first, and the broker sees the count',
  { tags: ['all'] },
  async () => {
    let most = 0
    function* watched() {
      for (const batch of inBatches(FLOOD, (seq) => unmatchedEvent(seq, `app-${seq}`))) {
        yield batch
        most = Math.max(most, process.memoryUsage().rss)
      }
    }
    const began = process.memoryUsage().rss
    const { app, folder } = await flooded('body', watched())
    expect(value(await app.vault.waitingEvents(`app-${FLOOD}`))).toHaveLength(1)
    expect(value(await app.vault.waitingEvents(`app-${FLOOD - 9_999}`))).toHaveLength(1)
    expect(value(await app.vault.waitingEvents(`app-${FLOOD - 10_000}`))).toEqual([])
    expect(value(await app.vault.eventProblems())).toMatchObject([
      { problem: 'dropped', count: FLOOD - 10_000 },
    ])
    expect(sizeOf(folder)).toBeLessThan(80 * MB)
    expect(most - began).toBeLessThan(400 * MB)
  },
)

test('unmatched events with large bodies are limited by their total bytes', { tags: ['all'] }, async () => {
  const events = inBatches(1_000, (seq) => unmatchedEvent(seq, `app-${seq}`, 60_000))
  const { app, folder } = await flooded('body', events)
  expect(value(await app.vault.waitingEvents('app-1000'))).toHaveLength(1)
  expect(value(await app.vault.waitingEvents('app-500'))).toEqual([])
  expect(sizeOf(folder)).toBeLessThan(120 * MB)
})

test('unmatched events that a relay could forge, because their signature does not cover the body, do not displace the others', async () => {
  const { app } = await flooded('body', [[unmatchedEvent(1, 'mine')]])
  const checkDelivery = createDeliveryCheck(async () => ok({ verification: 'hint' }))
  for (const batch of inBatches(20_000, (seq) => unmatchedEvent(seq + 1, `app-${seq}`)))
    await receiveEvents(app.context, checkDelivery, batch)
  expect(value(await app.vault.waitingEvents('mine'))).toHaveLength(1)
  expect(value(await app.vault.waitingEvents('app-20000'))).toHaveLength(1)
  expect(value(await app.vault.waitingEvents('app-19000'))).toEqual([])
})
