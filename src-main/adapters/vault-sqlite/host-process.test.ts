import { expect, test } from 'vitest'
import { startedAhead, type HostProcess } from './host-process.ts'

function processes() {
  const started: { end(): void }[] = []
  const start = (): HostProcess => {
    let end = () => {}
    const host = {
      post() {},
      onMessage() {},
      onExit: (listener: () => void) => void (end = listener),
      kill() {},
    }
    started.push({ end: () => end() })
    return host
  }
  return { started, start }
}

test('starts before it is asked, once', () => {
  const { started, start } = processes()
  const next = startedAhead(start, null)
  expect(started).toHaveLength(1)
  const first = next()
  expect(started).toHaveLength(1)
  expect(next()).not.toBe(first)
  expect(started).toHaveLength(2)
})

test('hands out no process that ended meanwhile', () => {
  const { started, start } = processes()
  const next = startedAhead(start, null)
  started[0]?.end()
  next()
  expect(started).toHaveLength(2)
})

test('waits until it may, and starts nothing then that was asked for before', async () => {
  const { started, start } = processes()
  const ready = Promise.resolve()
  startedAhead(start, ready)
  expect(started).toHaveLength(0)
  await ready
  expect(started).toHaveLength(1)
  startedAhead(start, ready)()
  await ready
  expect(started).toHaveLength(2)
})
