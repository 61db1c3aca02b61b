import { afterAll, describe, expect, test } from 'vitest'
import {
  addDeal,
  addDocument,
  kindsOf,
  composeApp,
  openEngine,
  settled,
  value,
} from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

describe('a queued document', () => {
  test('returns to the attached state if its deal has no application_id, and the timeline shows the reason', async () => {
    const app = await composeApp(cleanup)
    const deal_id = await addDeal(app, { state: 'unknown' })
    const { document_id } = await addDocument(app, cleanup, deal_id, { state: 'queued' })
    const task = { task: 'send_document', tries: 0, begun_at: null, evidence: null } as const
    const not_before = '2026-05-04T09:00:00.000Z'
    value(
      await app.vault.commit([
        { write: 'put_task', task: { ...task, not_before, subject_id: document_id, deal_id } },
      ]),
    )
    const { engine } = await openEngine(app, cleanup)
    await settled(app, engine)
    expect(value(await app.vault.getDocument(document_id))).toMatchObject({
      state: 'attached',
      error: { code: 'DEAL_NOT_EDITABLE', outcome: 'not_received' },
    })
    expect(await kindsOf(app, deal_id)).toEqual(['document_not_received'])
    expect(app.emitted).toContainEqual({ event: 'deal.changed', payload: { deal_id } })
    await engine.stop()
  })
})
