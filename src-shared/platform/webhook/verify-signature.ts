import type { Message } from '../texts/message.ts'
import { msg } from '../texts/msg.ts'
import {
  base64url,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  type CryptoKey,
  type JWTPayload,
} from 'jose'
import { sha256, toHex } from '../base/digests.ts'
import type { Verification } from './event.ts'
import { MAX_SIGNATURE_LENGTH, partnerEventSchema } from './event-schema.ts'
import { appError, fail, ok, type Result } from '../base/errors.ts'
import type { KeySource } from './key-source.ts'

// Declare this class, because this TypeScript project includes neither Node's types nor the browser's types. Node since version 11 and
// every browser provide the class.
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true })
  decode(bytes: Uint8Array): string
}

/** Maximum difference, in seconds, between the sender's clock and the receiver's clock. */
export const TOLERANCE_S = 5 * 60

/**
 * Maximum age of a signature without an expiration time (`exp`). A sender that sends an event again may reuse the first signature. The
 * specification does not say for how long senders retry; some retry for days. A repeated event changes nothing: the relay remembers event
 * ids for a year by default, and the app remembers them as long as the vault exists.
 */
const LONGEST_RETRY_S = 7 * 24 * 3600

const MAX_KID_LENGTH = 200
/** Header fields with which a token could name its own key. A token with such a field is refused. */
const KEY_BEARING_HEADERS = ['jwk', 'jku', 'x5u', 'x5c']
/** Header fields with which a token could change what its signature covers. A token with such a field is refused. */
const COVERAGE_HEADERS = ['crit', 'b64', 'zip', 'cty', 'enc']

/**
 * Names of token claims that may contain the SHA-256 of the raw body. They are assumed, because the specification shows neither the claims
 * nor their encoding.
 */
const BODY_HASH_CLAIMS = ['body_sha256', 'body_hash', 'sha256']
/** Name of a claim that may contain the `event_id` of the body. `jti` does not count: it identifies the token, and is usually random. */
const EVENT_ID_CLAIM = 'event_id'
const HEX_DIGEST = /^[0-9a-f]{64}$/i
const BASE64_DIGEST = /^[A-Za-z0-9+/_-]{43}=?$/
const ALGORITHM_PREFIX = /^sha-?256[=:-]/i
const CANONICAL_BASE64URL = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/

// This decoder is created only once, because creating a decoder takes longer than decoding.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const eventIdSchema = partnerEventSchema.pick({ event_id: true })

export interface SignatureCrypto {
  /**
   * Returns true if the key made the RS256 signature of this token. The caller has already checked that the token's three parts are
   * canonical base64url.
   */
  verify(token: string, key: CryptoKey): boolean | Promise<boolean>
  sha256(bytes: Uint8Array): string | Promise<string>
}

const anywhere: SignatureCrypto = {
  verify: (token, key) =>
    compactVerify(token, key, { algorithms: ['RS256'] }).then(
      () => true,
      () => false,
    ),
  sha256,
}

interface Signed {
  /** The `X-Signature` header as received. */
  signature: string | undefined
  keys: KeySource
  /**
   * Time when the notification was received, not when the app verifies it: an app that was offline verifies it later. A notification that
   * is verified late does no harm, because the app applies each `event_id` only once.
   */
  now: Date
  /**
   * Replaces the default implementation, which is jose with WebCrypto. Node's own crypto is faster, because WebCrypto sends each call to
   * another thread and back.
   */
  crypto?: SignatureCrypto
}

export interface SignedNotification extends Signed {
  body: Uint8Array
}

/**
 * A notification whose body is no longer available. Only the SHA-256 of the raw body and the event id are known, as in a proof of
 * submission.
 */
export interface SignedDigest extends Signed {
  body_sha256: string
  event_id: string
}

export interface VerifiedSignature {
  /**
   * `body`: a hash in the token binds the signature to these bytes. `hint`: the signature covers at most the event id, so it does not
   * confirm the status in the body.
   */
  verification: Verification
  /**
   * True if a claim names the token (`jti`) or the event, so a genuine sender never uses the signature for another notification. If false,
   * nothing may be unique in it: RS256 is deterministic, so a sender that signs only the time signs all notifications of a second alike.
   */
  is_unique: boolean
  kid: string
  event_id: string
}

/**
 * Verifies the X-Signature of a notification over its raw bytes (spec section 5). Accepts only RS256 with the published key that the
 * token's `kid` names. The specification does not show which claims a token contains, so each claim that the app knows is checked only if
 * present.
 *
 * Fails with `EVENT_SIGNATURE_INVALID`, with `EVENT_KEYS_UNAVAILABLE` if the signature cannot be verified now (retryable), or with
 * `EVENT_MALFORMED` if the signature is genuine and the body has no readable `event_id`.
 */
export function verifySignature({ body, ...signed }: SignedNotification): Promise<Result<VerifiedSignature>> {
  return verify(
    signed,
    () => (signed.crypto ?? anywhere).sha256(body),
    () => readEventId(body),
  )
}

/** Verifies a notification of which only the body's hash and the event id are still known. */
export function verifyDigest({
  body_sha256,
  event_id,
  ...signed
}: SignedDigest): Promise<Result<VerifiedSignature>> {
  return verify(
    signed,
    () => body_sha256,
    () => event_id,
  )
}

async function verify(
  signed: Signed,
  bodyHash: () => string | Promise<string>,
  eventId: () => string | null,
): Promise<Result<VerifiedSignature>> {
  const { signature, keys, now } = signed
  if (signature === undefined || signature === '') return invalid(msg.errorsRelay.noSignature)
  if (signature.length > MAX_SIGNATURE_LENGTH) return invalid(msg.errorsRelay.signatureTooLong)
  const kid = readKid(signature)
  if (!kid.ok) return kid
  const signs = await keys.signs(kid.value)
  if (signs === null) return unavailable()
  if (!signs) return invalid(msg.errorsRelay.wrongKey)
  const checked = await checkKey(signature, kid.value, signed)
  if (!checked.ok) return checked
  const read = readClaims(signature, now)
  if (!read.ok) return read
  const claims = read.value

  // A claim that does not contain a SHA-256 is ignored. If it contains the SHA-256 of other bytes, the notification is forged.
  const hashes = BODY_HASH_CLAIMS.flatMap((name) => readDigest(claims[name]) ?? [])
  if (hashes.length > 0) {
    const actual = await bodyHash()
    if (hashes.some((hash) => hash !== actual)) return invalid(msg.errorsRelay.otherBody)
  }
  const event_id = eventId()
  if (event_id === null)
    return fail(appError('EVENT_MALFORMED', msg.errorsRelay.noJsonBody, msg.errorsRelay.rejectedCheckPartner))
  if (claims[EVENT_ID_CLAIM] !== undefined && claims[EVENT_ID_CLAIM] !== event_id)
    return invalid(msg.errorsRelay.otherEvent)
  return ok({
    verification: hashes.length > 0 ? 'body' : 'hint',
    is_unique: claims[EVENT_ID_CLAIM] !== undefined || claims.jti !== undefined,
    kid: kid.value,
    event_id,
  })
}

/** Returns the `kid` (key name) of a token that is plain RS256. Any other token is refused before a key is looked up. */
function readKid(token: string): Result<string> {
  const header: Record<string, unknown> | null = readPart(() => decodeProtectedHeader(token))
  if (header === null) return invalid(msg.errorsRelay.noJwt)
  const { alg, typ, kid } = header
  if (alg !== 'RS256') return invalid(msg.errorsRelay.notRs256)
  const parts = token.split('.')
  if (parts.length !== 3 || parts.some((part) => part === '' || !isCanonicalBase64Url(part)))
    return invalid(msg.errorsRelay.noJwt)
  if (KEY_BEARING_HEADERS.some((name) => name in header)) return invalid(msg.errorsRelay.bringsKey)
  if (COVERAGE_HEADERS.some((name) => name in header)) return invalid(msg.errorsRelay.asksExtension)
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT'))
    return invalid(msg.errorsRelay.otherType)
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH)
    return invalid(msg.errorsRelay.namesNoKey)
  return ok(kid)
}

function readPart<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    // The caller refuses the signature and says which part is invalid.
    return null
  }
}

/**
 * True if the text is base64url without padding whose unused last bits are zero (RFC 4648, sections 3.5 and 5). Each sequence of bytes has
 * exactly one such encoding. Without this check, jose would accept several texts for the same signature.
 */
export function isCanonicalBase64Url(text: string): boolean {
  return CANONICAL_BASE64URL.test(text)
}

/**
 * Verifies a token with the key that the token names. If this fails, looks for a newer key of the same name, because the partner may have
 * renewed the key under its old `kid`.
 */
async function checkKey(
  token: string,
  kid: string,
  { keys, now, crypto = anywhere }: Signed,
): Promise<Result<void>> {
  const known = await keys.find(kid, now.getTime())
  if (!known.found)
    return known.reason === 'unknown' ? invalid(msg.errorsRelay.keyNotPublished) : unavailable()
  if (await crypto.verify(token, known.key)) return ok(undefined)
  const renewed = await keys.findReplacement(kid, known.key, now.getTime())
  if (renewed.found && (await crypto.verify(token, renewed.key))) return ok(undefined)
  if (!renewed.found && renewed.reason === 'unavailable') return unavailable()
  return invalid(msg.errorsRelay.signatureWrong)
}

/** Returns the claims of a token whose signature was verified, if they are valid at this time. */
function readClaims(token: string, now: Date): Result<JWTPayload> {
  const claims = readPart(() => decodeJwt(token))
  if (claims === null) return invalid(msg.errorsRelay.malformed)
  const { iat, nbf, exp } = claims
  const nowS = now.getTime() / 1000
  // Check that the times are numbers: jose declares them as numbers, but does not check them.
  if ([iat, nbf, exp].some((time) => time !== undefined && !Number.isFinite(time)))
    return invalid(msg.errorsRelay.malformed)
  if (nbf !== undefined && nbf > nowS + TOLERANCE_S) return invalid(msg.errorsRelay.malformed)
  if (exp !== undefined && exp <= nowS - TOLERANCE_S) return invalid(msg.errorsRelay.expired)
  if (iat !== undefined && iat > nowS + TOLERANCE_S) return invalid(msg.errorsRelay.fromFuture)
  if (iat !== undefined && exp === undefined && iat < nowS - LONGEST_RETRY_S)
    return invalid(msg.errorsRelay.tooOld)
  return ok(claims)
}

/** Returns a SHA-256 in lowercase hex, read from hex, base64, or base64url, with or without a prefix for the algorithm. */
function readDigest(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  const text = claim.replace(ALGORITHM_PREFIX, '')
  if (HEX_DIGEST.test(text)) return text.toLowerCase()
  if (!BASE64_DIGEST.test(text)) return null
  const encoded = text.replace('=', '').replaceAll('+', '-').replaceAll('/', '_')
  return isCanonicalBase64Url(encoded) ? toHex(base64url.decode(encoded)) : null
}

/**
 * Returns the body's `event_id`, or null if there is none. Nothing else in the body is checked here, because the relay and the app also
 * store and forward events of an unknown form.
 */
function readEventId(body: Uint8Array): string | null {
  try {
    const json: unknown = JSON.parse(utf8.decode(body))
    const parsed = eventIdSchema.safeParse(json)
    return parsed.success ? parsed.data.event_id : null
  } catch {
    return null
  }
}

/** Creates the error for an invalid signature. `why` is one of the app's own texts, so the message contains nothing from the token. */
function invalid(why: Message): Result<never> {
  return fail(appError('EVENT_SIGNATURE_INVALID', msg.errorsRelay.refused(why), msg.errorsRelay.maybeForged))
}

function unavailable(): Result<never> {
  return fail(
    appError('EVENT_KEYS_UNAVAILABLE', msg.errorsRelay.keysUnavailable, msg.errorsRelay.retried, {
      retryable: true,
    }),
  )
}
