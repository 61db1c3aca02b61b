import { resultOf } from '../../src-main/platform/base/failure.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addChecklistItem,
  removeChecklistItem,
  linkDocument,
} from '../../src-main/features/documents/checklist.ts'
import { removeDocument, restoreDocument } from '../../src-main/features/documents/edit-document.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { sweepDocuments } from '../../src-main/features/backup/housekeeping.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import type { DealDocument } from '../../src-shared/features/documents/document.ts'

const HOUR = 3_600_000
const GONE = { ok: false, error: { code: 'FILE_NOT_FOUND' } }

const cleanup = new Cleanup()
let app: App
let deal_id: string
let document: DealDocument
/** The current time of the test. This time is long after the modification times of the files. */
let at: number
beforeEach(async () => {
  app = await composeApp(cleanup)
  at = Date.now() + 2 * HOUR
  app.context.clock = { now: () => new Date(at).toISOString() }
  deal_id = await addDeal(app)
  document = await addDocument(app, cleanup, deal_id, {
    name: 'March.pdf',
    error: appError('INVALID_INPUT', 'No.', 'Another.'),
  })
})
afterEach(() => cleanup.run())

const remove = async () => value(await removeDocument(app.context, document.document_id))
const restore = (of = app) => resultOf(restoreDocument(of.context, document.document_id))
const listed = async () => value(await app.vault.listDocuments(deal_id))
const view = async () => value(await viewDeal(app.context, deal_id))
async function ownLine(): Promise<string> {
  value(await addChecklistItem(app.context, deal_id, 'Payoff letter'))
  const item_id = (await view()).checklist.find(({ own }) => own)?.item_id ?? ''
  value(await linkDocument(app.context, document.document_id, item_id))
  return item_id
}
const answering = async (item_id: string) =>
  (await view()).checklist.find((item) => item.item_id === item_id)?.document_ids

describe('a removed document', () => {
  test('is restored unchanged to its deal and checklist row, and a second restore has no effect', async () => {
    const item_id = await ownLine()
    await remove()
    expect([await listed(), await answering(item_id)]).toEqual([[], []])
    value(await restore())
    value(await restore())
    expect([await listed(), await answering(item_id)]).toEqual([[document], [document.document_id]])
    const titles = value(await app.vault.listTimeline(deal_id)).map(({ title }) => formatMessage(title))
    expect(titles.toSorted()).toEqual(['March.pdf removed', 'March.pdf restored'])
  })

  test('when restored, leaves its checklist row to a document that was linked meanwhile, and counts by its kind if the row was deleted', async () => {
    const item_id = await ownLine()
    await remove()
    const other = await addDocument(app, cleanup, deal_id)
    value(await linkDocument(app.context, other.document_id, item_id))
    value(await restore())
    expect(await answering(item_id)).toEqual([other.document_id])

    value(await linkDocument(app.context, document.document_id, item_id))
    await remove()
    value(await removeChecklistItem(app.context, deal_id, item_id))
    value(await restore())
    expect(await answering('kind:bank_statement')).toContain(document.document_id)
    expect(value(await app.vault.checklistOf(deal_id)).ties).toEqual([])
  })

  test('is not restored if the same file was attached meanwhile or the deal is in the trash', async () => {
    await remove()
    const duplicate = { ...document, document_id: randomUUID() }
    value(await app.vault.commit([{ write: 'put_document', document: duplicate }]))
    expect(await restore()).toMatchObject({ ok: false, error: { code: 'FILE_DUPLICATE' } })
    value(await removeDocument(app.context, duplicate.document_id))
    const deleted_at = app.context.clock.now()
    value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at } }]))
    expect(await restore()).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
    expect(await listed()).toEqual([])
  })

  test('can be restored for an hour, after which its stored copy is deleted', async () => {
    await remove()
    at += HOUR - 1_000
    expect(value(await sweepDocuments(app.context))).toBe(0)
    value(await restore())
    expect(value(await app.context.documents.read(document.sha256, 0, 9))).toHaveLength(9)
    await remove()
    at += HOUR + 1_000
    expect(await restore()).toMatchObject(GONE)
    expect(value(await sweepDocuments(app.context)), 'an envelope and a body').toBe(2)
  })

  test('cannot be restored in another vault, and a document with an unknown id cannot be restored either', async () => {
    await remove()
    expect(await restore(await composeApp(cleanup))).toMatchObject(GONE)
    expect(await resultOf(restoreDocument(app.context, randomUUID()))).toMatchObject(GONE)
  })
})
