export type * from './vault-status-schema.ts'

export const SHORTEST_PASSPHRASE = 12
