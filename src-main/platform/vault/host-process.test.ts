import { expect, test } from 'vitest'
import { startEarly, type HostProcess } from './host-process.ts'

function processes() {
  const started: { end(): void; reported: unknown[] }[] = []
  const start = (): HostProcess => {
    let end = () => {}
    const reported: unknown[] = []
    const host = {
      post: (message: unknown) => void reported.push(message),
      onMessage() {},
      onExit: (listener: () => void) => void (end = listener),
      kill() {},
    }
    started.push({ end: () => end(), reported })
    return host
  }
  return { started, start }
}

test('startEarly starts one process before the caller requests it', () => {
  const { started, start } = processes()
  const next = startEarly(start, null)
  expect(started).toHaveLength(1)
  const first = next.start()
  expect(started).toHaveLength(1)
  expect(next.start()).not.toBe(first)
  expect(started).toHaveLength(2)
})

test('startEarly starts a new process if the early one has exited', () => {
  const { started, start } = processes()
  const next = startEarly(start, null)
  started[0]?.end()
  next.start()
  expect(started).toHaveLength(2)
})

test('startEarly passes messages to the early process only until the caller takes over that process', () => {
  const { started, start } = processes()
  const next = startEarly(start, null)
  next.notify('before')
  next.start()
  next.notify('after')
  expect(started[0]?.reported).toEqual(['before'])
})

test('startEarly waits until it may start a process, and starts only one if the caller requests it during the wait', async () => {
  const { started, start } = processes()
  const ready = Promise.resolve()
  startEarly(start, ready)
  expect(started).toHaveLength(0)
  await ready
  expect(started).toHaveLength(1)
  startEarly(start, ready).start()
  await ready
  expect(started).toHaveLength(2)
})
