import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLimit } from './page-turns.ts'

const document = { hidden: false }
beforeEach(() => {
  document.hidden = false
  vi.useFakeTimers()
  vi.stubGlobal('document', document)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reports once that the time limit for drawing is reached, after 10 seconds in a visible window', () => {
  const onLimit = vi.fn<() => void>()
  startLimit(onLimit)
  vi.advanceTimersByTime(9_999)
  expect(onLimit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLimit).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(onLimit).toHaveBeenCalledOnce()
})

test('does not count seconds in a hidden window', () => {
  const onLimit = vi.fn<() => void>()
  startLimit(onLimit)
  vi.advanceTimersByTime(4_000)
  document.hidden = true
  vi.advanceTimersByTime(3_600_000)
  document.hidden = false
  vi.advanceTimersByTime(5_999)
  expect(onLimit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLimit).toHaveBeenCalledOnce()
})

test('reports nothing if the time limit is stopped before it is reached', () => {
  const onLimit = vi.fn<() => void>()
  const stop = startLimit(onLimit)
  vi.advanceTimersByTime(9_999)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(onLimit).not.toHaveBeenCalled()
})
