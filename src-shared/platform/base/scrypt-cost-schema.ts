import { z } from 'zod'

/** The cost parameters of scrypt, which derives a key or a hash from a PIN or a passphrase. */
export interface ScryptCost {
  N: number
  r: number
  p: number
}

/** The parameters of a new PIN or passphrase. One derivation takes about 0.4 s. */
export const SCRYPT_COST: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }

/**
 * The shape of stored parameters. Its limits prevent a changed record from making the key derivation use all of the computer's memory.
 */
export const scryptCostShape = {
  N: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
}

/** Returns the options for Node's `scrypt`, with a limit of memory that is sufficient for these parameters. */
export function scryptOptions({ N, r, p }: ScryptCost): ScryptCost & { maxmem: number } {
  return { N, r, p, maxmem: 256 * N * r }
}
