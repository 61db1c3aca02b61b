import { expect, test } from 'vitest'
import type { NewEvent } from '../store/relay-store.ts'
import { GroupCommit } from './group-commit.ts'

const newEvent = (office_id: number): NewEvent => ({
  office_id,
  environment: 'sandbox',
  event_id: crypto.randomUUID(),
  received_at: '2026-11-26T10:00:00.000Z',
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: 'key',
  verification: 'body',
  raw_body: new Uint8Array(),
})

test('events of a locked log are tried again in groups of their own, and other events do not wait for them', async () => {
  const LOCKED = 1
  let isLocked = true
  const groups: number[][] = []
  let release = () => {}
  const commits = new GroupCommit({
    appendEveryMs: 0,
    append: async (events) => {
      const offices = events.map(({ office_id }) => office_id)
      groups.push(offices)
      // The database waits for the locked log, so only the first group may contain it together with others.
      if (groups.length > 1 && offices.includes(LOCKED))
        await new Promise<void>((resolve) => (release = resolve))
      return offices.map((office_id) =>
        office_id === LOCKED && isLocked ? { outcome: 'busy' } : { outcome: 'stored', seq: 1 },
      )
    },
  })
  const stored = { outcome: 'stored', seq: 1 }
  const first = [commits.append(newEvent(LOCKED)), commits.append(newEvent(2))]
  expect(await first[1]).toEqual(stored)
  const later = commits.append(newEvent(LOCKED))
  for (let count = 0; count < 3; count += 1) expect(await commits.append(newEvent(3))).toEqual(stored)
  isLocked = false
  const drained = commits.drain()
  const releasing = setInterval(() => release(), 1)
  expect(await Promise.all([first[0], later])).toEqual([stored, stored])
  await drained
  clearInterval(releasing)
  expect(groups[0]).toEqual([LOCKED, 2])
  for (const group of groups.slice(1)) expect(new Set(group).size).toBe(1)
})
