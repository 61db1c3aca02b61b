import type { BridgeState } from '../../../src-shared/domain/environment.ts'
import type { BridgeMachine } from './bridge-machine.ts'

/** The words beside the light: what is, what it means for offers, what to do. */
interface Words {
  detail: string
  meaning: string
  advice: string
}

const NOTHING_LOST = 'Nothing is lost: the relay keeps what comes in.'
const ASKED_INSTEAD =
  'The service is asked about your open deals instead, so offers may be told minutes late.'

export function bridgeWords(machine: BridgeMachine): Words {
  const error = machine.linkError
  const words: Record<BridgeState, Words> = {
    off: machine.configured
      ? {
          detail: 'No relay is paired, and this service does not let us ask about applications.',
          meaning: 'Offers and status changes are not told here.',
          advice: 'Pair a relay in Settings, under Offer alerts.',
        }
      : {
          detail: 'This environment is not connected to a service yet.',
          meaning: 'Offers and status changes are not told here.',
          advice: 'Enter the credentials in Settings.',
        },
    connecting: {
      detail: 'Connecting to the relay.',
      meaning: `Offers are told as soon as the connection stands. ${NOTHING_LOST}`,
      advice: '',
    },
    catching_up: {
      detail: 'Reading what came in while this computer was away.',
      meaning: 'Offers that came meanwhile are told now.',
      advice: '',
    },
    live: {
      detail: 'Connected to the relay.',
      meaning: 'Offers and status changes are told at once.',
      advice: '',
    },
    polling:
      machine.link === 'none'
        ? {
            detail: 'No relay is paired. The service is asked about your open deals again and again.',
            meaning: 'Offers are told minutes late, for older deals hours late.',
            advice: 'To be told at once, pair a relay in Settings, under Offer alerts.',
          }
        : {
            detail: error?.message ?? 'The relay cannot be reached.',
            meaning: ASKED_INSTEAD,
            advice: error?.advice ?? '',
          },
    offline:
      machine.link === 'none'
        ? {
            detail: machine.askingError?.message ?? 'The service cannot be reached.',
            meaning: 'Offers are told once it can be reached again.',
            advice: machine.askingError?.advice ?? 'Check your network.',
          }
        : {
            detail: error?.message ?? 'The relay cannot be reached.',
            meaning: offlineMeaning(machine),
            advice: error?.advice ?? '',
          },
    refused: {
      detail: error?.message ?? 'The relay does not accept this computer.',
      meaning: machine.asking === 'works' ? ASKED_INSTEAD : 'Offers are not told here.',
      advice: error?.advice ?? '',
    },
  }
  return words[machine.light]
}

function offlineMeaning({ asking }: BridgeMachine): string {
  if (asking === 'fails')
    return `The service cannot be reached either, so offers are told later. ${NOTHING_LOST}`
  if (asking === 'not_offered') return `Offers are told once it can be reached again. ${NOTHING_LOST}`
  return `Offers are told once it can be reached again; if that takes long, the service is asked instead. ${NOTHING_LOST}`
}
