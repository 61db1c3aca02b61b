import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeConnection } from '../../src-main/core/environments/settings.ts'
import { queueDocuments, submitApplication } from '../../src-main/core/submission/broker-steps.ts'
import { confirmReal, firstReal } from '../../src-main/core/submission/first-real.ts'
import { ok } from '../../src-shared/errors.ts'
import { words } from '../../src-shared/messages/messages.ts'
import { addDeal, addDocument, dealOf, openDesk, openEngine, value, type Desk } from './core-support/desk.ts'
import { Cleanup, until } from './relay-support/program.ts'

const HOST = 'api.partner.example'
const SERVICE = { base_url: 'https://api.partner.example/iso', client_id: 'office-1' }

describe('the first production submission', () => {
  const cleanup = new Cleanup()
  let desk: Desk
  let deal_id: string
  beforeAll(async () => {
    desk = await openDesk(cleanup, { environment: 'production' })
    value(await writeConnection(desk.vault, SERVICE))
    deal_id = await addDeal(desk)
  })
  afterAll(() => cleanup.run())

  test('is refused until the broker said that it is real, and nothing is queued', async () => {
    const refused = await submitApplication(desk.workspace, deal_id)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'PRODUCTION_NOT_CONFIRMED', outcome: 'not_received' },
    })
    expect((await dealOf(desk, deal_id)).state).toBe('draft')
    expect(value(await firstReal(desk.workspace))).toMatchObject({
      is_needed: true,
      host: 'api.partner.example',
    })
  })

  test('is not confirmed by a confirmation for a replaced host', async () => {
    value(await writeConnection(desk.vault, { base_url: 'https://other.example' }))
    expect(await confirmReal(desk.workspace, HOST)).toMatchObject({
      error: { code: 'ENVIRONMENT_CHANGED', message: expect.stringContaining('other.example') },
    })
    expect(value(await firstReal(desk.workspace)).is_needed).toBe(true)
    value(await writeConnection(desk.vault, SERVICE))
  })

  test('is asked once, and again for other credentials or another address', async () => {
    value(await confirmReal(desk.workspace, HOST))
    const isNeeded = async () => value(await firstReal(desk.workspace)).is_needed
    expect(await isNeeded()).toBe(false)
    value(await writeConnection(desk.vault, { client_id: 'office-2' }))
    expect(await isNeeded()).toBe(true)
    value(await writeConnection(desk.vault, { ...SERVICE, base_url: 'https://other.example' }))
    expect(await isNeeded()).toBe(true)
    value(await writeConnection(desk.vault, SERVICE))
    expect(await isNeeded()).toBe(false)
    value(await submitApplication(desk.workspace, deal_id))
    expect((await dealOf(desk, deal_id)).state).toBe('queued')
  })

  test('is asked again for what waited in line when the address changed, and goes out once it is confirmed', async () => {
    let sent = 0
    const createApplication = async () => ok({ application_id: String(++sent), reply: null })
    const office = await openDesk(cleanup, { environment: 'production', partner: { createApplication } })
    value(await writeConnection(office.vault, SERVICE))
    value(await confirmReal(office.workspace, HOST))
    const waiting = await addDeal(office)
    value(await submitApplication(office.workspace, waiting))
    value(await writeConnection(office.vault, { base_url: 'https://other.example' }))
    // The undo window is over.
    office.workspace.clock = { now: () => '2026-05-04T10:05:00.000Z' }
    const { engine } = await openEngine(office, cleanup)
    await until(() => (engine.status.state === 'unconfirmed' ? true : undefined))
    expect(engine.status.error?.message).toBe(words().submission.firstReal.changed)
    engine.nudge()
    expect([(await dealOf(office, waiting)).state, sent]).toEqual(['queued', 0])

    value(await confirmReal(office.workspace, 'other.example'))
    engine.release()
    await until(async () => ((await dealOf(office, waiting)).state === 'received' ? true : undefined))
    expect(sent).toBe(1)
  })

  test('is asked again for a document that waited alone when the address changed', async () => {
    let sent = 0
    const createDocument = async () => {
      sent++
      return ok({ document_id: null, reply: null })
    }
    const office = await openDesk(cleanup, { environment: 'production', partner: { createDocument } })
    value(await writeConnection(office.vault, SERVICE))
    value(await confirmReal(office.workspace, HOST))
    const received = await addDeal(office, { state: 'received', application_id: '7' })
    const { document_id } = await addDocument(office, cleanup, received)
    value(await queueDocuments(office.workspace, received))
    value(await writeConnection(office.vault, { base_url: 'https://other.example' }))
    // The undo window is over.
    office.workspace.clock = { now: () => '2026-05-04T10:05:00.000Z' }
    const { engine } = await openEngine(office, cleanup)
    await until(() => (engine.status.state === 'unconfirmed' ? true : undefined))
    const stateOf = async () => value(await office.vault.getDocument(document_id))?.state
    expect([await stateOf(), sent]).toEqual(['queued', 0])

    value(await confirmReal(office.workspace, 'other.example'))
    engine.release()
    await until(async () => ((await stateOf()) === 'received' ? true : undefined))
    expect(sent).toBe(1)
  })

  test('is never asked in the sandbox', async () => {
    const sandbox = await openDesk(cleanup)
    expect(value(await firstReal(sandbox.workspace)).is_needed).toBe(false)
    value(await submitApplication(sandbox.workspace, await addDeal(sandbox)))
  })
})
