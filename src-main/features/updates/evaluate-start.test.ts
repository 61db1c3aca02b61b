import { expect, it } from 'vitest'
import { evaluateStart } from './app-updates.ts'

const ran = (version: string, proven = true) => ({ last_run: { version, proven }, installing: null })

it('reports nothing at the first start, or after a run of the same version', () => {
  expect(evaluateStart('1.0.0', { last_run: null, installing: null }).note).toBeNull()
  expect(evaluateStart('1.0.0', ran('1.0.0')).note).toBeNull()
})

it('reports an update, and records that the new version has not yet reached its first screen', () => {
  const { note, memory } = evaluateStart('1.1.0', { ...ran('1.0.0'), installing: '1.1.0' })
  expect(note).toEqual({ kind: 'updated', version: '1.1.0' })
  expect(memory).toEqual({ last_run: { version: '1.1.0', proven: false }, installing: null })
})

it('reports that the previous run of this version did not reach its first screen', () => {
  expect(evaluateStart('1.1.0', ran('1.1.0', false)).note).toEqual({
    kind: 'did_not_start',
    version: '1.1.0',
  })
})

it('reports a downgrade, and whether the newer version had failed', () => {
  expect(evaluateStart('1.0.0', ran('1.1.0')).note).toEqual({
    kind: 'rolled_back',
    from: '1.1.0',
    failed: false,
  })
  expect(evaluateStart('1.0.0', ran('1.1.0', false)).note).toMatchObject({
    kind: 'rolled_back',
    failed: true,
  })
})

it('reports that the new version was not installed', () => {
  const { note, memory } = evaluateStart('1.0.0', { ...ran('1.0.0'), installing: '1.1.0' })
  expect(note).toEqual({ kind: 'not_installed', version: '1.1.0' })
  expect(memory.installing).toBeNull()
})
