import { expect, it } from 'vitest'
import { judgeStart } from './judge-start.ts'

const ran = (version: string, proven = true) => ({ last_run: { version, proven }, installing: null })

it('says nothing at the first start of all, nor at one like the last', () => {
  expect(judgeStart('1.0.0', { last_run: null, installing: null }).note).toBeNull()
  expect(judgeStart('1.0.0', ran('1.0.0')).note).toBeNull()
})

it('tells of a new version, and proves it anew', () => {
  const { note, memory } = judgeStart('1.1.0', { ...ran('1.0.0'), installing: '1.1.0' })
  expect(note).toEqual({ kind: 'updated', version: '1.1.0' })
  expect(memory).toEqual({ last_run: { version: '1.1.0', proven: false }, installing: null })
})

it('tells that a new version did not come as far as its first screen', () => {
  expect(judgeStart('1.1.0', ran('1.1.0', false)).note).toEqual({ kind: 'did_not_start', version: '1.1.0' })
})

it('tells that an older version runs than before, and whether that one ever worked', () => {
  expect(judgeStart('1.0.0', ran('1.1.0')).note).toEqual({
    kind: 'rolled_back',
    from: '1.1.0',
    failed: false,
  })
  expect(judgeStart('1.0.0', ran('1.1.0', false)).note).toMatchObject({ kind: 'rolled_back', failed: true })
})

it('tells that the system did not put the new version in place', () => {
  const { note, memory } = judgeStart('1.0.0', { ...ran('1.0.0'), installing: '1.1.0' })
  expect(note).toEqual({ kind: 'not_installed', version: '1.1.0' })
  expect(memory.installing).toBeNull()
})
