import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionStatus } from '../../../src-shared/features/connection/environment.ts'
import { followConnection, useConnection, useEnvironment } from './environment-store.ts'

/** Resolves the pending calls to main, by channel. */
let answer: Record<string, (value: unknown) => void>
let notify: (connection: ConnectionStatus) => void

beforeEach(() => {
  answer = {}
  const main = {
    call: (channel: string) => new Promise((resolve) => (answer[channel] = resolve)),
    on: (_event: string, listener: typeof notify) => {
      notify = listener
      return () => {}
    },
  }
  vi.stubGlobal('window', { fundingDesk: main })
  useConnection.setState({ value: null })
})
afterEach(() => vi.unstubAllGlobals())

const light = (state: ConnectionStatus['state']) =>
  ({
    state,
    since: '',
    detail: '',
    meaning: '',
    advice: '',
    partner_lost_at: null,
    webhook_problem: null,
    note: null,
  }) as ConnectionStatus

async function load(connection: ConnectionStatus, meanwhile: () => void): Promise<void> {
  const loaded = useEnvironment.getState().load()
  answer['connection.status']?.({ ok: true, value: connection })
  await Promise.resolve()
  meanwhile()
  for (const channel of ['environment.get', 'profile.get', 'app.info'])
    answer[channel]?.({ ok: true, value: {} })
  await loaded
}

test('a response does not overwrite a connection status that an event reported after the request', async () => {
  followConnection()
  await load(light('connecting'), () => notify(light('live')))
  expect(useConnection.getState().value?.state).toBe('live')
})

test('a response replaces the connection status if no event arrived after the request', async () => {
  followConnection()
  notify(light('live'))
  await load(light('refused'), () => {})
  expect(useConnection.getState().value?.state).toBe('refused')
})
