import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { partnerText } from './answers.ts'
import { fillBody, resolveUrl } from './base-address.ts'
import { errorOfResponse } from './error-mapping.ts'
import type { Http } from './http.ts'
import type { Jwks, PartnerConnection } from './partner-api.ts'
import { appError, type AppError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { EndpointProfile } from '../../../src-shared/platform/partner/endpoint-profile.ts'

const tokenResponse = z.looseObject({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).optional(),
})

/** Assumed lifetimes of tokens that do not contain their lifetime (spec section 8). */
const ACCESS_TOKEN_MS = 60 * 60_000
const REFRESH_TOKEN_MS = 24 * 60 * 60_000
/**
 * Renews a token this many milliseconds before it expires, so that it does not expire during a request, even if the partner's clock
 * differs.
 */
const RENEW_BEFORE_MS = 2 * 60_000

/** What a client of the partner consists of. `base` is the partner's base address. */
export interface ClientParts {
  base: string
  profile: EndpointProfile
  connection: PartnerConnection
  http: Http
  now: () => Date
}

interface Tokens {
  access: string
  accessEnds: number
  refresh: { token: string; ends: number } | null
}

/**
 * Manages the tokens of one environment, which are stored only in memory. If several callers need a new token at the same time, only one is
 * requested.
 */
export class TokenManager {
  readonly #parts: ClientParts
  #tokens: Tokens | null = null
  #renewal: Promise<Result<string>> | null = null

  constructor(parts: ClientParts) {
    this.#parts = parts
  }

  /** Returns an access token that is valid for at least `RENEW_BEFORE_MS`. Requests a new token if necessary. */
  async get(): Promise<Result<string>> {
    if (this.#tokens !== null && this.#tokens.accessEnds - RENEW_BEFORE_MS > this.#parts.now().getTime())
      return ok(this.#tokens.access)
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null
    })
    return this.#renewal
  }

  /**
   * Records that the partner rejected `token`. The next `get` requests a new token with the credentials, not with the refresh token. The
   * partner may have ended the session of the refresh token, and would reject each new token of that session for up to a day.
   */
  reject(token: string): void {
    if (this.#tokens?.access === token) this.#tokens = { ...this.#tokens, accessEnds: 0, refresh: null }
  }

  /** Requests a token with the credentials, even if a valid token exists. This shows whether the credentials work. */
  async create(): Promise<Result<string>> {
    const secret = await this.#parts.connection.clientSecret()
    if (!secret.ok) return secret
    const authorization = basicAuthorization(
      this.#parts.profile,
      this.#parts.connection.client_id,
      secret.value,
    )
    const { method, path } = this.#parts.profile.endpoints['token.create']
    return this.#request(method, path, { authorization }, undefined)
  }

  async #renew(): Promise<Result<string>> {
    const refresh = this.#tokens?.refresh
    const endpoint = this.#parts.profile.endpoints['token.refresh']
    if (endpoint && refresh && refresh.ends - RENEW_BEFORE_MS > this.#parts.now().getTime()) {
      const { method, path, body } = endpoint
      const text = JSON.stringify(fillBody(body ?? {}, { refreshToken: refresh.token }))
      const renewed = await this.#request(method, path, { 'content-type': 'application/json' }, text)
      if (renewed.ok) return renewed
      // The refresh failed: the partner does not offer it, or the refresh token expired or was refused. Use the credentials instead, which
      // always work (section 5.5).
    }
    this.#tokens = null
    return this.create()
  }

  async #request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Result<string>> {
    const url = resolveUrl(this.#parts.base, path, {})
    const answer = await this.#parts.http.send({
      method,
      url,
      headers: { accept: 'application/json', ...headers },
      body,
      isWrite: false,
    })
    // The actual request waits for the token, so the partner has certainly not received the actual request.
    if (!answer.ok) return fail({ ...refusalOf(answer.error), outcome: 'not_received' })
    const parsed = tokenResponse.safeParse(answer.value.json)
    if (!parsed.success)
      return fail(
        appError('PARTNER_UNEXPECTED_RESPONSE', msg.errorsPartner.noToken, msg.errorsPartner.checkBaseOnly, {
          outcome: 'not_received',
          retryable: true,
        }),
      )
    const now = this.#parts.now().getTime()
    const { accessToken, refreshToken } = parsed.data
    this.#tokens = {
      access: accessToken,
      accessEnds: now + lifetimeOf(accessToken),
      refresh:
        refreshToken === undefined
          ? (this.#tokens?.refresh ?? null)
          : { token: refreshToken, ends: now + REFRESH_TOKEN_MS },
    }
    return ok(accessToken)
  }
}

/** Returns the `Authorization` header of a token request, with the credentials in the encoding that the endpoint profile names. */
export function basicAuthorization(
  { basic_credentials }: Pick<EndpointProfile, 'basic_credentials'>,
  client_id: string,
  secret: string,
): string {
  const encode = (text: string) =>
    basic_credentials === 'form_encoded' ? new URLSearchParams([['', text]]).toString().slice(1) : text
  return `Basic ${Buffer.from(`${encode(client_id)}:${encode(secret)}`, 'utf8').toString('base64')}`
}

/**
 * Converts the error of a refused token request. OAuth servers respond with 400 to unknown credentials (RFC 6749, 5.2). The fields in such
 * a response are not fields of the deal's form, and its text may repeat the secret. Any other refusal, such as a firewall's 403 or a 404
 * during maintenance, says nothing about the broker's application. The app must not treat such an error as a refusal of the application,
 * and therefore replaces its code. The app then retries.
 */
function refusalOf(error: AppError): AppError {
  if (error.code === 'PARTNER_VALIDATION_FAILED') return errorOfResponse(401, undefined, true, undefined)
  const isPlain = error.code === 'PARTNER_CREDENTIALS_REJECTED' || error.retryable
  return isPlain ? error : { ...error, code: 'PARTNER_UNEXPECTED_RESPONSE', retryable: true }
}

/**
 * Returns a token's lifetime in milliseconds: the time between its fields `iat` (issued at) and `exp` (expires). This difference does not
 * depend on this computer's clock.
 */
function lifetimeOf(token: string): number {
  try {
    const { iat, exp } = decodeJwt(token)
    if (iat !== undefined && exp !== undefined && exp > iat)
      return Math.min((exp - iat) * 1000, ACCESS_TOKEN_MS)
  } catch {
    // The token is not a JWT, so it does not contain its lifetime.
  }
  return ACCESS_TOKEN_MS
}

/** Difference in seconds that is accepted between this computer's clock and the partner's clock. */
const CLOCK_TOLERANCE_S = 300

/**
 * Validates an access token with the partner's public keys (spec section 5.6). The algorithm must be RS256. The token's `kid` identifies
 * the key.
 */
export async function verifyToken(
  token: string,
  keys: Jwks,
  now: Date,
): Promise<Result<{ kid: string; expires_at: string | null }>> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    })
    const { exp } = payload
    return ok({
      kid: protectedHeader.kid ?? '',
      expires_at: exp === undefined ? null : new Date(exp * 1000).toISOString(),
    })
  } catch (error) {
    const isOutOfTime = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed
    return fail(
      isOutOfTime
        ? appError('PARTNER_TOKEN_NOT_VALID', msg.errorsPartner.tokenOutOfTime, msg.errorsPartner.checkClock)
        : appError(
            'PARTNER_TOKEN_NOT_VALID',
            msg.errorsPartner.tokenNotSigned(kidOf(token)),
            msg.errorsPartner.checkBaseNothingStored,
          ),
    )
  }
}

function kidOf(token: string): Message {
  try {
    return `kid ${partnerText(decodeProtectedHeader(token).kid ?? 'none', 80)}`
  } catch {
    // The message itself says that the token is no JWT.
    return msg.errorsPartner.noJwt
  }
}
