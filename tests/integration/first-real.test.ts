import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeConnection } from '../../src-main/core/environments/settings.ts'
import { submitApplication } from '../../src-main/core/submission/broker-steps.ts'
import { confirmReal, firstReal } from '../../src-main/core/submission/first-real.ts'
import { addDeal, dealOf, openDesk, value, type Desk } from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'

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

  test('is asked once, and again for other credentials or another address', async () => {
    value(await confirmReal(desk.workspace))
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

  test('is never asked in the sandbox', async () => {
    const sandbox = await openDesk(cleanup)
    expect(value(await firstReal(sandbox.workspace)).is_needed).toBe(false)
    value(await submitApplication(sandbox.workspace, await addDeal(sandbox)))
  })
})
