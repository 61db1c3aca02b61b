import { afterEach, expect, test, vi } from 'vitest'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { resetStores } from '../../follow-environment.ts'
import { useMoney } from '../../features/money/money-store.ts'
import { usePipeline } from '../../features/pipeline/pipeline-store.ts'
import { useQueue } from './server-stores.ts'
import { useSelection } from '../../features/pipeline/selection-store.ts'
import { useUnsavedForms } from './unsaved-store.ts'

afterEach(() => vi.unstubAllGlobals())

test('the window that switched the environment keeps no data of the previous one in its stores', async () => {
  const moving = { state: 'moving', error: null, retry_at: null }
  const call = async (channel: string) => (channel === 'queue.status' ? ok(moving) : new Promise(() => {}))
  vi.stubGlobal('window', { fundingDesk: { call } })
  useSelection.setState({ selected: new Set(['a deal of the other']), allOf: 'all' })
  useMoney.setState({ steps: [{ deal_id: 'a', changes: {} }] })
  useUnsavedForms.setState({ forms: { network: { of: '', value: 'of the other', differs: true } } })
  useQueue.setState({ value: { state: 'waiting', error: null, retry_at: null } as never })
  usePipeline.setState({ search: 'Juniper', filter: 'offer' })
  await resetStores()
  expect([useSelection.getState().selected.size, useMoney.getState().steps]).toEqual([0, []])
  expect(useUnsavedForms.getState().forms).toEqual({})
  expect(useQueue.getState().value).toEqual(moving)
  expect(usePipeline.getState()).toMatchObject({ search: '', filter: 'all', where: {} })
})
