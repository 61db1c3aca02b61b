import { createHash, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import { createLocalJWKSet } from 'jose/jwks/local'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Clock } from './clock.ts'
import type { credentialStore, KeyPurpose } from './store/credentials.ts'

const ALGORITHM = 'RS256'
const ACCESS_TOKEN_SECONDS = 3600
const SIGNATURE_SECONDS = 300
const ACCESS_ISSUER = 'iso-auth'
const WEBHOOK_ISSUER = 'iso-submission'

/** `iso-submission-rsa-01` is the specification's (section 2); the other key's name is ours. */
const FIRST_KEYS: { kid: string; purpose: KeyPurpose }[] = [
  { kid: 'iso-auth-rsa-01', purpose: 'access' },
  { kid: 'iso-submission-rsa-01', purpose: 'webhook' },
]

export interface AccessClaims {
  client_id: string
  /** Milliseconds since 1970. */
  expires_at: number
}

export type Signing = Awaited<ReturnType<typeof createSigning>>

/**
 * Everything that is signed and verified here. The keys are made at the first start, which takes a moment, and kept.
 * `bindBody` false leaves all claims but `iss` and `iat` out of webhook signatures, since which claims the real service
 * puts there is not shown (section 5).
 */
export async function createSigning(
  credentials: ReturnType<typeof credentialStore>,
  clock: Clock,
  bindBody: boolean,
) {
  if (credentials.keys().length === 0) {
    const made = await Promise.all(
      FIRST_KEYS.map(async (key) => ({ ...key, private_jwk: await generatePrivateJwk() })),
    )
    for (const key of made) credentials.addKey(key)
  }
  const stored = credentials.keys()
  const signers = {
    access: await newestKey('access'),
    webhook: await newestKey('webhook'),
  }
  const jwks = { keys: stored.map(({ kid, private_jwk }) => publicJwk(kid, private_jwk)) }
  const findKey = createLocalJWKSet(jwks)

  async function newestKey(purpose: KeyPurpose) {
    const key = stored.findLast((candidate) => candidate.purpose === purpose)
    if (key === undefined) throw new Error(`There is no ${purpose} key in the data folder.`)
    return { kid: key.kid, key: await importJWK(key.private_jwk, ALGORITHM) }
  }

  function sign(purpose: KeyPurpose, claims: SignJWT): Promise<string> {
    const { kid, key } = signers[purpose]
    return claims.setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(key)
  }

  return {
    /** The published key set: exactly the fields of spec section 2. */
    jwks,

    /** An access token, good for one hour. */
    signAccessToken(client_id: string): Promise<string> {
      const issued = seconds(clock())
      const claims = new SignJWT()
        .setIssuer(ACCESS_ISSUER)
        .setSubject(client_id)
        .setJti(randomUUID())
        .setIssuedAt(issued)
        .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
      return sign('access', claims)
    },

    /** What a bearer token says, or null when it is not ours, not an access token, or expired. */
    async verifyAccessToken(token: string): Promise<AccessClaims | null> {
      try {
        const { payload } = await jwtVerify(token, findKey, {
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

    /** The `X-Signature` of one delivery. Made anew at every attempt, or a retry would come expired. */
    signWebhook(event_id: string, body: string): Promise<string> {
      const issued = seconds(clock())
      const claims = new SignJWT(
        bindBody ? { body_sha256: createHash('sha256').update(body).digest('hex') } : {},
      )
        .setIssuer(WEBHOOK_ISSUER)
        .setIssuedAt(issued)
      if (bindBody) claims.setJti(event_id).setExpirationTime(issued + SIGNATURE_SECONDS)
      return sign('webhook', claims)
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

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
