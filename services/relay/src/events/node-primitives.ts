import { hash, KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { Primitives } from '../../../../src-shared/webhook/primitives.ts'

type CryptoKey = Parameters<Primitives['verify']>[0]

const keyObjects = new WeakMap<CryptoKey, KeyObject>()

/**
 * Node's crypto functions. An RS256 check takes a few dozen microseconds on another thread and needs one round trip; WebCrypto needs two.
 * Hashing takes less time than a round trip, so it runs on this thread.
 */
export const nodePrimitives: Primitives = {
  verify: (key, signature, bytes) => verifyAside('sha256', bytes, keyObjectOf(key), signature),
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
}

const verifyAside = promisify(verify)

function keyObjectOf(key: CryptoKey): KeyObject {
  const known = keyObjects.get(key) ?? KeyObject.from(key)
  keyObjects.set(key, known)
  return known
}
