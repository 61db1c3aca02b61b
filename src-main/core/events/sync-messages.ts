import type { Message } from '../../../src-shared/messages/message.ts'
import type { WebhooksView } from '../../../src-shared/domain/webhooks.ts'
import type { ConnectionState } from '../../../src-shared/domain/environment.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { SyncMachine } from './sync-machine.ts'

/** Messages for the connection status: the status, its meaning for offers, and what to do. */
interface Words {
  detail: Message
  meaning: Message
  advice: Message
}

export function syncMessages(machine: SyncMachine): Words {
  const say = msg.connection
  const error = machine.linkError
  const byState: Record<ConnectionState, Words> = {
    off: machine.configured
      ? {
          detail: say.noRelayNoPolling,
          meaning: say.notReported,
          advice: say.pairInSettings,
        }
      : {
          detail: say.notConnected,
          meaning: say.notReported,
          advice: say.enterCredentials,
        },
    connecting: {
      detail: say.connecting,
      meaning: say.reportedOnceConnected,
      advice: '',
    },
    catching_up: {
      detail: say.catchingUp,
      meaning: say.reportedNow,
      advice: '',
    },
    live: {
      detail: say.connected,
      meaning: say.reportedImmediately,
      advice: '',
    },
    polling:
      machine.link === 'none'
        ? {
            detail: say.pollingRegularly,
            meaning: say.reportedLate,
            advice: say.pairForInstantAlerts,
          }
        : {
            detail: error?.message ?? say.relayUnreachable,
            meaning: say.pollingInstead,
            advice: error?.advice ?? '',
          },
    offline:
      machine.link === 'none'
        ? {
            detail: machine.pollingError?.message ?? say.serviceUnreachable,
            meaning: say.reportedOnceReached,
            advice: machine.pollingError?.advice ?? say.checkNetwork,
          }
        : {
            detail: error?.message ?? say.relayUnreachable,
            meaning: offlineMeaning(machine),
            advice: error?.advice ?? '',
          },
    refused: {
      detail: error?.message ?? say.refused,
      meaning: machine.asking === 'works' ? say.pollingInstead : say.offersNotReported,
      advice: error?.advice ?? '',
    },
  }
  return byState[machine.light]
}

function offlineMeaning({ asking }: SyncMachine): Message {
  const say = msg.connection
  if (asking === 'fails') return say.neitherReached
  if (asking === 'not_offered') return say.reportedOnceReachedKept
  return say.pollingIfLong
}

/** Returns the first problem as a message for the connection status, or null without a problem. */
export function problemMessage({ problems }: WebhooksView): Message | null {
  const [first] = problems
  if (first === undefined) return null
  return {
    missing: msg.errorsRelay.registrationGone,
    switched_off: msg.errorsRelay.registrationOff,
    elsewhere: msg.errorsRelay.registrationElsewhere,
  }[first.problem]
}
