import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import {
  connectTo,
  errorOf,
  makeBytes,
  makeUpload,
  piecesOf,
  SHORT,
  upload,
} from '../support/partner/client.ts'
import {
  answer,
  DOCUMENT,
  inTurn,
  json,
  readBody,
  startPartner,
  TOKEN,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** A file larger than the buffers of a connection. If the server does not read it, its upload stops midway. */
const LARGE = makeBytes(24 * 1024 * 1024)
const SMALL = makeBytes(300_001)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let partner: ScriptedPartner
let client: PartnerApi
beforeEach(async () => {
  partner = await startPartner(cleanup)
  client = connectTo(cleanup, { base_url: partner.base_url })
})

/** Accepts an upload and keeps its raw bytes. */
function keepUpload() {
  const kept: { raw: Buffer; content_type: string; content_length: number }[] = []
  partner.on(DOCUMENT, async (request, response) => {
    const raw = await readBody(request)
    kept.push({
      raw,
      content_type: request.headers['content-type'] ?? '',
      content_length: Number(request.headers['content-length']),
    })
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"document_id":"d-7","more":[1]}')
  })
  return kept
}

/** Parses a form with the platform's parser, which is independent of our code. */
const readForm = ({ raw, content_type }: { raw: Buffer; content_type: string }) =>
  new Response(new Uint8Array(raw), { headers: { 'content-type': content_type } }).formData()

describe('an upload', () => {
  test('that the partner refuses says what is wrong and what to check, and names no marked fields', async () => {
    partner.on(DOCUMENT, json(422, { extra: [{ key: 'type', message: 'unknown type' }] }))
    const result = await upload(client, makeUpload(SMALL))
    expect(formatted(errorOf(result))).toMatchObject({
      code: 'PARTNER_VALIDATION_FAILED',
      advice: 'Check the type and the file, and send it again. Or attach another file instead.',
      fields: [{ path: 'type', message: 'unknown type' }],
    })
  })

  test('contains the three parts, the exact bytes, and the right length', async () => {
    const kept = keepUpload()
    const result = await upload(client, makeUpload(SMALL))
    expect(result).toEqual({ ok: true, value: { reply: { document_id: 'd-7', more: [1] } } })

    const [taken] = kept
    if (taken === undefined) throw new Error('nothing came')
    expect(taken.content_length).toBe(taken.raw.length)
    const form = await readForm(taken)
    expect([...form.keys()]).toEqual(['application_id', 'type', 'doc'])
    expect(form.get('application_id')).toBe('100000001')
    expect(form.get('type')).toBe('bank_statement')
    const doc = form.get('doc') as File
    expect({ name: doc.name, type: doc.type, size: doc.size }).toEqual({
      name: 'statement.pdf',
      type: 'application/pdf',
      size: SMALL.length,
    })
    expect(sha256(new Uint8Array(await doc.arrayBuffer()))).toBe(sha256(SMALL))
  })

  test('of many chunks arrives complete', async () => {
    const kept = keepUpload()
    expect(await upload(client, makeUpload(LARGE))).toMatchObject({ ok: true })
    const doc = (await readForm(kept[0]!)).get('doc') as File
    expect(sha256(new Uint8Array(await doc.arrayBuffer()))).toBe(sha256(LARGE))
  })

  test.each([
    ['quotes', 'the "final" one.pdf', 'the "final" one.pdf'],
    ['line ends', 'a\r\nX-Evil: 1\r\n\r\nb.pdf', 'a\r\nX-Evil: 1\r\n\r\nb.pdf'],
    ['other scripts', 'Kontoauszug März – 銀行 🏦.pdf', 'Kontoauszug März – 銀行 🏦.pdf'],
    ['a backslash', 'back\\slash.pdf', 'back\\slash.pdf'],
    ['a semicolon', 'a; name="type".pdf', 'a; name="type".pdf'],
  ])('preserves a file name with %s', async (_, name, expected) => {
    const kept = keepUpload()
    expect(await upload(client, makeUpload(SMALL, { name }))).toMatchObject({ ok: true })
    const [taken] = kept
    if (taken === undefined) throw new Error('nothing came')
    // Get the headers of the form's last part as the client sent them. They are two lines, whatever the file's name is.
    const headers = taken.raw.toString('latin1').split('name="doc"')[1]?.split('\r\n\r\n')[0]
    expect(headers?.split('\r\n')).toHaveLength(2)
    expect(headers).toMatch(/\r\ncontent-type: application\/pdf$/)
    const form = await readForm(taken)
    expect([...form.keys()]).toEqual(['application_id', 'type', 'doc'])
    expect((form.get('doc') as File).name).toBe(expected)
    expect(taken.content_length).toBe(taken.raw.length)
  })

  test('reports progress that never decreases, up to the total', async () => {
    keepUpload()
    const progress: number[] = []
    const sent = await client.createDocument(
      { application_id: '100000001', type: 'bank_statement', file: makeUpload(LARGE) },
      (bytes) => progress.push(bytes),
      new AbortController().signal,
    )
    expect(sent.ok).toBe(true)
    expect(progress.length).toBeGreaterThan(100)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(LARGE.length)
  })

  test('reads the file only as fast as it is sent', async () => {
    const reading = { pieces: 0 }
    async function* counted(bytes: Buffer) {
      for await (const piece of piecesOf(bytes)) {
        reading.pieces += 1
        yield piece
      }
    }
    // The server does not read the upload. It resets the connection when the client stops reading the file.
    partner.on(DOCUMENT, async (request) => {
      for (let before = -1; before !== reading.pieces || before < 2;) {
        before = reading.pieces
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      request.socket.resetAndDestroy()
    })
    const error = errorOf(await upload(client, makeUpload(LARGE, { read: counted })))
    expect(error).toMatchObject({ code: 'PARTNER_CONNECTION_LOST', outcome: 'not_received' })
    expect(reading.pieces).toBeGreaterThan(1)
    expect(reading.pieces).toBeLessThan(LARGE.length / (64 * 1024))
  })
})

describe('an upload that fails in the middle', () => {
  const afterSome = (bytes: number, act: (request: Parameters<typeof readBody>[0]) => void) =>
    partner.on(DOCUMENT, (request) => {
      let taken = 0
      request.on('data', (chunk: Buffer) => {
        taken += chunk.length
        if (taken < bytes) return
        request.pause().removeAllListeners('data')
        act(request)
      })
    })

  test('is reported as not received after the connection is reset, and its file is closed', async () => {
    afterSome(1_000_000, (request) => request.socket.resetAndDestroy())
    const file = makeUpload(LARGE)
    const error = errorOf(await upload(client, file))
    expect(error).toMatchObject({
      code: 'PARTNER_CONNECTION_LOST',
      outcome: 'not_received',
      retryable: true,
    })
    expect(partner.count(DOCUMENT)).toBe(1)
    await until(() => file.opened[0]?.destroyed || undefined)
  })

  test('is reported as not received if the partner stops reading', async () => {
    client = connectTo(cleanup, { base_url: partner.base_url, timeouts: SHORT })
    afterSome(1_000_000, () => {})
    expect(errorOf(await upload(client, makeUpload(LARGE)))).toMatchObject({
      code: 'PARTNER_TIMED_OUT',
      outcome: 'not_received',
    })
    expect(partner.count(DOCUMENT)).toBe(1)
  })

  test('returns the error response of the partner if it arrives before the whole file is sent', async () => {
    partner.on(DOCUMENT, (request, response) => {
      request.once('data', () => response.writeHead(413).end('{}'))
      request.resume()
    })
    const file = makeUpload(LARGE)
    expect(errorOf(await upload(client, file))).toMatchObject({
      code: 'PARTNER_TOO_LARGE',
      outcome: 'not_received',
    })
    await until(() => file.opened[0]?.destroyed || undefined)
  })
})

test('a success response before the end of the file is not trusted, and the outcome is unknown', async () => {
  partner.on(DOCUMENT, (request, response) => {
    request.once('data', () => response.writeHead(201).end('{}'))
    request.resume()
  })
  expect(errorOf(await upload(client, makeUpload(LARGE)))).toMatchObject({
    code: 'PARTNER_UNEXPECTED_RESPONSE',
    outcome: 'unknown',
    retryable: false,
  })
})

describe('a canceled upload', () => {
  test('is reported as not received if it was in progress', async () => {
    const cancel = new AbortController()
    const gone = new Promise<void>((resolve) => {
      partner.on(DOCUMENT, (request) => {
        request.once('data', () => cancel.abort())
        request.resume().once('close', resolve)
      })
    })
    const file = makeUpload(LARGE)
    const error = errorOf(await upload(client, file, cancel.signal))
    expect(error).toMatchObject({ code: 'PARTNER_CONNECTION_LOST', outcome: 'not_received' })
    expect(formatted(error.message)).toContain('canceled')
    await gone
    await until(() => file.opened[0]?.destroyed || undefined)
  })

  test('has an unknown outcome if it was sent completely but not answered', async () => {
    const cancel = new AbortController()
    partner.on(DOCUMENT, async (request) => {
      await readBody(request)
      cancel.abort()
    })
    const error = errorOf(await upload(client, makeUpload(SMALL), cancel.signal))
    expect(error).toMatchObject({ outcome: 'unknown', retryable: false })
    expect(formatted(error.message)).toContain('canceled')
  })

  test('has an unknown outcome if only part of a success response arrived', async () => {
    const cancel = new AbortController()
    partner.on(DOCUMENT, async (request, response) => {
      await readBody(request)
      response.writeHead(201, { 'content-length': '50' }).write('{"document_id":')
      setImmediate(() => cancel.abort())
    })
    expect(errorOf(await upload(client, makeUpload(SMALL), cancel.signal))).toMatchObject({
      outcome: 'unknown',
      retryable: false,
    })
  })

  test('sends nothing and closes the file if it had not started', async () => {
    const file = makeUpload(SMALL)
    const error = errorOf(await upload(client, file, AbortSignal.abort()))
    expect(error).toMatchObject({ code: 'PARTNER_CONNECTION_LOST', outcome: 'not_received' })
    expect(partner.count(DOCUMENT)).toBe(0)
    await until(() => file.opened.every(({ destroyed }) => destroyed) || undefined)
  })
})

describe('a file that differs from the attached one', () => {
  async function* tampered(bytes: Buffer) {
    yield* piecesOf(bytes.subarray(0, bytes.length / 2))
    throw new Error('its seal is broken: 123-45-6789')
  }
  /** Yields all bytes and then fails, as the app does for a changed file: it checks a file's hash only at the end. */
  async function* tamperedAtItsEnd(bytes: Buffer) {
    yield* piecesOf(bytes)
    throw new Error('its hash is another')
  }

  test.each([
    ['cannot be read completely', { read: tampered }],
    ['fails verification after its last byte', { read: tamperedAtItsEnd }],
    ['has grown', { size: LARGE.length - 1 }],
    ['has shrunk', { size: LARGE.length + 1 }],
    ['is a different file of the same size', { read: () => piecesOf(Buffer.from(LARGE).fill(7, 99, 100)) }],
  ])('is reported if it %s, and the partner gets no complete request', async (_, how) => {
    let isWhole = false
    partner.on(DOCUMENT, async (request) => {
      await readBody(request).catch(() => {})
      isWhole = request.complete
    })
    const file = makeUpload(LARGE, how)
    const error = errorOf(await upload(client, file))
    expect(error).toMatchObject({ code: 'FILE_CHANGED', outcome: 'not_received', retryable: false })
    expect(JSON.stringify(error)).not.toContain('6789')
    expect(partner.count(DOCUMENT)).toBe(1)
    expect(isWhole).toBe(false)
    await until(() => file.opened[0]?.destroyed || undefined)
  })
})

describe('a file that was opened for a request that never started', () => {
  test('is closed when the connection is refused', async () => {
    // The server stops after it issued a token, so the upload finds no server.
    const gone = await startPartner(cleanup)
    const lost = connectTo(cleanup, { base_url: gone.base_url })
    expect(await lost.listWebhooks()).toMatchObject({ ok: true })
    await gone.stop()
    const file = makeUpload(SMALL)
    expect(errorOf(await upload(lost, file))).toMatchObject({ outcome: 'not_received' })
    await until(() => file.opened[0]?.destroyed || undefined)
  })
})

describe('an upload whose token the partner no longer accepts', () => {
  test('reads the file again from the start and is sent once more', async () => {
    const bodies: number[] = []
    const take = async (request: Parameters<typeof readBody>[0]) =>
      bodies.push((await readBody(request)).length)
    partner.on(
      DOCUMENT,
      inTurn(
        async (request, response) => {
          await take(request)
          response.writeHead(401).end('{}')
        },
        async (request, response) => {
          await take(request)
          response.writeHead(201).end('{}')
        },
      ),
    )
    const file = makeUpload(SMALL)
    expect(await upload(client, file)).toEqual({ ok: true, value: { reply: {} } })
    expect(file.opened).toHaveLength(2)
    expect(bodies[0]).toBe(bodies[1])
    // When the partner refuses a token, the client also discards its refresh token.
    expect(partner.count(TOKEN)).toBe(2)
  })

  test('is not sent again after a refusal in the middle if the partner refuses the renewed token', async () => {
    partner.on(DOCUMENT, (request, response) => {
      request.once('data', () => response.writeHead(401).end('{}'))
      request.resume()
    })
    const file = makeUpload(LARGE)
    expect(errorOf(await upload(client, file))).toMatchObject({
      code: 'PARTNER_CREDENTIALS_REJECTED',
      outcome: 'not_received',
    })
    expect(partner.count(DOCUMENT)).toBe(2)
    await until(() => file.opened.every(({ destroyed }) => destroyed) || undefined)
  })
})

test('an upload succeeds even if the success response has no body or another kind of body', async () => {
  partner.on(DOCUMENT, inTurn(answer(204, ''), answer(200, ''), json(200, [1])))
  expect(await upload(client, makeUpload(SMALL))).toEqual({ ok: true, value: { reply: null } })
  expect(await upload(client, makeUpload(SMALL))).toEqual({ ok: true, value: { reply: null } })
  expect(await upload(client, makeUpload(SMALL))).toEqual({ ok: true, value: { reply: [1] } })
})
