import { afterAll, expect, test } from 'vitest'
import { submitApplication } from '../../src-main/core/submission/broker-steps.ts'
import { appError, fail, ok } from '../../src-shared/errors.ts'
import { addDeal, dealOf, openDesk, openEngine, value } from './core-support/desk.ts'
import { Cleanup, until } from './relay-support/program.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

test('an unknown outcome holds the others back, so that a service which is ill does not leave all of them unknown', async () => {
  let tries = 0
  let isIll = true
  const desk = await openDesk(cleanup, {
    partner: {
      createApplication: async () => {
        tries++
        return isIll
          ? fail(appError('PARTNER_UNAVAILABLE', 'It is ill.', 'Wait.', { outcome: 'unknown' }))
          : ok({ application_id: '77001', reply: null })
      },
      createDocument: async () => ok({ document_id: null, reply: null }),
    },
  })
  // Time stands still, so that the pause ends when the test says so.
  desk.workspace.clock = { now: () => '2026-05-04T10:00:00.000Z' }
  const { engine } = await openEngine(desk, cleanup)
  const [first, second] = [await addDeal(desk), await addDeal(desk)]
  value(await submitApplication(desk.workspace, first, [second]))
  value(await submitApplication(desk.workspace, second, [first]))
  engine.wake()
  const state = async (deal_id: string) => (await dealOf(desk, deal_id)).state
  await until(async () => ((await state(first)) === 'unknown' ? true : undefined))
  await until(() => (engine.status.state === 'waiting' ? true : undefined))
  engine.wake()
  expect([await state(second), tries]).toEqual(['queued', 1])

  isIll = false
  engine.nudge()
  await until(async () => ((await state(second)) === 'received' ? true : undefined))
  expect([await state(first), tries]).toEqual(['unknown', 2])
})
