import type { Message } from '../messages/message.ts'
import type { CryptoKey } from 'jose'
import { z } from 'zod'
import { fromBase64Url } from './base64url.ts'
import type { Primitives } from './primitives.ts'
import { msg } from '../messages/msg.ts'

// This project knows no platform; these stand in Node since 11 and in every browser.
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true })
  decode(bytes: Uint8Array): string
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}

const MAX_KID_LENGTH = 200
/** Three parts of unpadded base64url; what a lenient decoder would also read is somebody's try. */
const COMPACT_TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/
/** Header fields by which a token would bring its own key along. */
const KEY_BEARING_HEADERS = ['jwk', 'jku', 'x5u', 'x5c']
/** Header fields by which a token would change what its signature covers. */
const COVERAGE_HEADERS = ['crit', 'b64', 'zip', 'cty', 'enc']

/**
 * How old a signature may be that says when it was made and not when it ends. A sender may repeat an event with its first
 * signature for as long as it tries (not shown; days, with some), and a repeat changes nothing: ids of events are known for
 * longer, at the relay a year unless it is set otherwise, in the app as long as the vault.
 */
const LONGEST_RETRY_S = 7 * 24 * 3600

// Made once: making one takes longer than what it then does.
const utf8 = new TextDecoder('utf-8', { fatal: true })
const encoder = new TextEncoder()

const timesSchema = z.object({
  iat: z.number().optional(),
  nbf: z.number().optional(),
  exp: z.number().optional(),
})

/** The claims of a token as they came; the three instants, in seconds, are numbers where they are present. */
export type Claims = Record<string, unknown> & z.infer<typeof timesSchema>

export interface SignedToken {
  kid: string
  /** What was signed. */
  input: Uint8Array
  signature: Uint8Array
  /** Not decoded before the signature holds. */
  payload: string
}

/** What one key signs has one header, which need not be read each time. */
let lastHeader: { text: string; fields: Record<string, unknown> | null } = { text: '', fields: null }

/** Takes a token apart. Whatever is not plain RS256 by `kid` ends here, with a clause that says why. */
export function parseToken(token: string): SignedToken | { refused: Message } {
  const [header = '', payload = '', signature = ''] = token.split('.', 3)
  const fields = header === lastHeader.text ? lastHeader.fields : parseObject(header)
  lastHeader = { text: header, fields }
  if (fields === null) return { refused: msg.errorsRelay.noJwt }
  const { alg, typ, kid } = fields
  if (alg !== 'RS256') return { refused: msg.errorsRelay.notRs256 }
  if (!COMPACT_TOKEN.test(token)) return { refused: msg.errorsRelay.noJwt }
  if (KEY_BEARING_HEADERS.some((name) => name in fields)) return { refused: msg.errorsRelay.bringsKey }
  if (COVERAGE_HEADERS.some((name) => name in fields)) return { refused: msg.errorsRelay.asksExtension }
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT'))
    return { refused: msg.errorsRelay.otherType }
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH)
    return { refused: msg.errorsRelay.namesNoKey }
  const bytes = fromBase64Url(signature)
  if (bytes === null) return { refused: msg.errorsRelay.noJwt }
  return { kid, input: encoder.encode(`${header}.${payload}`), signature: bytes, payload }
}

/** The claims of a token whose signature holds: read, and within their time. */
export function readClaims(
  { payload }: SignedToken,
  now: Date,
  tolerance_s: number,
): { claims: Claims } | { refused: Message } {
  const malformed = { refused: msg.errorsRelay.malformed }
  const claims = parseObject(payload)
  const times = timesSchema.safeParse(claims)
  if (claims === null || !times.success) return malformed
  const { iat, nbf, exp } = times.data
  const nowS = now.getTime() / 1000
  if (nbf !== undefined && nbf > nowS + tolerance_s) return malformed
  if (exp !== undefined && exp <= nowS - tolerance_s) return { refused: msg.errorsRelay.expired }
  if (iat !== undefined && iat > nowS + tolerance_s) return { refused: msg.errorsRelay.fromFuture }
  if (iat !== undefined && exp === undefined && iat < nowS - LONGEST_RETRY_S)
    return { refused: msg.errorsRelay.tooOld }
  return { claims }
}

/** Whether the key has signed this token. */
export function isSignedBy(
  { input, signature }: SignedToken,
  key: CryptoKey,
  primitives: Primitives,
): boolean | Promise<boolean> {
  return primitives.verify(key, signature, input)
}

/** A part of a token: base64url of the UTF-8 of a JSON object. */
function parseObject(part: string): Record<string, unknown> | null {
  const bytes = fromBase64Url(part)
  if (bytes === null) return null
  try {
    const json: unknown = JSON.parse(utf8.decode(bytes))
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
