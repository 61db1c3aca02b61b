import { base64url, decodeProtectedHeader, errors, jwtVerify, type CryptoKey, type JWTPayload } from 'jose'
import { partnerEventSchema, type Verification } from '../domain/event.ts'
import { appError, fail, ok, type Result } from '../errors.ts'
import type { KeySource } from './key-source.ts'

// This project knows no platform; these two stand in Node since 18 and in every browser.
declare const crypto: {
  subtle: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> }
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true })
  decode(bytes: Uint8Array): string
}

/** How far the sender's clock may be off, and how old a signature without an end of its own may be. */
export const TOLERANCE_S = 5 * 60
const MAX_SIGNATURE_LENGTH = 8192
const MAX_KID_LENGTH = 200
/** Three parts of unpadded base64url; what a lenient decoder would also read is somebody's try. */
const COMPACT_TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/
/**
 * Keys so named sign notifications (spec section 2: `iso-submission-rsa-01`). The same set holds the key of access tokens,
 * which every client of the service has, and whose tokens would else pass for signatures.
 */
const SIGNING_KID = /^iso-submission-[A-Za-z0-9._-]+$/

/** Names under which a claim may carry the SHA-256 of the raw body, in hex or base64url. The claims are "not shown". */
const BODY_HASH_CLAIMS = ['body_sha256', 'body_hash', 'sha256']
/** Names under which a claim may carry the `event_id` of the body. */
const EVENT_ID_CLAIMS = ['event_id', 'jti']
/** Header fields by which a token would bring its own key along. */
const KEY_BEARING_HEADERS = ['jwk', 'jku', 'x5u', 'x5c']
/** Header fields by which a token would change what its signature covers. */
const COVERAGE_HEADERS = ['crit', 'b64', 'zip', 'cty', 'enc']

export interface SignedNotification {
  /** The raw bytes as they came. */
  body: Uint8Array
  /** The `X-Signature` header as it came. */
  signature: string | undefined
  keys: KeySource
  /**
   * When it was received. Who verifies an event later, as an app that was offline does, gives the time at which it came,
   * not the present: what makes a late event harmless is its `event_id`, applied once.
   */
  now: Date
}

export interface VerifiedSignature {
  /** `body` when a hash binds the signature to these very bytes; an id alone leaves the status free, so it is a `hint`. */
  verification: Verification
  kid: string
  event_id: string
  claims: { iat?: number; exp?: number; jti?: string }
}

/** A notification of which only the SHA-256 of the raw bytes and the id are kept, as in a proof of submission. */
export interface SignedDigest extends Omit<SignedNotification, 'body'> {
  digest: () => Promise<Uint8Array>
  event_id: string
}

/**
 * Judges the X-Signature of a notification over its raw bytes (spec section 5): RS256 by the published key of that `kid`
 * and nothing else. Claims are not shown in the specification, so each known one is enforced where it is present.
 *
 * Errors: `EVENT_SIGNATURE_INVALID` for good, `EVENT_KEYS_UNAVAILABLE` cannot be judged now (retryable), `EVENT_MALFORMED`
 * genuinely signed but without a readable `event_id`.
 */
export function verifySignature({ body, ...signed }: SignedNotification): Promise<Result<VerifiedSignature>> {
  const digest = async () => new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return judge({ ...signed, digest }, () => readEventId(body))
}

/** The same from the digest of a body that is not there any more. */
export function verifyDigest({ event_id, ...signed }: SignedDigest): Promise<Result<VerifiedSignature>> {
  return judge(signed, () => event_id)
}

async function judge(
  { digest, signature, keys, now }: Omit<SignedDigest, 'event_id'>,
  eventId: () => string | null,
): Promise<Result<VerifiedSignature>> {
  if (signature === undefined || signature === '') return invalid('it carries no signature')
  if (signature.length > MAX_SIGNATURE_LENGTH) return invalid('its signature is too long')
  const kid = readKid(signature)
  if (!kid.ok) return kid
  const claims = await readClaims(signature, kid.value, keys, now)
  if (!claims.ok) return claims

  const { iat, exp, jti } = claims.value
  const nowS = now.getTime() / 1000
  if (iat !== undefined && iat > nowS + TOLERANCE_S) return invalid('its signature is from the future')
  if (iat !== undefined && exp === undefined && iat < nowS - TOLERANCE_S)
    return invalid('its signature is too old')

  const hashes = BODY_HASH_CLAIMS.filter((name) => claims.value[name] !== undefined)
  if (hashes.length > 0) {
    const sum = await digest()
    if (!hashes.every((name) => isDigest(claims.value[name], sum)))
      return invalid('its body is not the one that was signed')
  }
  const event_id = eventId()
  if (event_id === null)
    return fail(
      appError(
        'EVENT_MALFORMED',
        'A signed notification could not be read: its body is no JSON object with an event_id.',
        'It was put aside. If this repeats, ask the service what it sends.',
      ),
    )
  if (EVENT_ID_CLAIMS.some((name) => claims.value[name] !== undefined && claims.value[name] !== event_id))
    return invalid('its signature belongs to another event')
  return ok({
    verification: hashes.length > 0 ? 'body' : 'hint',
    kid: kid.value,
    event_id,
    claims: {
      ...(iat === undefined ? {} : { iat }),
      ...(exp === undefined ? {} : { exp }),
      ...(jti === undefined ? {} : { jti }),
    },
  })
}

/** Reads the header before any key is looked up: whatever is not plain RS256 by `kid` ends here. */
function readKid(signature: string): Result<string> {
  let header: Record<string, unknown>
  try {
    header = decodeProtectedHeader(signature)
  } catch {
    return invalid('its signature is no JWT')
  }
  const { alg, typ, kid } = header
  if (alg !== 'RS256') return invalid('its signature is not RS256')
  if (!COMPACT_TOKEN.test(signature)) return invalid('its signature is no JWT')
  if (KEY_BEARING_HEADERS.some((name) => name in header)) return invalid('its signature brings its own key')
  if (COVERAGE_HEADERS.some((name) => name in header))
    return invalid('its signature asks for an extension of JWT')
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT'))
    return invalid('its signature is of another type than JWT')
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH)
    return invalid('its signature names no key')
  if (!SIGNING_KID.test(kid)) return invalid('its signature names a key that signs no notifications')
  return ok(kid)
}

async function readClaims(
  signature: string,
  kid: string,
  keys: KeySource,
  now: Date,
): Promise<Result<JWTPayload>> {
  const known = await keys.find(kid)
  if (!known.found)
    return known.reason === 'unknown'
      ? invalid('its signature names a key that is not published')
      : unavailable()
  const first = await checkToken(signature, known.key, now)
  if (first !== 'mismatch') return first
  const renewed = await keys.findReplacement(kid, known.key)
  const second = renewed.found ? await checkToken(signature, renewed.key, now) : first
  return second === 'mismatch' ? invalid('its signature does not fit') : second
}

async function checkToken(
  signature: string,
  key: CryptoKey,
  now: Date,
): Promise<Result<JWTPayload> | 'mismatch'> {
  try {
    const { payload } = await jwtVerify(signature, key, {
      algorithms: ['RS256'],
      clockTolerance: TOLERANCE_S,
      currentDate: now,
    })
    return ok(payload)
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'mismatch'
    if (error instanceof errors.JWTExpired) return invalid('its signature has expired')
    return invalid('its signature is malformed or not valid yet')
  }
}

function isDigest(claim: unknown, digest: Uint8Array): boolean {
  if (typeof claim !== 'string') return false
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return claim.toLowerCase() === hex || claim.replace(/=+$/, '') === base64url.encode(digest)
}

/** Only the `event_id` is asked of a body here: an event of a shape that is new to us is kept and handed on. */
function readEventId(body: Uint8Array): string | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
    const parsed = partnerEventSchema.pick({ event_id: true }).safeParse(json)
    return parsed.success ? parsed.data.event_id : null
  } catch {
    return null
  }
}

/** `why` is a clause of ours; nothing of the token goes into the words. */
function invalid(why: string): Result<never> {
  return fail(
    appError(
      'EVENT_SIGNATURE_INVALID',
      `A notification was refused: ${why}.`,
      'It changed nothing. If this repeats, somebody may be forging notifications; tell the service.',
    ),
  )
}

function unavailable(): Result<never> {
  return fail(
    appError(
      'EVENT_KEYS_UNAVAILABLE',
      'A notification could not be checked: the public keys of the service cannot be read just now.',
      'It is tried again by itself.',
      { retryable: true },
    ),
  )
}
