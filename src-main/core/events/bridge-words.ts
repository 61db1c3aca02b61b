import type { BridgeState } from '../../../src-shared/domain/environment.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { BridgeMachine } from './bridge-machine.ts'

/** Texts for the connection status: the status, its meaning for offers, and what to do. */
interface Words {
  detail: string
  meaning: string
  advice: string
}

export function bridgeWords(machine: BridgeMachine): Words {
  const say = words().bridge
  const error = machine.linkError
  const byState: Record<BridgeState, Words> = {
    off: machine.configured
      ? {
          detail: say.noRelayNoAsking,
          meaning: say.notTold,
          advice: say.pairInSettings,
        }
      : {
          detail: say.notConnected,
          meaning: say.notTold,
          advice: say.enterCredentials,
        },
    connecting: {
      detail: say.connecting,
      meaning: say.toldOnceConnected,
      advice: '',
    },
    catching_up: {
      detail: say.catchingUp,
      meaning: say.toldNow,
      advice: '',
    },
    live: {
      detail: say.connected,
      meaning: say.toldAtOnce,
      advice: '',
    },
    polling:
      machine.link === 'none'
        ? {
            detail: say.askedRegularly,
            meaning: say.toldLate,
            advice: say.pairToBeTold,
          }
        : {
            detail: error?.message ?? say.relayUnreachable,
            meaning: say.askedInstead,
            advice: error?.advice ?? '',
          },
    offline:
      machine.link === 'none'
        ? {
            detail: machine.askingError?.message ?? say.serviceUnreachable,
            meaning: say.toldOnceReached,
            advice: machine.askingError?.advice ?? say.checkNetwork,
          }
        : {
            detail: error?.message ?? say.relayUnreachable,
            meaning: offlineMeaning(machine),
            advice: error?.advice ?? '',
          },
    refused: {
      detail: error?.message ?? say.refused,
      meaning: machine.asking === 'works' ? say.askedInstead : say.offersNotTold,
      advice: error?.advice ?? '',
    },
  }
  return byState[machine.light]
}

function offlineMeaning({ asking }: BridgeMachine): string {
  const say = words().bridge
  if (asking === 'fails') return say.neitherReached
  if (asking === 'not_offered') return say.toldOnceReachedKept
  return say.askedIfLong
}
