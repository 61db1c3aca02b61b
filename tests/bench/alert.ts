import { setTimeout as sleep } from 'node:timers/promises'
import {
  attachFiles,
  fillApplication,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { BURST_MS } from '../../src-main/features/inbox/announcer.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { CannotMeasure, type Measured } from '../support/measured.ts'

/*
 * Method: the real app, relay, and sandbox run as separate processes under a virtual display with a D-Bus notification service. In each
 * round, the bench asks the sandbox to make an offer available. The measured time begins with that request. It therefore includes the time
 * in which the sandbox records and signs the event. The measured time ends when the app asks the desktop to show the notification.
 * Meanwhile, the app's window shows the pipeline. The app merges news that arrives within BURST_MS into one notification. The pause between
 * rounds is longer than BURST_MS, so that each round gets its own notification.
 */

const ROUNDS = 60
const WARM_UP = 5
const LONGEST_MS = 10_000

export async function measure(): Promise<Measured> {
  const environment = await TestEnvironment.openSetUp()
  try {
    const { page, sandbox, daemon } = environment
    await startApplication(page)
    await fillApplication(page)
    await attachFiles(page, environment.pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    await submitApplication(page)
    await daemon.waitFor('Offer available')
    const application_id = await page.evaluate(async () => {
      const { fundingDesk, location } = globalThis as unknown as {
        fundingDesk: { call(channel: string, input: object): Promise<{ value: { application_id: string } }> }
        location: { hash: string }
      }
      const deal_id = location.hash.split('/')[2]
      return (await fundingDesk.call('deals.get', { deal_id })).value.application_id
    })
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()

    const took: number[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      // The app merges news that arrives within BURST_MS into one notification. Wait longer, so that this round gets its own notification.
      await sleep(BURST_MS * 1.1)
      const before = daemon.shown.length
      const began = performance.now()
      const made = await fetch(`${sandbox.admin_url}/applications/${application_id}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'offer_available' }),
      })
      if (!made.ok) throw new CannotMeasure(`The service made no offer: ${made.status}.`)
      while (daemon.shown.length === before) {
        if (performance.now() - began > LONGEST_MS) throw new CannotMeasure('An offer was not announced.')
        await sleep(1)
      }
      const shown = daemon.shown[before]
      if (round >= WARM_UP && shown !== undefined) took.push(shown.at - began)
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => Number((took[Math.ceil(took.length * share) - 1] ?? NaN).toFixed(1))
    return {
      metrics: { p50_ms: at(0.5), p99_ms: at(0.99) },
      goals: { p50_ms: { at_most: 20 }, p99_ms: { at_most: 50 } },
      rounds: ROUNDS,
      context: { slowest_ms: at(1) },
    }
  } finally {
    await environment.close()
  }
}
