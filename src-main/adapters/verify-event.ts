import { hash, KeyObject, verify } from 'node:crypto'
import type { KeySource } from '../../src-shared/webhook/key-source.ts'
import type { Primitives } from '../../src-shared/webhook/primitives.ts'
import { verifySignature } from '../../src-shared/webhook/verify-signature.ts'

type CryptoKey = Parameters<Primitives['verify']>[0]

const keyObjects = new WeakMap<CryptoKey, KeyObject>()

/**
 * Node's synchronous functions, as in the relay. An RS256 check takes a few dozen microseconds, and WebCrypto's thread pool would block
 * this thread for longer.
 */
const nodePrimitives: Primitives = {
  verify: (key, signature, bytes) => verify('sha256', bytes, keyObjectOf(key), signature),
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
}

function keyObjectOf(key: CryptoKey): KeyObject {
  const known = keyObjects.get(key) ?? KeyObject.from(key)
  keyObjects.set(key, known)
  return known
}

/** Verifies a notification's raw bytes with these keys, at the time it was received. */
export const verifyBy = (keys: KeySource) => (body: Uint8Array, signature: string, now: Date) =>
  verifySignature({ body, signature, keys, now, primitives: nodePrimitives })
