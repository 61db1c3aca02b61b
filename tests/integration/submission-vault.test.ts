import { afterAll, expect, test } from 'vitest'
import { failureOf } from '../../src-main/platform/base/failure.ts'
import { queueDocuments, submitApplication } from '../../src-main/features/submission/submission-commands.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { appError, ok } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, composeApp, dealOf, openEngine } from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const GONE = appError('VAULT_UNAVAILABLE', 'The disk is full.', 'Make room.', { retryable: true })
const WHEN = ['before the request', 'during the request', 'after the response is stored'] as const

/** Composes an app whose vault fails from a moment of the sending until the test calls `fix`. */
async function failing(when: (typeof WHEN)[number], stored: (write: VaultWrite) => boolean) {
  let isBroken = false
  let sent = 0
  const taken = () => {
    sent++
    if (when === 'during the request') isBroken = true
  }
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () => (taken(), ok({ application_id: '77', reply: null })),
      createDocument: async () => (taken(), ok({ reply: null })),
    },
  })
  const unlessBroken =
    (call: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      if (isBroken) throw failureOf(GONE)
      const result = await call(...args)
      const [writes] = args
      if (when === 'after the response is stored' && Array.isArray(writes) && writes.some(stored))
        isBroken = true
      return result
    }
  const vault = new Proxy(app.vault, {
    get: (target, name) =>
      unlessBroken((...args) =>
        (Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>)(...args),
      ),
  })
  const { engine, timers } = await openEngine(
    { ...app, context: Object.assign(app.context, { vault }) },
    cleanup,
  )
  return {
    app,
    engine,
    sent: () => sent,
    break: () => (isBroken = when === 'before the request'),
    /** Resolves when the engine noticed that the vault fails, and waits. */
    noticed: () => until(() => (isBroken && timers.waiting.size > 0) || undefined),
    isBroken: () => isBroken,
    async until(isDone: () => Promise<boolean>) {
      isBroken = false
      await until(async () => (timers.ring(), engine.wake(), await isDone()) || undefined)
    },
  }
}

test.each(WHEN)('an application is sent exactly once if the vault fails %s', async (when) => {
  const at = await failing(
    when,
    (write) => write.write === 'update_deal' && write.changes.state === 'received',
  )
  const { app, engine } = at
  const deal_id = await addDeal(app)
  await submitApplication(app.context, deal_id, [])
  at.break()
  engine.wake()
  if (when === 'after the response is stored') await until(() => at.isBroken() || undefined)
  else await at.noticed()
  const [state, sent] = when === 'before the request' ? ['queued', 0] : ['sending', 1]
  expect(at.sent()).toBe(sent)
  expect((await dealOf(app, deal_id)).state).toBe(when === WHEN[2] ? 'received' : state)
  await at.until(async () => (await dealOf(app, deal_id)).state === 'received')
  await at.until(async () => (await app.vault.listTasks()).length === 0)
  expect(await dealOf(app, deal_id)).toMatchObject({ state: 'received', application_id: '77' })
  expect(at.sent()).toBe(1)
})

test.each(WHEN)('a document is sent exactly once if the vault fails %s', async (when) => {
  const at = await failing(
    when,
    (write) => write.write === 'put_document' && write.document.state === 'received',
  )
  const { app, engine } = at
  const deal_id = await addDeal(app, { state: 'received', application_id: '77' })
  const { document_id } = await addDocument(app, cleanup, deal_id)
  const stateOf = async () => (await app.vault.getDocument(document_id))?.state
  await queueDocuments(app.context, deal_id)
  at.break()
  engine.wake()
  if (when === 'after the response is stored') await until(() => at.isBroken() || undefined)
  else await at.noticed()
  const [state, sent] = when === 'before the request' ? ['queued', 0] : ['sending', 1]
  expect(at.sent()).toBe(sent)
  expect(await stateOf()).toBe(when === WHEN[2] ? 'received' : state)
  await at.until(async () => (await stateOf()) === 'received')
  await at.until(async () => (await app.vault.listTasks()).length === 0)
  expect(at.sent()).toBe(1)
})
