import { expect, test } from 'vitest'
import { DatabaseError } from '../errors.ts'
import { OfficeLimit } from './limits.ts'

/** Creates a limit whose store answers each turn with `takeTurn`. `asked` counts the turns. */
function limitWith(takeTurn: () => Promise<number>) {
  const asked = { count: 0 }
  const limit = new OfficeLimit({
    office: () => ({
      takeTurn: () => {
        asked.count += 1
        return takeTurn()
      },
    }),
  })
  const take = (max_events_per_minute: number | null) => limit.take({ office_id: 1, max_events_per_minute })
  return { take, asked }
}

test('an office without a limit costs no query', async () => {
  const { take, asked } = limitWith(async () => 7)
  expect([await take(null), asked.count]).toEqual([0, 0])
})

test('an office waits as long as the store says, and a flood causes no more queries than the office may send', async () => {
  const { take, asked } = limitWith(async () => 7)
  const waits = []
  for (let count = 0; count < 100; count += 1) waits.push(await take(3))
  expect(waits.slice(0, 4)).toEqual([7, 7, 7, 20])
  expect(asked.count).toBe(3)
})

test('while the database cannot be used, the limit of the process alone counts', async () => {
  const { take } = limitWith(async () => Promise.reject(new DatabaseError(new Error('connection refused'))))
  const waits = []
  for (let count = 0; count < 3; count += 1) waits.push(await take(2))
  expect(waits).toEqual([0, 0, 30])
})

test('an office that may send nothing is always refused', async () => {
  const { take, asked } = limitWith(async () => 0)
  expect([await take(0), asked.count]).toEqual([60, 0])
})
