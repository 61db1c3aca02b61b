import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import {
  queueDocuments,
  submitApplication,
  confirmReal,
  firstReal,
} from '../../src-main/features/submission/submission-commands.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  composeApp,
  openEngine,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const HOST = 'api.partner.example'
const SERVICE = { base_url: 'https://api.partner.example/iso', client_id: 'office-1' }

describe('the first production submission', () => {
  const cleanup = new Cleanup()
  let app: App
  let deal_id: string
  beforeAll(async () => {
    app = await composeApp(cleanup, { environment: 'production' })
    value(await writeConnection(app.vault, SERVICE))
    deal_id = await addDeal(app)
  })
  afterAll(() => cleanup.run())

  test('is refused until the broker confirms that it is real, and nothing is queued', async () => {
    const refused = await resultOf(submitApplication(app.context, deal_id))
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'PRODUCTION_NOT_CONFIRMED', outcome: 'not_received' },
    })
    expect((await dealOf(app, deal_id)).state).toBe('draft')
    expect(value(await firstReal(app.context))).toMatchObject({
      is_needed: true,
      host: 'api.partner.example',
    })
  })

  test("still needs the broker's consent if the broker agreed only to the host of a previous partner address", async () => {
    value(await writeConnection(app.vault, { base_url: 'https://other.example' }))
    expect(formatted(await resultOf(confirmReal(app.context, HOST)))).toMatchObject({
      error: { code: 'ENVIRONMENT_CHANGED', message: expect.stringContaining('other.example') },
    })
    expect(value(await firstReal(app.context)).is_needed).toBe(true)
    value(await writeConnection(app.vault, SERVICE))
  })

  test('needs confirmation once, and again after a change of credentials or address', async () => {
    value(await confirmReal(app.context, HOST))
    const isNeeded = async () => value(await firstReal(app.context)).is_needed
    expect(await isNeeded()).toBe(false)
    value(await writeConnection(app.vault, { client_id: 'office-2' }))
    expect(await isNeeded()).toBe(true)
    value(await writeConnection(app.vault, { ...SERVICE, base_url: 'https://other.example' }))
    expect(await isNeeded()).toBe(true)
    value(await writeConnection(app.vault, SERVICE))
    expect(await isNeeded()).toBe(false)
    value(await submitApplication(app.context, deal_id))
    expect((await dealOf(app, deal_id)).state).toBe('queued')
  })

  test('needs another confirmation after an address change before an application that was already queued is sent', async () => {
    let sent = 0
    const createApplication = async () => ok({ application_id: String(++sent), reply: null })
    const broker = await composeApp(cleanup, {
      environment: 'production',
      partner: { createApplication },
    })
    value(await writeConnection(broker.vault, SERVICE))
    value(await confirmReal(broker.context, HOST))
    const waiting = await addDeal(broker)
    value(await submitApplication(broker.context, waiting))
    value(await writeConnection(broker.vault, { base_url: 'https://other.example' }))
    // At this time, the undo window (the seconds in which the broker can cancel a submission) is over.
    broker.context.clock = { now: () => '2026-05-04T10:05:00.000Z' }
    const { engine } = await openEngine(broker, cleanup)
    await until(() => (engine.status.state === 'unconfirmed' ? true : undefined))
    expect(formatted(engine.status.error?.message)).toBe(messages().submission.firstReal.changed)
    engine.retryNow()
    expect([(await dealOf(broker, waiting)).state, sent]).toEqual(['queued', 0])

    value(await confirmReal(broker.context, 'other.example'))
    engine.release()
    await until(async () => ((await dealOf(broker, waiting)).state === 'received' ? true : undefined))
    expect(sent).toBe(1)
  })

  test('needs another confirmation after an address change before a document that was queued without an application is sent', async () => {
    let sent = 0
    const createDocument = async () => {
      sent++
      return ok({ document_id: null, reply: null })
    }
    const broker = await composeApp(cleanup, {
      environment: 'production',
      partner: { createDocument },
    })
    value(await writeConnection(broker.vault, SERVICE))
    value(await confirmReal(broker.context, HOST))
    const received = await addDeal(broker, { state: 'received', application_id: '7' })
    const { document_id } = await addDocument(broker, cleanup, received)
    value(await queueDocuments(broker.context, received))
    value(await writeConnection(broker.vault, { base_url: 'https://other.example' }))
    // At this time, the undo window (the seconds in which the broker can cancel a submission) is over.
    broker.context.clock = { now: () => '2026-05-04T10:05:00.000Z' }
    const { engine } = await openEngine(broker, cleanup)
    await until(() => (engine.status.state === 'unconfirmed' ? true : undefined))
    const stateOf = async () => value(await broker.vault.getDocument(document_id))?.state
    expect([await stateOf(), sent]).toEqual(['queued', 0])

    value(await confirmReal(broker.context, 'other.example'))
    engine.release()
    await until(async () => ((await stateOf()) === 'received' ? true : undefined))
    expect(sent).toBe(1)
  })

  test('needs no confirmation in the sandbox', async () => {
    const sandbox = await composeApp(cleanup)
    expect(value(await firstReal(sandbox.context)).is_needed).toBe(false)
    value(await submitApplication(sandbox.context, await addDeal(sandbox)))
  })
})
