import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BridgeStatus } from '../../src-shared/domain/environment.ts'
import { followBridge, useOffice } from './office-store.ts'

/** Main, whose answers come when the test lets them. */
let answer: Record<string, (value: unknown) => void>
let tell: (bridge: BridgeStatus) => void

beforeEach(() => {
  answer = {}
  const main = {
    call: (channel: string) => new Promise((resolve) => (answer[channel] = resolve)),
    on: (_event: string, listener: typeof tell) => {
      tell = listener
      return () => {}
    },
  }
  vi.stubGlobal('window', { fundingDesk: main })
  useOffice.setState({ bridge: null })
})
afterEach(() => vi.unstubAllGlobals())

const light = (state: BridgeStatus['state']) =>
  ({
    state,
    since: '',
    detail: '',
    meaning: '',
    advice: '',
    webhook_problem: null,
    note: null,
  }) as BridgeStatus

async function load(bridge: BridgeStatus, meanwhile: () => void): Promise<void> {
  const loaded = useOffice.getState().load()
  answer['bridge.status']?.({ ok: true, value: bridge })
  await Promise.resolve()
  meanwhile()
  for (const channel of ['environment.get', 'profile.get', 'app.info'])
    answer[channel]?.({ ok: true, value: {} })
  await loaded
}

test('a light that changed while other answers were awaited is not put out by the older answer', async () => {
  followBridge()
  await load(light('connecting'), () => tell(light('live')))
  expect(useOffice.getState().bridge?.state).toBe('live')
})

test('where nothing was told meanwhile the answer holds', async () => {
  followBridge()
  tell(light('live'))
  await load(light('refused'), () => {})
  expect(useOffice.getState().bridge?.state).toBe('refused')
})
