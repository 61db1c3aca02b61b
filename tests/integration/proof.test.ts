import { resultOf } from '../../src-main/platform/base/failure.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEncrypted } from '../../src-main/platform/vault/encrypted-database.ts'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { receiveEvents } from '../../src-main/features/events/receive-events.ts'
import { exportProof, makeProof, printProof } from '../../src-main/features/proof/export-proof.ts'
import { proofPage } from '../../src-main/features/proof/proof-page.ts'
import type { JsonValue } from '../../src-main/platform/partner/partner-api.ts'
import {
  resolveUnknownDocument,
  submitApplication,
} from '../../src-main/features/submission/submission-commands.ts'
import { appError, fail, ok, type Result } from '../../src-shared/platform/base/errors.ts'
import { proofText } from '../../src-shared/features/proof/proof-schema.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { createKeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import { blankPrinter } from '../support/core/blank-printer.ts'
import {
  addDeal,
  addDocument,
  memoryKeychain,
  composeApp,
  openEngine,
  submitDeal,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { skipped, whyWithout } from '../support/skipped.ts'
import { createSigningKey, makeEvent, sha256, signEvent, type SigningKey } from '../support/relay/signing.ts'
import { resumeSubmissions } from '../../src-main/features/submission/engine.ts'

const cleanup = new Cleanup()
let app: App
let application_id: string
/** The partner's response to a document upload. Each test sets it. */
let documentAnswer: Result<{ reply: JsonValue }>

beforeAll(async () => {
  app = await composeApp(cleanup, {
    partner: {
      createApplication: async () => ok({ application_id, reply: null }),
      createDocument: async () => documentAnswer,
    },
  })
})
afterAll(() => cleanup.run())
beforeEach(() => {
  application_id = randomUUID()
  documentAnswer = ok({ reply: null })
})

const cut = appError('PARTNER_CONNECTION_LOST', 'The connection broke.', 'Ask.', { outcome: 'unknown' })
async function submit(at: App, deal_id: string) {
  const { engine } = await openEngine(at, cleanup)
  return submitDeal(at, engine, deal_id)
}
const factsOf = async ({ vault }: App, deal_id: string) =>
  value(await vault.listProof(deal_id)).map(({ fact }) => fact)

describe('the proof of a deal', () => {
  test('contains each step with its hashes and the response, and the broker’s decision at the end', async () => {
    documentAnswer = fail(cut)
    const deal_id = await addDeal(app)
    const document = await addDocument(app, cleanup, deal_id)
    value(await submit(app, deal_id))
    value(await resolveUnknownDocument(app.context, document.document_id, true))
    const { document_id, name, kind, size, sha256: sum } = document
    const file = { document_id, name, kind, size, sha256: sum }
    expect(await factsOf(app, deal_id)).toEqual([
      { what: 'application_sent', payload_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { what: 'application_answered', outcome: 'received', code: null, application_id },
      { what: 'document_sent', file },
      {
        what: 'document_answered',
        file,
        outcome: 'unknown',
        code: 'PARTNER_CONNECTION_LOST',
        partner_document_id: null,
      },
      { what: 'document_resolved', file, arrived: true },
    ])
  })

  test('contains the document’s id if the partner reported one', async () => {
    documentAnswer = ok({ reply: { id: 'doc-7' } })
    const deal_id = await addDeal(app)
    await addDocument(app, cleanup, deal_id)
    value(await submit(app, deal_id))
    expect((await factsOf(app, deal_id)).at(-1)).toMatchObject({
      what: 'document_answered',
      outcome: 'received',
      partner_document_id: 'doc-7',
    })
  })

  test('contains a send that a crash interrupted, and continues after the restart', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const first = await composeApp(cleanup, {
      folder,
      secrets,
      partner: { createApplication: () => new Promise(() => {}) },
    })
    const deal_id = await addDeal(first)
    const { engine } = await openEngine(first, cleanup)
    value(await submitApplication(first.context, deal_id))
    engine.wake()
    await expect.poll(async () => (await factsOf(first, deal_id)).length).toBe(1)
    await first.crash()

    const second = await composeApp(cleanup, { folder, secrets })
    value(await resumeSubmissions(second.context))
    expect(await factsOf(second, deal_id)).toMatchObject([
      { what: 'application_sent' },
      { what: 'application_answered', outcome: 'unknown' },
    ])
  })
})

describe('a stored proof', () => {
  const HASH = 'a'.repeat(64)
  const fact = { what: 'application_sent', payload_sha256: HASH } as const
  const at = '2026-05-04T10:00:00.000Z'

  test('gets no entry if another write of the same commit fails', async () => {
    const deal_id = await addDeal(app)
    const refused = await resultOf(
      app.vault.commit([
        { write: 'append_proof', deal_id, at, fact },
        { write: 'update_deal', deal_id: randomUUID(), changes: { state: 'sending' } },
      ]),
    )
    expect(refused).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
    expect(await factsOf(app, deal_id)).toEqual([])
    expect(
      await resultOf(app.vault.commit([{ write: 'append_proof', deal_id: randomUUID(), at, fact }])),
    ).toMatchObject({
      ok: false,
    })
  })

  test('accepts a file name that is not valid text', async () => {
    const deal_id = await addDeal(app)
    const file = {
      document_id: randomUUID(),
      name: 'half \ud83d.pdf',
      kind: 'other',
      size: 1,
      sha256: HASH,
    }
    value(
      await app.vault.commit([{ write: 'append_proof', deal_id, at, fact: { what: 'document_sent', file } }]),
    )
    expect(await factsOf(app, deal_id)).toEqual([{ what: 'document_sent', file }])
  })

  test('has entries that cannot be edited, and that cannot be deleted until the deal is in the trash', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const { vault } = await composeApp(cleanup, { folder, secrets })
    const deal_id = await addDeal({ vault })
    value(await vault.commit([{ write: 'append_proof', deal_id, at, fact }]))
    await vault.close()

    const key = secrets.kept.get('sandbox/vault-key') ?? ''
    const database = openEncrypted(join(folder, 'sandbox', 'vault.db'), key)
    cleanup.add(() => database.close())
    expect(() => database.exec("UPDATE proof SET fact = '{}'")).toThrow('append-only')
    expect(() => database.exec('DELETE FROM proof')).toThrow('append-only')
    database.exec(`UPDATE deals SET deleted_at = '${at}'`)
    expect(database.prepare('DELETE FROM proof').run().changes).toBe(1)
  })
})

describe('an exported proof', () => {
  const program = fileURLToPath(new URL('../../build/verify-proof.mjs', import.meta.url))
  const run = promisify(execFile)

  /** Runs `npm run verify-proof`. */
  const verify = (...args: string[]) =>
    run(process.execPath, [program, ...args]).then(
      (done) => ({ code: 0, ...done }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    )

  const receive = ({ context }: App, key: SigningKey, event: ReturnType<typeof makeEvent>) => {
    const body = Buffer.from(JSON.stringify(event))
    const keys = createKeySource({ fetchKeySet: async () => ({ keys: [key.jwk] }), now: Date.now })
    return receiveEvents(
      context,
      createDeliveryCheck((bytes, signature, now) => verifySignature({ body: bytes, signature, keys, now })),
      [
        {
          seq: 1,
          environment: 'sandbox',
          event_id: event.event_id,
          received_at: new Date().toISOString(),
          sender: '127.0.0.1',
          signature: signEvent(key, { body_sha256: sha256(body, 'hex') }),
          body: body.toString('base64'),
        },
      ],
    )
  }

  /** Creates a deal with an offer and two documents. The partner has received all of them. */
  async function finished(key: SigningKey, legal_name = 'Juniper Bakery LLC') {
    application_id = randomUUID()
    const deal_id = await addDeal(app, { legal_name })
    const documents = [await addDocument(app, cleanup, deal_id), await addDocument(app, cleanup, deal_id)]
    value(await submit(app, deal_id))
    expect(await receive(app, key, makeEvent({ application_id }))).toMatchObject({ error: null })
    return { deal_id, documents }
  }

  test('can be verified without the app, which refuses an altered event, a wrong key, and a file with another hash', async () => {
    const folder = cleanup.folder()
    const key = createSigningKey('iso-submission-rsa-01')
    const { deal_id, documents } = await finished(key)
    const saved = await resultOf(
      exportProof(
        app.context,
        {
          ...blankPrinter,
          save: async ({ name, kind }, content) => {
            expect({ name, kind }).toEqual({
              name: 'Proof of submission Juniper Bakery LLC 2026-05-04.json',
              kind: 'json',
            })
            writeFileSync(join(folder, 'proof.json'), content)
            return { saved_as: name }
          },
        },
        deal_id,
        'json',
      ),
    )
    value(saved)
    const text = readFileSync(join(folder, 'proof.json'), 'utf8')
    for (const secret of Object.values(completeDraft()).flatMap(sensitive)) expect(text).not.toContain(secret)

    const at = (name: string, content: string | Uint8Array) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const proof = join(folder, 'proof.json')
    const jwks = (signer: SigningKey) => JSON.stringify({ keys: [signer.jwk] })
    const keys = ['--jwks', at('jwks.json', jwks(key))]
    const wrongKeys = ['--jwks', at('wrong.json', jwks(createSigningKey('iso-submission-rsa-01')))]
    const sum = documents[0]?.sha256 ?? ''
    const bytes: Uint8Array[] = []
    for await (const chunk of value(await app.context.documents.open(sum))) bytes.push(chunk)
    const sent = at('sent.pdf', Buffer.concat(bytes))
    const changed = at('changed.pdf', Buffer.concat([...bytes, Buffer.from(' ')]))
    const event = at('event.json', text.replace('"status": "offer_available"', '"status": "app_funded"'))
    const hash = at('hash.json', text.replaceAll(sum, 'a'.repeat(64)))
    const newer = at('newer.json', text.replace('"version": 1', '"version": 7'))

    const whole = await verify(proof, sent, ...keys)
    expect(whole.code, whole.stdout).toBe(0)
    expect(whole.stdout).toContain('ok       event, entry 7: The partner signed event')
    expect(whole.stdout).toContain('ok       file, entry 3: sent.pdf has the recorded hash')
    expect(whole.stdout).toContain('Proven: 1 of 1 events')
    expect(whole.stdout).toContain('Not proven: the other 6 of 7 entries.')
    const [withoutKeys, ...broken] = await Promise.all([
      verify(proof),
      verify(event, ...keys),
      verify(proof, ...wrongKeys),
      verify(proof, changed, ...keys),
      verify(hash, sent, ...keys),
    ])
    expect(withoutKeys).toMatchObject({ code: 0, stdout: expect.stringContaining('UNPROVEN event, entry 7') })
    expect(broken.map(({ code }) => code)).toEqual([1, 1, 1, 1])
    expect(broken.map(({ stdout }) => /BROKEN {3}\w+/.exec(stdout)?.[0])).toEqual([
      'BROKEN   event',
      'BROKEN   event',
      'BROKEN   file',
      'BROKEN   file',
    ])
    expect(await verify(newer)).toMatchObject({ code: 2, stderr: expect.stringContaining('"version"') })
  })

  const noPoppler = whyWithout('pdfdetach', 'poppler-utils')
  test.skipIf(noPoppler !== null)(
    `contains every hash on its printed page, and has the proof file attached to its PDF${skipped(noPoppler)}`,
    async () => {
      const folder = cleanup.folder()
      const { deal_id, documents } = await finished(
        createSigningKey('iso-submission-rsa-01'),
        'Bäckerei <b>杜松</b> & \u202eŁódź',
      )
      const proof = value(await makeProof(app.context, deal_id))
      const path = join(folder, 'proof.pdf')
      const { html } = proofPage(proof)
      for (const [, hash] of proofText(proof).matchAll(/sha256": "(.*?)"/g)) expect(html).toContain(hash)
      for (const document of documents) expect(html).toContain(document.sha256)
      expect(html).toContain(String.raw`Bäckerei &lt;b&gt;杜松&lt;/b&gt; &amp; \u202eŁódź`)
      expect(html).not.toContain('<b>')
      writeFileSync(path, value(await printProof(blankPrinter, proof)))
      await run('pdfdetach', ['-save', '1', '-o', join(folder, 'attached.json'), path])
      expect(readFileSync(join(folder, 'attached.json'), 'utf8')).toBe(proofText(proof))
    },
  )

  test('cannot be made if nothing was sent', async () => {
    const deal_id = await addDeal(app)
    expect(await resultOf(makeProof(app.context, deal_id))).toMatchObject({
      ok: false,
      error: { code: 'PROOF_EMPTY' },
    })
  })
})

/** Returns the SSNs and EINs in a draft's values. */
function sensitive(value_: unknown): string[] {
  if (typeof value_ === 'string') return /^\d{3}-?\d{2}-?\d{4}$|^\d{2}-?\d{7}$/.test(value_) ? [value_] : []
  return typeof value_ === 'object' && value_ !== null ? Object.values(value_).flatMap(sensitive) : []
}
