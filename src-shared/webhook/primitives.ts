import type { CryptoKey } from 'jose'

// This project knows no platform; these stand in Node since 18 and in every browser.
declare const crypto: {
  subtle: {
    digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer>
    verify(
      algorithm: 'RSASSA-PKCS1-v1_5',
      key: CryptoKey,
      signature: Uint8Array,
      data: Uint8Array,
    ): Promise<boolean>
  }
}

/** What the judgement of a signature needs of cryptography. */
export interface Primitives {
  /** Whether it is the RS256 signature of these bytes. */
  verify(key: CryptoKey, signature: Uint8Array, bytes: Uint8Array): boolean | Promise<boolean>
  sha256(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** Those that are everywhere. */
export const webCrypto: Primitives = {
  verify: (key, signature, bytes) => crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signature, bytes),
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
}
