import { afterEach, expect, test, vi } from 'vitest'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { useSelection, untilIdle } from './selection-store.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useSelection.setState(useSelection.getInitialState())
})

test('an action can wait for the previous one instead of being refused', async () => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const call = (channel: string, { action, deal_ids }: { action: string; deal_ids: string[] }) => {
    if (channel !== 'pipeline.act') return Promise.resolve(ok({}))
    begun.push(action)
    return new Promise((resolve) =>
      ends.push(() => resolve(ok({ deal_ids, refused: [], refusals: 0, not_reached: 0 }))),
    )
  }
  vi.stubGlobal('window', { fundingDesk: { call } })
  const { act } = useSelection.getState()
  const submitting = act('submit', ['a'])
  // The store refuses a second action while one is running, so an undo has to wait.
  expect(await act('restore', ['b'])).toBeNull()
  const restoring = untilIdle().then(() => act('restore', ['b']))
  expect(begun).toEqual(['submit'])
  ends[0]?.()
  await submitting
  await expect.poll(() => begun).toEqual(['submit', 'restore'])
  ends[1]?.()
  expect((await restoring)?.deal_ids).toEqual(['b'])
})
