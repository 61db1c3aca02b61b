import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Driver from 'better-sqlite3-multiple-ciphers'
import { afterEach, describe, expect, test } from 'vitest'
import { noteDevice } from '../../src-main/core/proof/device-key.ts'
import { resumeSubmissions } from '../../src-main/core/submission/resume-submissions.ts'
import { resolveUnknownDocument } from '../../src-main/core/submission/send-documents.ts'
import { submitApplication } from '../../src-main/core/submission/submit-application.ts'
import { Uploads } from '../../src-main/core/submission/uploads.ts'
import { appError, fail, ok } from '../../src-shared/errors.ts'
import { NO_ENTRY } from '../../src-shared/proof/proof-entry.ts'
import { addDeal, addDocument, memoryKeychain, openDesk, value, type Desk } from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const application_id = 'app-1'
const cut = appError('PARTNER_CONNECTION_LOST', 'The connection broke.', 'Ask.', { outcome: 'unknown' })
const submit = (desk: Desk, deal_id: string) => submitApplication(desk.workspace, new Uploads(), deal_id)
const factsOf = async ({ vault }: Desk, deal_id: string) =>
  value(await vault.listProof(deal_id)).map(({ fact }) => fact)

describe('what a deal leaves in its proof', () => {
  test('each step with its hashes and the reply, and the broker’s word at the end', async () => {
    const desk = await openDesk(cleanup, {
      partner: {
        createApplication: async () => ok({ application_id, reply: null }),
        createDocument: async () => fail(cut),
      },
    })
    const deal_id = await addDeal(desk)
    const { document_id, name, kind, size, sha256 } = await addDocument(desk, cleanup, deal_id)
    value(await submit(desk, deal_id))
    value(await resolveUnknownDocument(desk.workspace, document_id, true))
    const file = { document_id, name, kind, size, sha256 }
    expect(await factsOf(desk, deal_id)).toEqual([
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

  test('the document’s id where the service told one', async () => {
    const desk = await openDesk(cleanup, {
      partner: {
        createApplication: async () => ok({ application_id, reply: null }),
        createDocument: async () => ok({ reply: { id: 'doc-7' } }),
      },
    })
    const deal_id = await addDeal(desk)
    await addDocument(desk, cleanup, deal_id)
    value(await submit(desk, deal_id))
    expect((await factsOf(desk, deal_id)).at(-1)).toMatchObject({
      what: 'document_answered',
      outcome: 'received',
      partner_document_id: 'doc-7',
    })
  })

  test('a sending that a crash cut off, in the same chain after the restart', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const first = await openDesk(cleanup, {
      folder,
      secrets,
      partner: { createApplication: () => new Promise(() => {}) },
    })
    value(await noteDevice(first.vault, secrets, 'sandbox'))
    const deal_id = await addDeal(first)
    void submit(first, deal_id)
    await expect.poll(async () => (await factsOf(first, deal_id)).length).toBe(1)
    await first.crash()

    const second = await openDesk(cleanup, { folder, secrets })
    value(await noteDevice(second.vault, secrets, 'sandbox'))
    value(await resumeSubmissions(second.workspace))
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

describe('in the vault', () => {
  const fact = { what: 'application_sent', payload_sha256: NO_ENTRY } as const
  const at = '2026-05-04T10:00:00.000Z'

  test('an entry is there with the step it tells, or neither is', async () => {
    const desk = await openDesk(cleanup)
    const deal_id = await addDeal(desk)
    const refused = await desk.vault.commit([
      { write: 'append_proof', deal_id, at, fact },
      { write: 'update_deal', deal_id: randomUUID(), changes: { state: 'sending' } },
    ])
    expect(refused).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
    expect(await factsOf(desk, deal_id)).toEqual([])
    expect(
      await desk.vault.commit([{ write: 'append_proof', deal_id: randomUUID(), at, fact }]),
    ).toMatchObject({
      ok: false,
    })
  })

  test('a name that is no proper text does not stop a submission', async () => {
    const desk = await openDesk(cleanup)
    const deal_id = await addDeal(desk)
    const file = {
      document_id: randomUUID(),
      name: 'half \ud83d.pdf',
      kind: 'other',
      size: 1,
      sha256: NO_ENTRY,
    }
    value(
      await desk.vault.commit([
        { write: 'append_proof', deal_id, at, fact: { what: 'document_sent', file } },
      ]),
    )
    expect(await factsOf(desk, deal_id)).toEqual([
      { what: 'document_sent', file: { ...file, name: 'half \ufffd.pdf' } },
    ])
  })

  test('no entry can be edited or taken out; a deal in the bin takes its proof along', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const desk = await openDesk(cleanup, { folder, secrets })
    const deal_id = await addDeal(desk)
    value(await desk.vault.commit([{ write: 'append_proof', deal_id, at, fact }]))
    await desk.vault.close()

    const database = new Driver(join(folder, 'sandbox', 'vault.db'))
    cleanup.add(() => database.close())
    database.pragma("cipher = 'sqlcipher'")
    database.pragma(`key = "x'${secrets.kept.get('sandbox/vault-key')}'"`)
    expect(() => database.exec("UPDATE proof SET entry = '{}'")).toThrow('append-only')
    expect(() => database.exec('DELETE FROM proof')).toThrow('append-only')
    database.exec(`UPDATE deals SET deleted_at = '${at}'`)
    expect(database.prepare('DELETE FROM proof').run().changes).toBe(1)
  })
})
