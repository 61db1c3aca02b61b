import { hash, KeyObject, verify } from 'node:crypto'
import type { KeySource } from '../../src-shared/webhook/key-source.ts'
import type { Primitives } from '../../src-shared/webhook/primitives.ts'
import { verifySignature } from '../../src-shared/webhook/verify-signature.ts'

type CryptoKey = Parameters<Primitives['verify']>[0]

const keyObjects = new WeakMap<CryptoKey, KeyObject>()

/**
 * Node's own, at once and on this thread, as the relay has them: an RS256 check takes a few dozen microseconds, and WebCrypto's
 * way to the thread pool and back keeps this thread busy for longer than that.
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

/** Judges a notification over its raw bytes by these keys, as of when it was received. */
export const verifyBy = (keys: KeySource) => (body: Uint8Array, signature: string, now: Date) =>
  verifySignature({ body, signature, keys, now, primitives: nodePrimitives })
