import { expect, test } from 'vitest'
import { examineShares } from './doctor.ts'

const office = (max_devices: number | null, state: 'active' | 'suspended' = 'active') => ({
  state,
  max_devices,
})

test('a relay with one office needs no limit of its devices', () => {
  expect(examineShares([office(null)], 2000)).toEqual([])
})

test('an office whose devices can use more than half of all connections is reported, with the limit that prevents it', () => {
  const [finding, ...others] = examineShares(
    [office(31), office(32), office(null), office(null, 'suspended')],
    2000,
  )
  expect(others).toEqual([])
  expect(finding).toMatchObject({ check: 'offices', result: 'warn' })
  expect(finding?.detail).toContain('each of 2 can use more than half of max_connections (2000)')
  expect(finding?.advice).toContain('--max-devices 31')
})

test('offices with small enough limits pass', () => {
  expect(examineShares([office(31), office(1)], 2000)).toMatchObject([{ result: 'pass' }])
})
