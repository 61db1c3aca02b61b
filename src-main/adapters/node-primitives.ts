import { hash, KeyObject, verify } from 'node:crypto'
import type { Primitives } from '../../src-shared/webhook/primitives.ts'

type CryptoKey = Parameters<Primitives['verify']>[0]

const keyObjects = new WeakMap<CryptoKey, KeyObject>()

/**
 * Node's own, at once and on this thread, as the relay has them: an RS256 check takes a few dozen microseconds, and WebCrypto's
 * way to the thread pool and back keeps this thread busy for longer than that.
 */
export const nodePrimitives: Primitives = {
  verify: (key, signature, bytes) => verify('sha256', bytes, keyObjectOf(key), signature),
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
}

function keyObjectOf(key: CryptoKey): KeyObject {
  const known = keyObjects.get(key) ?? KeyObject.from(key)
  keyObjects.set(key, known)
  return known
}
