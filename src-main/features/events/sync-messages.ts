import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { WebhooksView } from '../../../src-shared/features/webhooks/webhooks.ts'
import type { ConnectionState } from '../../../src-shared/features/connection/environment.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { SyncMachine } from './sync-machine.ts'

/** Messages for the connection status: the status, its meaning for offers, and what to do. */
interface Words {
  detail: Message
  meaning: Message
  advice: Message
}

export function syncMessages(machine: SyncMachine): Words {
  const text = msg.connection
  const error = machine.linkError
  const byState: Record<ConnectionState, Words> = {
    off: machine.configured
      ? {
          detail: text.noRelayNoPolling,
          meaning: text.notReported,
          advice: text.pairInSettings,
        }
      : {
          detail: text.notConnected,
          meaning: text.notReported,
          advice: text.enterCredentials,
        },
    connecting: {
      detail: text.connecting,
      meaning: text.reportedOnceConnected,
      advice: '',
    },
    catching_up: {
      detail: text.catchingUp,
      meaning: text.reportedNow,
      advice: '',
    },
    live: {
      detail: text.connected,
      meaning: text.reportedImmediately,
      advice: '',
    },
    polling:
      machine.link === 'none'
        ? {
            detail: text.pollingRegularly,
            meaning: text.reportedLate,
            advice: text.pairForInstantAlerts,
          }
        : {
            detail: error?.message ?? text.relayUnreachable,
            meaning: text.pollingInstead,
            advice: error?.advice ?? '',
          },
    offline:
      machine.link === 'none'
        ? {
            detail: machine.pollingError?.message ?? text.serviceUnreachable,
            meaning: text.reportedOnceReached,
            advice: machine.pollingError?.advice ?? text.checkNetwork,
          }
        : {
            detail: error?.message ?? text.relayUnreachable,
            meaning: offlineMeaning(machine),
            advice: error?.advice ?? '',
          },
    refused: {
      detail: error?.message ?? text.refused,
      meaning: machine.asking === 'works' ? text.pollingInstead : text.offersNotReported,
      advice: error?.advice ?? '',
    },
  }
  return byState[machine.light]
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
