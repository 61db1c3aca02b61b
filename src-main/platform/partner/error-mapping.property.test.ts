import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ERROR_CODES, type Outcome } from '../../../src-shared/platform/base/errors.ts'
import { errorOfResponse, fieldsOf, retryAfter, failureBeforeAnswer } from './error-mapping.ts'

const nineDigits = fc.integer({ min: 0, max: 999_999_999 }).map((number) => String(number).padStart(9, '0'))
const between = fc.constantFrom('-', '', ' ', '.')
const ssn = fc
  .tuple(nineDigits, between)
  .map(([digits, by]) => [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].join(by))
/** An EIN with the same separators as the SSN above. */
const ein = fc
  .tuple(nineDigits, between)
  .map(([digits, by]) => [digits.slice(0, 2), digits.slice(2)].join(by))
const token = fc.base64String({ minLength: 8 }).map((text) => `eyJ${text.replaceAll(/[+/=]/g, '_')}`)
/** Text before and after a secret. It contains no digits, because digits next to the secret would change the number. */
const around = fc.string({ maxLength: 250 }).map((text) => text.replaceAll(/\d/g, '#'))
const bodyNaming = (key: string, message: string) => ({ extra: [{ key, message, source: 'body' }] })

describe('errorOfResponse', () => {
  test('turns any response body into an error with a known code and a message', () => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.anything(),
      fc.record({ extra: fc.array(fc.anything()) }),
      fc.record({ extra: fc.array(fc.record({ key: fc.string(), message: fc.string() })) }),
    )
    const status = fc.integer({ min: 300, max: 599 })
    fc.assert(
      fc.property(status, body, fc.boolean(), (statusCode, answer, isWrite) => {
        const error = errorOfResponse(statusCode, answer, isWrite, undefined)
        expect(ERROR_CODES).toContain(error.code)
        expect(formatMessage(error.message)).not.toBe('')
        expect(formatMessage(error.advice)).not.toBe('')
        for (const { path, message } of error.fields ?? []) {
          expect(path.length).toBeLessThanOrEqual(200)
          expect(formatMessage(message)).not.toBe('')
          expect(formatMessage(message).length).toBeLessThanOrEqual(300)
        }
      }),
    )
  })

  test('derives the outcome only from the kind of request and the status, never from the response body', () => {
    const allowed = (status: number, isWrite: boolean): Outcome => {
      if (!isWrite) return 'none'
      return status >= 500 || status === 302 || status === 303 ? 'unknown' : 'not_received'
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 599 }),
        fc.jsonValue(),
        fc.boolean(),
        (status, body, isWrite) => {
          const { outcome, retryable } = errorOfResponse(status, body, isWrite, undefined)
          expect(outcome).toBe(allowed(status, isWrite))
          if (outcome === 'unknown') expect(retryable).toBe(false)
        },
      ),
    )
  })

  test("hides SSNs, EINs, and tokens anywhere in the partner's text", () => {
    fc.assert(
      fc.property(fc.oneof(ssn, ein, token), around, around, fc.boolean(), (secret, before, after, inKey) => {
        const text = `${before}${secret}${after}`
        const body = inKey ? bodyNaming(text, 'is wrong') : bodyNaming('company.owners[0].ssn', text)
        const reported = JSON.stringify(errorOfResponse(400, body, true, undefined))
        // The app may treat the characters after a token as a part of the token, so check only the beginning of the token.
        expect(reported).not.toContain(secret.startsWith('eyJ') ? secret.slice(0, 11) : secret)
      }),
    )
  })

  test("keeps other numbers in the partner's text readable", () => {
    const [problem] = fieldsOf(
      bodyNaming('amount', 'must be below 1000000, at most 12 months, not 1234567890'),
    )
    expect(formatMessage(problem?.message ?? '')).toBe(
      'must be below 1000000, at most 12 months, not 1234567890',
    )
  })
})

describe('fieldsOf', () => {
  test("converts the partner's key with dots, indexes, or a prefix such as data to a field path", () => {
    const name = fc.stringMatching(/^[a-z_]{1,12}$/).filter((word) => word !== 'data' && word !== 'body')
    const step = fc.oneof(name, fc.nat(99).map(String))
    const steps = fc.tuple(name, fc.array(step, { maxLength: 5 })).map(([first, rest]) => [first, ...rest])
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom('', 'data.', 'body.', '$.'),
        fc.boolean(),
        (path, lead, brackets) => {
          const key = path.reduce(
            (text, one) => text + (brackets && /^\d/.test(one) ? `[${one}]` : `.${one}`),
          )
          expect(fieldsOf(bodyNaming(lead + key, 'm'))).toEqual([{ path: path.join('.'), message: 'm' }])
        },
      ),
    )
  })
})

describe('retryAfter', () => {
  const now = new Date('2026-05-04T10:00:00Z')

  test('returns whole seconds from 0 to one day, or nothing, for any header', () => {
    const header = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map(String),
    )
    fc.assert(
      fc.property(header, (text) => {
        const seconds = retryAfter(text, now) ?? 0
        expect(Number.isInteger(seconds)).toBe(true)
        expect(seconds).toBeGreaterThanOrEqual(0)
        expect(seconds).toBeLessThanOrEqual(86_400)
      }),
    )
  })

  test('converts a date to the number of seconds until then', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
        const date = new Date(now.getTime() + seconds * 1000).toUTCString()
        expect(retryAfter(date, now)).toBe(seconds)
        expect(retryAfter(String(seconds), now)).toBe(seconds)
      }),
    )
  })
})

describe('failureBeforeAnswer', () => {
  const code = fc.constantFrom(
    'ECONNREFUSED',
    'ENOTFOUND',
    'ETIMEDOUT',
    'ECONNRESET',
    'EPIPE',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_SOCKET',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'SOMETHING_ELSE',
  )
  const failure = fc.oneof(
    code.map((name) => Object.assign(new Error(name), { code: name })),
    code.map((name) => new Error('wrapped', { cause: Object.assign(new Error(name), { code: name }) })),
    code.map((name) => new AggregateError([Object.assign(new Error(name), { code: name })])),
    fc.anything(),
  )

  test("derives the outcome from the request's progress, regardless of the error", () => {
    fc.assert(
      fc.property(
        failure,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('text', 'whole', 'part'),
        fc.boolean(),
        (error, isWrite, isBegun, body, isAborted) => {
          const reported = failureBeforeAnswer(
            error,
            {
              url: 'https://partner.example/iso',
              isWrite,
              ...(body === 'text' ? {} : { isBodySent: () => body === 'whole' }),
              ...(isAborted ? { signal: AbortSignal.abort() } : {}),
            },
            isBegun,
          )
          const mayHaveArrived = isBegun && body !== 'part'
          expect(reported.outcome).toBe(!isWrite ? 'none' : mayHaveArrived ? 'unknown' : 'not_received')
          expect(reported.retryable).toBe(reported.outcome !== 'unknown')
          // A request that began on a connection reached the partner, regardless of the error code.
          if (isBegun) expect(reported.code).not.toBe('PARTNER_UNREACHABLE')
        },
      ),
    )
  })
})
