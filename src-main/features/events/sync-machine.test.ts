import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import {
  nextMachine,
  nextTick,
  GRACE_MS,
  shouldPoll,
  startedMachine,
  type SyncInput,
  syncMessages,
} from './sync-machine.ts'

const error = appError('RELAY_UNREACHABLE', 'The relay cannot be reached.', 'Check the network.')
const started = (relay: boolean, configured = true): SyncInput => ({ input: 'started', relay, configured })
const link = (to: Extract<SyncInput, { input: 'link' }>['link']): SyncInput => ({
  input: 'link',
  link: to,
  error: to === 'offline' || to === 'refused' ? error : null,
})
const asking = (how: Extract<SyncInput, { input: 'asking' }>['asking']): SyncInput => ({
  input: 'asking',
  asking: how,
  error: how === 'fails' ? error : null,
})
const later: SyncInput = { input: 'tick' }

/** Passes inputs to the state machine, each at the given second. */
const run = (...steps: [second: number, input: SyncInput][]) =>
  steps.reduce((machine, [second, input]) => nextMachine(machine, input, second * 1000), startedMachine(0))

describe('the connection status', () => {
  test.each<[string, [number, SyncInput][], string, boolean]>([
    ['without credentials', [[0, started(false, false)]], 'off', false],
    ['without a relay', [[0, started(false)]], 'polling', true],
    [
      'without a relay, if the partner offers no reads',
      [
        [0, started(false)],
        [1, asking('not_offered')],
      ],
      'off',
      true,
    ],
    [
      'without a relay, if the partner is unreachable',
      [
        [0, started(false)],
        [1, asking('fails')],
      ],
      'offline',
      true,
    ],
    [
      'while connecting',
      [
        [0, started(true)],
        [1, link('connecting')],
      ],
      'connecting',
      false,
    ],
    [
      'while connected',
      [
        [0, started(true)],
        [1, link('live')],
      ],
      'live',
      false,
    ],
    [
      'while catching up',
      [
        [0, started(true)],
        [1, link('catching_up')],
      ],
      'catching_up',
      false,
    ],
    [
      'if the relay is briefly unreachable',
      [
        [0, started(true)],
        [1, link('live')],
        [2, link('offline')],
      ],
      'offline',
      false,
    ],
    [
      'if the relay is unreachable for long',
      [
        [0, started(true)],
        [1, link('live')],
        [2, link('offline')],
        [62, asking('works')],
      ],
      'polling',
      true,
    ],
    [
      'if the relay and the partner are unreachable for long',
      [
        [0, started(true)],
        [2, link('offline')],
        [62, asking('fails')],
      ],
      'offline',
      true,
    ],
    [
      'after reconnecting',
      [
        [0, started(true)],
        [2, link('offline')],
        [62, asking('works')],
        [63, link('live')],
      ],
      'live',
      false,
    ],
    [
      'refused',
      [
        [0, started(true)],
        [1, link('refused')],
      ],
      'refused',
      true,
    ],
    [
      'if the relay refuses the app and polling works',
      [
        [0, started(true)],
        [1, link('refused')],
        [2, asking('works')],
      ],
      'refused',
      true,
    ],
  ])('is correct, and so is the decision whether to poll: %s', (_, steps, light, asks) => {
    const machine = run(...steps)
    expect(machine.light).toBe(light)
    expect(shouldPoll(machine, (steps.at(-1)?.[0] ?? 0) * 1000)).toBe(asks)
  })

  test('keeps its start time while it is unchanged, and gets a new one when it changes', () => {
    expect(run([0, started(true)], [5, link('live')], [9, asking('works')]).since).toBe(5000)
    expect(run([0, started(true)], [5, link('live')], [9, link('offline')]).since).toBe(9000)
  })

  test('counts the time without a relay from the loss of the connection, not from the last attempt to reconnect', () => {
    const machine = run(
      [0, started(true)],
      [1, link('live')],
      [10, link('offline')],
      [40, link('connecting')],
      [45, link('offline')],
    )
    expect(nextTick(machine, 45_000)).toBe(10_000 + GRACE_MS)
    expect(shouldPoll(nextMachine(machine, later, 70_000), 70_000)).toBe(true)
  })

  test('has a text for every state, and never polls while the relay is connected', () => {
    const inputs = fc.oneof(
      fc.record({ input: fc.constant('started' as const), relay: fc.boolean(), configured: fc.boolean() }),
      fc.constantFrom(
        link('connecting'),
        link('catching_up'),
        link('live'),
        link('offline'),
        link('refused'),
      ),
      fc.constantFrom(asking('works'), asking('fails'), asking('not_offered')),
      fc.constant(later),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), inputs)), (steps) => {
        let now = 0
        let machine = startedMachine(0)
        for (const [seconds, input] of steps) {
          machine = nextMachine(machine, input, (now += seconds * 1000))
          expect(Object.values(syncMessages(machine)).slice(0, 2)).not.toContain('')
          if (machine.light === 'live' || machine.light === 'catching_up')
            expect(shouldPoll(machine, now)).toBe(false)
          if (machine.light === 'polling') expect(shouldPoll(machine, now)).toBe(true)
        }
      }),
    )
  })
})
