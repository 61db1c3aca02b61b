import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEncrypted } from '../../src-main/adapters/vault-sqlite/encrypted-database.ts'
import { createDeliveryCheck } from '../../src-main/core/events/verify-event.ts'
import { receiveEvents } from '../../src-main/core/events/receive-events.ts'
import { noteDevice } from '../../src-main/core/proof/device-key.ts'
import { exportProof, makeProof, printProof } from '../../src-main/core/proof/export-proof.ts'
import { proofPage } from '../../src-main/core/proof/proof-page.ts'
import type { JsonValue } from '../../src-main/core/ports/partner-api.ts'
import { resumeSubmissions } from '../../src-main/core/submission/resume-submissions.ts'
import {
  resolveUnknownDocument,
  submitApplication,
} from '../../src-main/core/submission/submission-commands.ts'
import { appError, fail, ok, type Result } from '../../src-shared/errors.ts'
import { NO_ENTRY, type ProofEntry } from '../../src-shared/proof/proof-entry.ts'
import { proofText } from '../../src-shared/proof/proof-file.ts'
import { verifyProof } from '../../src-shared/proof/verify-proof.ts'
import { completeDraft } from '../../src-shared/profile/complete-draft.fixture.ts'
import { createKeySource } from '../../src-shared/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/webhook/verify-signature.ts'
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

  test('contains a send that a crash interrupted, and continues in the same chain after the restart', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const first = await composeApp(cleanup, {
      folder,
      secrets,
      partner: { createApplication: () => new Promise(() => {}) },
    })
    value(await noteDevice(first.vault, secrets, 'sandbox'))
    const deal_id = await addDeal(first)
    const { engine } = await openEngine(first, cleanup)
    value(await submitApplication(first.context, deal_id))
    engine.wake()
    await expect.poll(async () => (await factsOf(first, deal_id)).length).toBe(1)
    await first.crash()

    const second = await composeApp(cleanup, { folder, secrets })
    value(await noteDevice(second.vault, secrets, 'sandbox'))
    value(await resumeSubmissions(second.context))
    const [sent, lost] = value(await second.vault.listProof(deal_id))
    expect(sent).toMatchObject({
      seq: 1,
      previous: NO_ENTRY,
      device: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(lost).toMatchObject({ seq: 2, previous: sent?.hash, device: sent?.device })
    expect(lost?.fact).toMatchObject({ what: 'application_answered', outcome: 'unknown' })
  })
})

describe('a stored proof', () => {
  const fact = { what: 'application_sent', payload_sha256: NO_ENTRY } as const
  const at = '2026-05-04T10:00:00.000Z'

  test('gets no entry if another write of the same commit fails', async () => {
    const deal_id = await addDeal(app)
    const refused = await app.vault.commit([
      { write: 'append_proof', deal_id, at, fact },
      { write: 'update_deal', deal_id: randomUUID(), changes: { state: 'sending' } },
    ])
    expect(refused).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
    expect(await factsOf(app, deal_id)).toEqual([])
    expect(
      await app.vault.commit([{ write: 'append_proof', deal_id: randomUUID(), at, fact }]),
    ).toMatchObject({
      ok: false,
    })
  })

  test('accepts a file name that is not valid text, and replaces the invalid part', async () => {
    const deal_id = await addDeal(app)
    const file = {
      document_id: randomUUID(),
      name: 'half \ud83d.pdf',
      kind: 'other',
      size: 1,
      sha256: NO_ENTRY,
    }
    value(
      await app.vault.commit([{ write: 'append_proof', deal_id, at, fact: { what: 'document_sent', file } }]),
    )
    expect(await factsOf(app, deal_id)).toEqual([
      { what: 'document_sent', file: { ...file, name: 'half \ufffd.pdf' } },
    ])
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
    expect(() => database.exec("UPDATE proof SET entry = '{}'")).toThrow('append-only')
    expect(() => database.exec('DELETE FROM proof')).toThrow('append-only')
    database.exec(`UPDATE deals SET deleted_at = '${at}'`)
    expect(database.prepare('DELETE FROM proof').run().changes).toBe(1)
  })
})

describe('an exported proof', () => {
  const program = fileURLToPath(new URL('../../build/verify-proof.mjs', import.meta.url))
  const run = promisify(execFile)

  /** Runs `npm run verify-proof` and parses its output lines. */
  async function verify(...args: string[]): Promise<{ code: number; wrong: unknown[]; complaint: string }> {
    const { code, stdout, stderr } = await run(process.execPath, [program, ...args, '--json']).then(
      (done) => ({ code: 0, ...done }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    )
    const lines = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    return { code, wrong: lines.filter(({ result }) => result === 'fail'), complaint: stderr }
  }

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

  test('can be verified without the app, and each edit is reported with its entry', async () => {
    const folder = cleanup.folder()
    const key = createSigningKey('iso-submission-rsa-01')
    const { deal_id } = await finished(key)
    const saved = await exportProof(
      app.context,
      {
        ...blankPrinter,
        save: async ({ name, kind }, content) => {
          expect({ name, kind }).toEqual({
            name: 'Proof of submission Juniper Bakery LLC 2026-05-04.json',
            kind: 'json',
          })
          writeFileSync(join(folder, 'proof.json'), content)
          return ok({ saved_as: name })
        },
      },
      deal_id,
      'json',
    )
    value(saved)
    const text = readFileSync(join(folder, 'proof.json'), 'utf8')
    for (const secret of Object.values(completeDraft()).flatMap(sensitive)) expect(text).not.toContain(secret)

    const at = (name: string, content: string) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const keys = at('jwks.json', JSON.stringify({ keys: [key.jwk] }))
    const edited = at('edited.json', text.replace('"outcome": "received"', '"outcome": "refused"'))
    const newer = at('newer.json', text.replace('"version": 2', '"version": 7'))
    const [whole, broken, unknown] = await Promise.all([
      verify(join(folder, 'proof.json'), '--jwks', keys),
      verify(edited),
      verify(newer),
    ])
    expect(whole).toMatchObject({ code: 0, wrong: [] })
    expect(broken).toMatchObject({ code: 1, wrong: [{ check: 'chain', entry: 2 }] })
    expect(unknown).toMatchObject({ code: 2, complaint: expect.stringContaining('version 7') })
  })

  test('fails verification with other signing keys, or if the recorded content of an event was changed', async () => {
    const key = createSigningKey('iso-submission-rsa-01')
    const { deal_id } = await finished(key)
    const proof = value(await makeProof(app.context, deal_id))
    const eventsBy = async (signer: SigningKey, entries = proof.entries) => {
      const keys = createKeySource({ fetchKeySet: async () => ({ keys: [signer.jwk] }), now: Date.now })
      const checks = await verifyProof({ ...proof, entries }, { keys })
      return checks.flatMap(({ check, result, entry }) => (check === 'event' ? [[result, entry]] : []))
    }
    const last = proof.entries.findIndex(({ fact }) => fact.what === 'event')
    const changed = (change: object) => {
      const entry = proof.entries[last] as ProofEntry
      return proof.entries.with(last, { ...entry, fact: { ...entry.fact, ...change } })
    }
    expect(await eventsBy(key)).toEqual([['pass', last + 1]])
    expect(await eventsBy(createSigningKey('iso-submission-rsa-01'))).toEqual([['fail', last + 1]])
    expect(await eventsBy(key, changed({ body_sha256: NO_ENTRY }))).toEqual([['fail', last + 1]])
    expect(await eventsBy(key, changed({ verification: 'hint' }))).toEqual([['fail', last + 1]])
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
      for (const { hash } of proof.entries) expect(html).toContain(hash)
      for (const document of documents) expect(html).toContain(document.sha256)
      expect(html).toContain(proof.device.fingerprint)
      expect(html).toContain(String.raw`Bäckerei &lt;b&gt;杜松&lt;/b&gt; &amp; \u202eŁódź`)
      expect(html).not.toContain('<b>')
      writeFileSync(path, value(await printProof(blankPrinter, proof)))
      await run('pdfdetach', ['-save', '1', '-o', join(folder, 'attached.json'), path])
      expect(readFileSync(join(folder, 'attached.json'), 'utf8')).toBe(proofText(proof))
    },
  )

  test('continues with the key of a new computer after a move, and cannot be made if nothing was sent', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const partner = { createApplication: async () => ok({ application_id, reply: null }) }
    const first = await composeApp(cleanup, { folder, secrets, partner })
    value(await noteDevice(first.vault, secrets, 'sandbox'))
    const deal_id = await addDeal(first)
    expect(await makeProof(first.context, deal_id)).toMatchObject({
      ok: false,
      error: { code: 'PROOF_EMPTY' },
    })
    value(await submit(first, deal_id))
    const there = value(await makeProof(first.context, deal_id))
    expect(there.entries).toHaveLength(2)
    await first.vault.close()

    const moved = memoryKeychain(
      new Map([['sandbox/vault-key', secrets.kept.get('sandbox/vault-key') ?? '']]),
    )
    const second = await composeApp(cleanup, { folder, secrets: moved })
    const here = value(await makeProof(second.context, deal_id))
    expect(here.entries.slice(0, 2)).toEqual(there.entries)
    expect(here.entries[2]).toMatchObject({ fact: { what: 'continued' }, device: here.device.fingerprint })
    expect(here.device.fingerprint).not.toBe(there.device.fingerprint)
    expect(value(await makeProof(second.context, deal_id)).entries).toEqual(here.entries)
  })
})

/** Returns the SSNs and EINs in a draft's values. */
function sensitive(value_: unknown): string[] {
  if (typeof value_ === 'string') return /^\d{3}-?\d{2}-?\d{4}$|^\d{2}-?\d{7}$/.test(value_) ? [value_] : []
  return typeof value_ === 'object' && value_ !== null ? Object.values(value_).flatMap(sensitive) : []
}
