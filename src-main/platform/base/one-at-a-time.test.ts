import { expect, test } from 'vitest'
import { allDone, oneAtATime } from './one-at-a-time.ts'

const later = () => new Promise((resolve) => setImmediate(resolve))

test('jobs with the same key run one after another, in order', async () => {
  const seen: string[] = []
  const job = (name: string) => async () => {
    seen.push(`${name} begins`)
    await later()
    seen.push(`${name} ends`)
  }
  await Promise.all([oneAtATime('a', job('1')), oneAtATime('a', job('2'))])
  expect(seen).toEqual(['1 begins', '1 ends', '2 begins', '2 ends'])
})

test('a failed job does not affect the next job with the same key', async () => {
  const failed = oneAtATime('b', async () => {
    throw new Error('no')
  })
  const next = oneAtATime('b', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('allDone waits for jobs that other jobs start', async () => {
  let ended = false
  void oneAtATime('c', async () => {
    await later()
    void oneAtATime('d', async () => {
      await later()
      ended = true
    })
  })
  await allDone()
  expect(ended).toBe(true)
})
