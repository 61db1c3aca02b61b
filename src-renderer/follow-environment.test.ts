import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, WINDOW_ID } from './platform/api/funding-desk.ts'
import type { DraftChange } from '../src-shared/features/deals/deal.ts'
import { useDeal } from './features/drafts/deal-store.ts'
import { useDemo } from './platform/page/server-stores.ts'
import { followEnvironment } from './follow-environment.ts'
import { followOpenDeal } from './features/deal-screen/follow-open-deal.ts'
import { useEnvironment } from './platform/page/environment-store.ts'
import { useSelection } from './features/pipeline/selection-store.ts'

vi.mock('@mantine/notifications', () => ({ notifications: { show: () => {}, hide: () => {} } }))

let notify: (event: { window_id: string | null; switched: boolean }) => void
let asked: string[]
let shown: unknown
let address: string
let reloads: number
let beforeUnload: (event: { preventDefault: () => void }) => void

beforeEach(() => {
  asked = []
  address = ''
  reloads = 0
  vi.stubGlobal('window', {
    fundingDesk: {
      call: (channel: string, _input: unknown, environment: unknown) => {
        asked.push(channel)
        shown = environment
        return new Promise(() => {})
      },
      on: (event: string, listener: typeof notify) => {
        if (event === 'environment.changed') notify = listener
        return () => {}
      },
    },
    addEventListener: (_name: string, listener: typeof beforeUnload) => (beforeUnload = listener),
  })
  vi.stubGlobal('location', { pathname: '/index.html', reload: () => reloads++ })
  vi.stubGlobal('history', { replaceState: (_state: unknown, _title: string, to: string) => (address = to) })
  useDeal.setState(useDeal.getInitialState())
  followOpenDeal()
  followEnvironment()
})
afterEach(() => vi.unstubAllGlobals())

test('the page reloads and shows the pipeline when another window switches the environment', () => {
  notify({ window_id: crypto.randomUUID(), switched: true })
  expect([address, reloads, asked]).toEqual(['/index.html?switched#/', 1, []])
})

test('the window that switched the environment does not reload, and clears the data of the previous environment', () => {
  useSelection.setState({ selected: new Set(['a deal of the other']) })
  notify({ window_id: WINDOW_ID, switched: true })
  expect([reloads, useSelection.getState().selected.size]).toEqual([0, 0])
  expect(asked).toContain('queue.status')
})

test('a changed connection to the same environment reloads the environment data, but not the page', () => {
  notify({ window_id: null, switched: false })
  expect(reloads).toBe(0)
  expect(asked).toContain('environment.get')
})

test('unsaved edits do not delay the switch to another environment, and their loss is reported', () => {
  const edit: DraftChange = { op: 'set', path: 'company.legal_name', value: 'Birch' }
  useDeal.setState({ pending: [edit] })
  let isHeld = false
  notify({ window_id: null, switched: true })
  beforeUnload({ preventDefault: () => (isHeld = true) })
  expect([address, reloads, isHeld]).toEqual(['/index.html?switched-unsaved#/', 1, false])
})

test('each call from the page includes the environment that the badge shows', () => {
  const shownIn = (environment: string | null, running = false) => {
    useEnvironment.setState({
      value: environment === null ? null : ({ environment: { environment } } as never),
    })
    useDemo.setState({ value: { available: true, running } })
    void call('queue.retry_now', {})
    return shown
  }
  expect([shownIn('production'), shownIn('sandbox', true), shownIn('sandbox'), shownIn(null)]).toEqual([
    'production',
    'demo',
    'sandbox',
    null,
  ])
})
