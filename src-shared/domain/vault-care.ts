export type * from './vault-care-schema.ts'

export const SHORTEST_PASSPHRASE = 12
