import { createHash, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { createLocalJWKSet } from 'jose/jwks/local'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import type { Clock } from './clock.ts'
import type { credentialStore, KeyPurpose, SigningKey } from './store/credentials.ts'

const ACCESS_TOKEN_SECONDS = 3600
const SIGNATURE_SECONDS = 300
const ACCESS_ISSUER = 'iso-auth'
const WEBHOOK_ISSUER = 'iso-submission'
/**
 * Age of a signature that a fault makes expired on purpose. It exceeds the lifetime of a signature plus the tolerance of any receiver's
 * clock.
 */
const LONG_AGO_SECONDS = 3600
/** Key identifier for the fault `unknown_kid`. No key ever has this identifier, even after many rotations. */
const UNKNOWN_KID = 'iso-submission-rsa-unknown'

/**
 * Ways in which a fault makes a signature of a notification faulty. An `unbound` signature does not cover the body. Receivers may still
 * accept it, because the spec does not show which claims a signature contains (section 5).
 */
export type SignatureFlaw = 'wrong_key' | 'unknown_kid' | 'alg_none' | 'expired' | 'unbound'

export interface AccessClaims {
  client_id: string
  expires_at: number
}

export type Signing = ReturnType<typeof createSigning>

/** Creates the functions that sign and verify access tokens, and the function that signs notifications. */
export function createSigning(keys: KeyRing, clock: Clock) {
  let unpublished: ReturnType<typeof generateKeyPair> | null = null

  /**
   * Returns a key that is not in the published key set, to create signatures that the app must reject. Generates the key at the first use.
   */
  function unpublishedKey() {
    unpublished ??= generateKeyPair(ALGORITHM, { modulusLength: 2048 })
    return unpublished.then(({ privateKey }) => privateKey)
  }

  return {
    /** Signs an access token that is valid for one hour. */
    signAccessToken(client_id: string): Promise<string> {
      const issued = seconds(clock())
      const { kid, key } = keys.signer('access')
      return new SignJWT()
        .setIssuer(ACCESS_ISSUER)
        .setSubject(client_id)
        .setJti(randomUUID())
        .setIssuedAt(issued)
        .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .sign(key)
    },

    /** Returns the claims of a bearer token, or null if the token was not issued here, has expired, or is not an access token. */
    async verifyAccessToken(token: string): Promise<AccessClaims | null> {
      try {
        const { payload } = await jwtVerify(token, keys.find, {
          algorithms: [ALGORITHM],
          issuer: ACCESS_ISSUER,
          requiredClaims: ['sub', 'exp'],
          currentDate: new Date(clock()),
        })
        return { client_id: String(payload.sub), expires_at: Number(payload.exp) * 1000 }
      } catch {
        return null
      }
    },

    /**
     * Returns the value of the `X-Signature` header for one delivery attempt. Each attempt gets a new signature, because an older one could
     * have expired.
     */
    async signWebhook(body: string, flaw: SignatureFlaw | null): Promise<string> {
      const issued = seconds(clock()) - (flaw === 'expired' ? LONG_AGO_SECONDS : 0)
      const claims = {
        iss: WEBHOOK_ISSUER,
        iat: issued,
        ...(flaw !== 'unbound' && {
          jti: randomUUID(),
          exp: issued + SIGNATURE_SECONDS,
          body_sha256: createHash('sha256').update(body).digest('hex'),
        }),
      }
      const signer = keys.signer('webhook')
      const kid = flaw === 'unknown_kid' ? UNKNOWN_KID : signer.kid
      if (flaw === 'alg_none') return `${encode({ alg: 'none', kid, typ: 'JWT' })}.${encode(claims)}.`
      const foreign = flaw === 'wrong_key' || flaw === 'unknown_kid'
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .sign(foreign ? await unpublishedKey() : signer.key)
    },
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

const ALGORITHM = 'RS256'

/**
 * Key identifiers without the number at their end. The spec names `iso-submission-rsa-01` (section 2). The spec shows no name for the keys
 * of access tokens, so `iso-auth-rsa` is our choice.
 */
const KID_STEMS: Record<KeyPurpose, string> = { access: 'iso-auth-rsa', webhook: 'iso-submission-rsa' }

export type KeyRing = Awaited<ReturnType<typeof createKeyRing>>

/**
 * Creates the key ring, which contains the signing keys. The first start generates and stores the first keys. The newest key of each
 * purpose signs. All keys that are not withdrawn are published, so that older signatures remain valid after a new key was added.
 */
export async function createKeyRing(credentials: ReturnType<typeof credentialStore>) {
  const missing = (['access', 'webhook'] as const).filter((purpose) => keysFor(purpose).length === 0)
  const made = await Promise.all(
    missing.map(async (purpose) => [purpose, await generatePrivateJwk()] as const),
  )
  for (const [purpose, private_jwk] of made) add(purpose, private_jwk)
  let current = await load()

  /**
   * Adds a key and returns its identifier. The identifier's number also counts withdrawn keys, so that no identifier is ever used again.
   */
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
    if (key === undefined) throw new Error(`The data folder contains no ${purpose} key.`)
    return { kid: key.kid, key: await importJWK(key.private_jwk, ALGORITHM) }
  }

  return {
    /** Returns the published key set: exactly the fields of spec section 2. */
    jwks: () => current.jwks,
    /** Returns the current signing key and its identifier. */
    signer: (purpose: KeyPurpose) => current.signers[purpose],
    /** Finds the published key that a token's header names. */
    find: ((...token) => current.find(...token)) as ReturnType<typeof createLocalJWKSet>,

    /** Adds a new key to the published keys and uses it for all further signatures. Returns its identifier. */
    async rotate(purpose: KeyPurpose): Promise<string> {
      const kid = add(purpose, await generatePrivateJwk())
      current = await load()
      return kid
    },

    /**
     * Withdraws a key: it is no longer published, and its signatures are no longer accepted. The last key for a purpose cannot be
     * withdrawn.
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
