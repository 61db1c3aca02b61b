import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StreamReader } from './relay-stream.ts'

const MB = 1024 * 1024

test('the stream reader buffers about 16 MB of events while the app reads none, and delivers all events afterward', async () => {
  let sent = 0
  const event = Buffer.from(`event: partner-event\nid: 1\ndata: ${'x'.repeat(90_000)}\n\n`)
  async function* body() {
    for (let nth = 0; nth < 1_000; nth++) {
      sent += event.length
      yield event
    }
  }
  const reader = new StreamReader(
    body(),
    (message) => message,
    () => new Error('too long'),
  )
  // The reader pauses for one turn of the event loop after each 16 kB. 10,000 turns are many more than the reader needs for the whole body.
  for (let turn = 0; turn < 10_000; turn++) await setImmediate()
  expect(sent).toBeGreaterThan(15 * MB)
  expect(sent).toBeLessThan(17 * MB)
  let taken = 0
  for (let more = 1; more > 0; taken += more) more = (await reader.next(50)).length
  expect(taken).toBe(1_000)
})
