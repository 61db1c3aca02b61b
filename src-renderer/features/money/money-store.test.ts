import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import { useDashboard, useMoney } from './money-store.ts'

/** `binned` contains the deals in the trash. `asked` contains the deals for which main received a change. */
let binned: Set<string>
let asked: string[]

beforeEach(() => {
  binned = new Set()
  asked = []
  const call = async (channel: string, { deal_id }: { deal_id: string }) => {
    if (channel !== 'money.change') return ok({})
    asked.push(deal_id)
    return binned.has(deal_id)
      ? fail(appError('DEAL_NOT_FOUND', 'Not funded.', 'Look in the pipeline.'))
      : ok({ back: { note: null } })
  }
  vi.stubGlobal('window', { fundingDesk: { call } })
  useMoney.setState(useMoney.getInitialState())
})
afterEach(() => vi.unstubAllGlobals())

test('undo reports an error and drops a step whose deal is in the trash, and the next undo runs the previous step', async () => {
  const { change, undo } = useMoney.getState()
  await change('first', { note: 'one' })
  await change('second', { note: 'two' })
  binned.add('second')
  expect(await undo()).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
  expect((await undo()).ok).toBe(true)
  expect(asked).toEqual(['first', 'second', 'second', 'first'])
  expect(useMoney.getState().steps).toEqual([])
})

test('two simultaneous undos undo two different steps', async () => {
  const { change, undo } = useMoney.getState()
  await change('first', { note: 'one' })
  await change('second', { note: 'two' })
  await Promise.all([undo(), undo()])
  expect(asked.slice(2)).toEqual(['second', 'first'])
  expect(useMoney.getState().steps).toEqual([])
})

test('if the figures of a period fail to load, the previous period and its figures stay', async () => {
  let failing = false
  const call = async (_channel: string, { period }: { period: string }) =>
    failing ? fail(appError('VAULT_UNAVAILABLE', 'Away.', 'Try again.')) : ok({ of: period })
  vi.stubGlobal('window', { fundingDesk: { call } })
  const { choosePeriod } = useMoney.getState()
  await choosePeriod('30')
  failing = true
  await choosePeriod('year')
  expect(useMoney.getState().period).toBe('30')
  expect(useDashboard.getState()).toMatchObject({ value: { period: '30', figures: { of: '30' } } })
  expect(useDashboard.getState().error?.code).toBe('VAULT_UNAVAILABLE')
  failing = false
  await choosePeriod('all')
  expect(useMoney.getState().period).toBe('all')
  expect(useDashboard.getState()).toMatchObject({ value: { figures: { of: 'all' } }, error: null })
})
