import type { JWK } from 'jose'
import { createLocalJWKSet } from 'jose/jwks/local'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import type { credentialStore, KeyPurpose, SigningKey } from './store/credentials.ts'

export const ALGORITHM = 'RS256'

/** Key identifiers without their number. The spec names `iso-submission-rsa-01` (section 2); the other one is our choice. */
const KID_STEMS: Record<KeyPurpose, string> = { access: 'iso-auth-rsa', webhook: 'iso-submission-rsa' }

export type KeyRing = Awaited<ReturnType<typeof createKeyRing>>

/**
 * Creates the key ring. The first start generates the first keys, which takes a moment, and stores them. The newest key of a purpose signs.
 * All keys that are not withdrawn are published, so that older signatures stay valid after a rotation.
 */
export async function createKeyRing(credentials: ReturnType<typeof credentialStore>) {
  const missing = (['access', 'webhook'] as const).filter((purpose) => keysFor(purpose).length === 0)
  const made = await Promise.all(
    missing.map(async (purpose) => [purpose, await generatePrivateJwk()] as const),
  )
  for (const [purpose, private_jwk] of made) add(purpose, private_jwk)
  let current = await load()

  /** Withdrawn keys count too, so that no identifier is ever reused. */
  function add(purpose: KeyPurpose, private_jwk: JWK): string {
    const number = credentials.keyCount(purpose) + 1
    const kid = `${KID_STEMS[purpose]}-${String(number).padStart(2, '0')}`
    credentials.addKey({ kid, purpose, private_jwk })
    return kid
  }

  function keysFor(purpose: KeyPurpose): SigningKey[] {
    return credentials.keys().filter((key) => key.purpose === purpose)
  }

  async function load() {
    const jwks = { keys: credentials.keys().map(({ kid, private_jwk }) => publicJwk(kid, private_jwk)) }
    return {
      jwks,
      find: createLocalJWKSet(jwks),
      signers: { access: await newest('access'), webhook: await newest('webhook') },
    }
  }

  async function newest(purpose: KeyPurpose) {
    const key = keysFor(purpose).at(-1)
    if (key === undefined) throw new Error(`There is no ${purpose} key in the data folder.`)
    return { kid: key.kid, key: await importJWK(key.private_jwk, ALGORITHM) }
  }

  return {
    /** Returns the published key set: exactly the fields of spec section 2. */
    jwks: () => current.jwks,
    /** Returns the current signing key and its identifier. */
    signer: (purpose: KeyPurpose) => current.signers[purpose],
    /** Finds the published key that a token's header names. */
    find: ((...token) => current.find(...token)) as ReturnType<typeof createLocalJWKSet>,

    /** Publishes a new key next to the old ones and signs with it from now on. Returns its identifier. */
    async rotate(purpose: KeyPurpose): Promise<string> {
      const kid = add(purpose, await generatePrivateJwk())
      current = await load()
      return kid
    },

    /**
     * Withdraws a key: it is no longer published, and its signatures are no longer accepted. The last key of a purpose cannot be withdrawn.
     */
    async retire(kid: string): Promise<'retired' | 'unknown' | 'last'> {
      const key = credentials.keys().find((candidate) => candidate.kid === kid)
      if (key === undefined) return 'unknown'
      if (keysFor(key.purpose).length === 1) return 'last'
      credentials.retireKey(kid)
      current = await load()
      return 'retired'
    },
  }
}

async function generatePrivateJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true })
  return exportJWK(privateKey)
}

function publicJwk(kid: string, { kty, n, e }: JWK) {
  return { kty: kty ?? 'RSA', alg: ALGORITHM, kid, n: n ?? '', e: e ?? '' }
}
