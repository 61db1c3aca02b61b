import type { ConnectionState, LinkState } from '../../../src-shared/features/connection/environment.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import type { PollingState } from '../../platform/relay/event-source.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { WebhooksView } from '../../../src-shared/features/webhooks/webhooks.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/*
 * State machine of event sync. Combines two states, the relay's connection and the polling of the partner, into one connection status.
 * docs/event-sync.md has a diagram. The machine has no side effects. Its caller starts and stops polling according to `shouldPoll`.
 */

/** Time for which the relay must be unreachable before polling starts. */
export const GRACE_MS = 60_000

export interface SyncMachine {
  link: LinkState
  /** Time when the relay was last connected, or when event sync started, in milliseconds since the epoch. */
  linkLostAt: number
  linkError: AppError | null
  /** Result of the last polling. `idle`: there was none yet. */
  asking: PollingState | 'idle'
  pollingError: AppError | null
  configured: boolean
  light: ConnectionState
  since: number
}

export type SyncInput =
  | { input: 'started'; relay: boolean; configured: boolean }
  | { input: 'link'; link: Exclude<LinkState, 'none'>; error: AppError | null }
  | { input: 'asking'; asking: PollingState; error: AppError | null }
  | { input: 'tick' }

export function startedMachine(now: number): SyncMachine {
  return {
    link: 'none',
    linkLostAt: now,
    linkError: null,
    asking: 'idle',
    pollingError: null,
    configured: false,
    light: 'off',
    since: now,
  }
}

export function nextMachine(machine: SyncMachine, input: SyncInput, now: number): SyncMachine {
  // If the clock was set back, polling must not start later than `GRACE_MS` from now.
  const moved = move({ ...machine, linkLostAt: Math.min(machine.linkLostAt, now) }, input, now)
  const light = lightOf(moved, now)
  return { ...moved, light, since: light === machine.light ? machine.since : now }
}

function move(machine: SyncMachine, input: SyncInput, now: number): SyncMachine {
  switch (input.input) {
    case 'started':
      return {
        ...startedMachine(now),
        link: input.relay ? 'connecting' : 'none',
        configured: input.configured,
      }
    case 'link': {
      const wasConnected = isConnected(machine.link)
      return {
        ...machine,
        link: input.link,
        linkError: input.error,
        linkLostAt: wasConnected && !isConnected(input.link) ? now : machine.linkLostAt,
      }
    }
    case 'asking':
      return { ...machine, asking: input.asking, pollingError: input.error }
    case 'tick':
      return machine
  }
}

function lightOf(machine: SyncMachine, now: number): ConnectionState {
  const { link, asking } = machine
  if (link === 'refused' || link === 'live' || link === 'catching_up') return link
  if (link === 'none') {
    if (!machine.configured || asking === 'not_offered') return 'off'
    return asking === 'fails' ? 'offline' : 'polling'
  }
  if (shouldPoll(machine, now) && asking === 'works') return 'polling'
  return link
}

/** True if open deals must be polled regularly now. */
export function shouldPoll(machine: SyncMachine, now: number): boolean {
  if (!machine.configured || isConnected(machine.link)) return false
  if (machine.link === 'none' || machine.link === 'refused') return true
  return now - machine.linkLostAt >= GRACE_MS
}

/** Returns the time at which the result of `shouldPoll` will change without a further input, or null if it will not change. */
export function nextTick(machine: SyncMachine, now: number): number | null {
  if (!machine.configured || shouldPoll(machine, now)) return null
  return machine.link === 'connecting' || machine.link === 'offline' ? machine.linkLostAt + GRACE_MS : null
}

function isConnected(link: LinkState): boolean {
  return link === 'live' || link === 'catching_up'
}

/** Messages for the connection status: the status, its meaning for offers, and what to do. */
interface Words {
  detail: Message
  meaning: Message
  advice: Message
}

export function syncMessages(machine: SyncMachine): Words {
  const text = msg.connection
  const { linkError, pollingError, asking } = machine
  const hasRelay = machine.link !== 'none'
  const words = (detail: Message, meaning: Message, advice: Message = ''): Words => ({
    detail,
    meaning,
    advice,
  })
  const ofLink = (detail: Message, meaning: Message) =>
    words(linkError?.message ?? detail, meaning, linkError?.advice)
  switch (machine.light) {
    case 'off':
      return machine.configured
        ? words(text.noRelayNoPolling, text.notReported, text.pairInSettings)
        : words(text.notConnected, text.notReported, text.enterCredentials)
    case 'connecting':
      return words(text.connecting, text.reportedOnceConnected)
    case 'catching_up':
      return words(text.catchingUp, text.reportedNow)
    case 'live':
      return words(text.connected, text.reportedImmediately)
    case 'polling':
      return hasRelay
        ? ofLink(text.relayUnreachable, text.pollingInstead)
        : words(text.pollingRegularly, text.reportedLate, text.pairForInstantAlerts)
    case 'offline':
      if (hasRelay) return ofLink(text.relayUnreachable, offlineMeaning(machine))
      return pollingError === null
        ? words(text.serviceUnreachable, text.reportedOnceReached, text.checkNetwork)
        : words(pollingError.message, text.reportedOnceReached, pollingError.advice)
    case 'refused':
      return ofLink(text.refused, asking === 'works' ? text.pollingInstead : text.offersNotReported)
  }
}

function offlineMeaning({ asking }: SyncMachine): Message {
  const text = msg.connection
  if (asking === 'fails') return text.neitherReached
  if (asking === 'not_offered') return text.reportedOnceReachedKept
  return text.pollingIfLong
}

/** Returns the first problem with the webhook registrations as a message for the connection status, or null if there is no problem. */
export function problemMessage({ problems }: WebhooksView): Message | null {
  const [first] = problems
  if (first === undefined) return null
  return {
    missing: msg.errorsRelay.registrationGone,
    switched_off: msg.errorsRelay.registrationOff,
    elsewhere: msg.errorsRelay.registrationElsewhere,
  }[first.problem]
}
