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
  const next = startedAhead(start)
  expect(started).toHaveLength(1)
  const first = next()
  expect(started).toHaveLength(1)
  expect(next()).not.toBe(first)
  expect(started).toHaveLength(2)
})

test('hands out no process that ended meanwhile', () => {
  const { started, start } = processes()
  const next = startedAhead(start)
  started[0]?.end()
  next()
  expect(started).toHaveLength(2)
})
