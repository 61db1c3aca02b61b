import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { PLAINLY } from '../../../src-shared/platform/base/keep-valid.ts'
import {
  scryptCostShape,
  scryptOptions,
  type ScryptCost,
} from '../../../src-shared/platform/base/scrypt-cost-schema.ts'

const base64 = z.base64().max(200)

/**
 * The verifier of the PIN, as stored in the keychain. `failures` counts the wrong PINs since the last right one. Neither the vault nor the
 * preferences contain any part of it, so that these files cannot verify guesses.
 */
const pinRecordSchema = z.strictObject({
  version: z.literal(1),
  kdf: z.strictObject(scryptCostShape),
  salt: base64,
  hash: base64,
  failures: z.int().min(0),
})
export type PinRecord = z.infer<typeof pinRecordSchema>

const HASH_BYTES = 32

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Creates the verifier of a new PIN, with a new salt. */
export async function newPinRecord(pin: string, kdf: ScryptCost): Promise<PinRecord> {
  const salt = randomBytes(32)
  const hash = await hashOf(pin, salt, kdf)
  return {
    version: 1,
    kdf,
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    failures: 0,
  }
}

/** Returns true if this is the PIN of the record. */
export async function isPinOf({ kdf, salt, hash }: PinRecord, pin: string): Promise<boolean> {
  const kept = Buffer.from(hash, 'base64')
  const typed = await hashOf(pin, Buffer.from(salt, 'base64'), kdf)
  return kept.length === typed.length && timingSafeEqual(kept, typed)
}

/** Parses a stored record. Returns null if it is unreadable. */
export function readPinRecord(text: string): PinRecord | null {
  try {
    return pinRecordSchema.parse(JSON.parse(text), PLAINLY)
  } catch {
    return null
  }
}

/** Derives the hash. Normalizes the PIN, because keyboards produce different character codes for the same accented letter. */
function hashOf(pin: string, salt: Buffer, kdf: ScryptCost): Promise<Buffer> {
  return derive(pin.normalize('NFKC'), salt, HASH_BYTES, scryptOptions(kdf))
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** The waits after the fifth and each later wrong PIN in a row. The last one also follows every further wrong PIN. */
const WAITS_MS = [30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]
const FREE_TRIES = 4

/** Returns the milliseconds to wait after this many wrong PINs in a row. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length) - 1] ?? 0
}
