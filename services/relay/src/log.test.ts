import { expect, test } from 'vitest'
import { RefusalLog } from './log.ts'

test('the refusal log writes at most 60 lines per minute for each message, and reports how many it dropped', () => {
  let now = 0
  const lines: [object, string | undefined][] = []
  const warn = (fields: object, message?: string) => void lines.push([fields, message])
  const log = new RefusalLog({ warn } as ConstructorParameters<typeof RefusalLog>[0], () => now)
  for (let count = 0; count < 100_000; count += 1) log.warn({ sender: '203.0.113.7' }, 'refused')
  expect(lines).toHaveLength(60)
  log.warn({}, 'another message')
  expect(lines).toHaveLength(61)
  now = 60_000
  log.warn({ sender: '203.0.113.8' }, 'refused')
  log.warn({ sender: '203.0.113.9' }, 'refused')
  expect(lines.slice(61)).toEqual([
    [{ sender: '203.0.113.8', left_out: 99_940 }, 'refused'],
    [{ sender: '203.0.113.9' }, 'refused'],
  ])
})
