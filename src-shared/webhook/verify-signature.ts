import type { Message } from '../messages/message.ts'
import type { Verification } from '../domain/event.ts'
import { MAX_SIGNATURE_LENGTH, partnerEventSchema } from '../domain/event-schema.ts'
import { appError, fail, ok, type Result } from '../errors.ts'
import { fromBase64Url } from './base64url.ts'
import type { KeySource } from './key-source.ts'
import { webCrypto, type Primitives } from './primitives.ts'
import { isSignedBy, parseToken, readClaims, type Claims, type SignedToken } from './signed-claims.ts'
import { msg } from '../messages/msg.ts'

// This project knows no platform; this stands in Node since 11 and in every browser.
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true })
  decode(bytes: Uint8Array): string
}

/** How far the sender's clock may be off. */
export const TOLERANCE_S = 5 * 60

/** Names under which a claim may carry the SHA-256 of the raw body. The claims are "not shown", nor is how they are written. */
const BODY_HASH_CLAIMS = ['body_sha256', 'body_hash', 'sha256']
/** Carries the `event_id` of the body where it is there. `jti` is not looked at: it names the token, as a rule by chance. */
const EVENT_ID_CLAIM = 'event_id'
// Made once: making one takes longer than what it then does.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const HEX_DIGEST = /^[0-9a-f]{64}$/i
const BASE64_DIGEST = /^[A-Za-z0-9+/_-]{43}=?$/
const ALGORITHM_PREFIX = /^sha-?256[=:-]/i
const eventIdSchema = partnerEventSchema.pick({ event_id: true })

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
  /** Those of WebCrypto where they are left out. */
  primitives?: Primitives
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
  digest: () => Uint8Array | Promise<Uint8Array>
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
  const digest = () => (signed.primitives ?? webCrypto).sha256(body)
  return judge({ ...signed, digest }, () => readEventId(body))
}

/** The same from the digest of a body that is not there any more. */
export function verifyDigest({ event_id, ...signed }: SignedDigest): Promise<Result<VerifiedSignature>> {
  return judge(signed, () => event_id)
}

async function judge(
  { digest, signature, keys, now, primitives = webCrypto }: Omit<SignedDigest, 'event_id'>,
  eventId: () => string | null,
): Promise<Result<VerifiedSignature>> {
  if (signature === undefined || signature === '') return invalid(msg.errorsRelay.noSignature)
  if (signature.length > MAX_SIGNATURE_LENGTH) return invalid(msg.errorsRelay.signatureTooLong)
  const token = parseToken(signature)
  if ('refused' in token) return invalid(token.refused)
  const signs = await keys.signs(token.kid)
  if (signs === null) return unavailable()
  if (!signs) return invalid(msg.errorsRelay.wrongKey)
  const signed = await checkKey(token, keys, now.getTime(), primitives)
  if (!signed.ok) return signed
  const read = readClaims(token, now, TOLERANCE_S)
  if ('refused' in read) return invalid(read.refused)
  const { claims } = read

  // What is no SHA-256 may be anything, and binds nothing; one of other bytes is a forgery.
  const hashes = BODY_HASH_CLAIMS.flatMap((name) => readDigest(claims[name]) ?? [])
  if (hashes.length > 0) {
    const sum = await digest()
    if (!hashes.every((hash) => isSame(hash, sum))) return invalid(msg.errorsRelay.otherBody)
  }
  const event_id = eventId()
  if (event_id === null)
    return fail(appError('EVENT_MALFORMED', msg.errorsRelay.noJsonBody, msg.errorsRelay.rejectedCheckPartner))
  if (claims[EVENT_ID_CLAIM] !== undefined && claims[EVENT_ID_CLAIM] !== event_id)
    return invalid(msg.errorsRelay.otherEvent)
  return ok({
    verification: hashes.length > 0 ? 'body' : 'hint',
    kid: token.kid,
    event_id,
    claims: shownClaims(claims),
  })
}

/** Whether the key that the token names has signed it; a service may have renewed that key under its old `kid`. */
async function checkKey(
  token: SignedToken,
  keys: KeySource,
  receivedAt: number,
  primitives: Primitives,
): Promise<Result<void>> {
  const known = await keys.find(token.kid, receivedAt)
  if (!known.found)
    return known.reason === 'unknown' ? invalid(msg.errorsRelay.keyNotPublished) : unavailable()
  if (await isSignedBy(token, known.key, primitives)) return ok(undefined)
  const renewed = await keys.findReplacement(token.kid, known.key, receivedAt)
  if (renewed.found && (await isSignedBy(token, renewed.key, primitives))) return ok(undefined)
  if (!renewed.found && renewed.reason === 'unavailable') return unavailable()
  return invalid(msg.errorsRelay.signatureWrong)
}

function shownClaims({ iat, exp, jti }: Claims): VerifiedSignature['claims'] {
  return {
    ...(iat === undefined ? {} : { iat }),
    ...(exp === undefined ? {} : { exp }),
    ...(typeof jti === 'string' ? { jti } : {}),
  }
}

/** The 32 bytes that a claim holds in hex, base64 or base64url, with or without the algorithm before them; else null. */
function readDigest(claim: unknown): Uint8Array | null {
  if (typeof claim !== 'string') return null
  const text = claim.replace(ALGORITHM_PREFIX, '')
  if (HEX_DIGEST.test(text))
    return Uint8Array.from({ length: 32 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16))
  if (!BASE64_DIGEST.test(text)) return null
  return fromBase64Url(text.replace('=', '').replaceAll('+', '-').replaceAll('/', '_'))
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

/** Only the `event_id` is asked of a body here: an event of a shape that is new to us is kept and handed on. */
function readEventId(body: Uint8Array): string | null {
  try {
    const json: unknown = JSON.parse(utf8.decode(body))
    const parsed = eventIdSchema.safeParse(json)
    return parsed.success ? parsed.data.event_id : null
  } catch {
    return null
  }
}

/** `why` is a clause of ours; nothing of the token goes into the words. */
function invalid(why: Message): Result<never> {
  return fail(appError('EVENT_SIGNATURE_INVALID', msg.errorsRelay.refused(why), msg.errorsRelay.maybeForged))
}

function unavailable(): Result<never> {
  return fail(
    appError('EVENT_KEYS_UNAVAILABLE', msg.errorsRelay.keysUnavailable, msg.errorsRelay.triedAgain, {
      retryable: true,
    }),
  )
}
