import { createHash, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { createLocalJWKSet } from 'jose/jwks/local'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import type { Clock } from './clock-and-log.ts'
import { KEY_PURPOSES, type KeyPurpose, type Store } from './store.ts'

const ACCESS_TOKEN_SECONDS = 3600
const SIGNATURE_SECONDS = 300
const ACCESS_ISSUER = 'iso-auth'
const WEBHOOK_ISSUER = 'iso-submission'
/** Exceeds the lifetime of a signature plus the tolerance of any receiver's clock. */
const LONG_AGO_SECONDS = 3600
const UNKNOWN_KID = 'iso-submission-rsa-unknown'

/** An `unbound` signature does not cover the body. Receivers may still accept it (spec section 5). */
export const SIGNATURE_FLAWS = ['wrong_key', 'unknown_kid', 'alg_none', 'expired', 'unbound'] as const
export type SignatureFlaw = (typeof SIGNATURE_FLAWS)[number]

export interface AccessClaims {
  client_id: string
  expires_at: number
}

export type Signing = ReturnType<typeof createSigning>

export function createSigning(keys: KeyRing, clock: Clock) {
  /** A key pair that is not published, to create signatures that the app must reject. */
  let unpublished: ReturnType<typeof generateKeyPair> | null = null

  return {
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

    /** Each attempt gets a new signature, because an older one could have expired. */
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
        .sign(
          foreign
            ? (await (unpublished ??= generateKeyPair(ALGORITHM, { modulusLength: 2048 }))).privateKey
            : signer.key,
        )
    },
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const seconds = (ms: number) => Math.floor(ms / 1000)

const ALGORITHM = 'RS256'

/** The spec names `iso-submission-rsa-01` (section 2), and no key of access tokens. */
const KID_STEMS: Record<KeyPurpose, string> = { access: 'iso-auth-rsa', webhook: 'iso-submission-rsa' }

async function generate(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true })
  return exportJWK(privateKey)
}

export type KeyRing = Awaited<ReturnType<typeof createKeyRing>>

/** The newest key of each purpose signs. All keys that are not withdrawn are published, so that older signatures remain valid. */
export async function createKeyRing(store: Pick<Store, 'keys'>) {
  const keysFor = (purpose: KeyPurpose) => store.keys.list((key) => key.purpose === purpose && !key.retired)
  const missing = KEY_PURPOSES.filter((purpose) => keysFor(purpose).length === 0)
  const made = await Promise.all(missing.map(async (purpose) => [purpose, await generate()] as const))
  for (const [purpose, private_jwk] of made) add(purpose, private_jwk)
  let current = await load()

  /** The number of a key also counts withdrawn keys, so that no identifier is ever used again. */
  function add(purpose: KeyPurpose, private_jwk: JWK): string {
    const number = store.keys.list((key) => key.purpose === purpose).length + 1
    const kid = `${KID_STEMS[purpose]}-${String(number).padStart(2, '0')}`
    store.keys.put({ kid, purpose, private_jwk, retired: false })
    return kid
  }

  async function load() {
    const published = store.keys.list(({ retired }) => !retired)
    const jwks = {
      keys: published.map(({ kid, private_jwk: { kty, n, e } }) => ({
        kty: kty ?? 'RSA',
        alg: ALGORITHM,
        kid,
        n: n ?? '',
        e: e ?? '',
      })),
    }
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
    signer: (purpose: KeyPurpose) => current.signers[purpose],
    find: ((...token) => current.find(...token)) as ReturnType<typeof createLocalJWKSet>,

    async rotate(purpose: KeyPurpose): Promise<string> {
      const kid = add(purpose, await generate())
      current = await load()
      return kid
    },

    async retire(kid: string): Promise<'retired' | 'unknown' | 'last'> {
      const key = store.keys.get(kid)
      if (key === null || key.retired) return 'unknown'
      if (keysFor(key.purpose).length === 1) return 'last'
      store.keys.change(kid, { retired: true })
      current = await load()
      return 'retired'
    },
  }
}
