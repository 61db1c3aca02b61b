import type { RelayStore } from '../relay-store.ts'

/** The methods of a store that write. In SQLite there is one writer at a time. */
export const WRITES = [
  'setEnvironment',
  'addInlet',
  'revokeInlet',
  'addPairingCode',
  'redeemPairingCode',
  'revokeDevice',
  'renameDevice',
  'replayFrom',
  'acknowledge',
  'append',
  'purgeEvents',
  'purgeEventIds',
  'saveKeySet',
  'probe',
] as const satisfies (keyof RelayStore)[]

export type Writer = Pick<RelayStore, (typeof WRITES)[number] | 'close'>
