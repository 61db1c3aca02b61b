import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  attachFiles,
  fillApplication,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { BURST_MS } from '../../src-main/features/today/announcer.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { CannotMeasure, type Measured } from '../support/measured.ts'
import { Cleanup } from '../support/cleanup.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'
import { makeEvent, sha256, signEvent, type SigningKey } from '../support/relay/signing.ts'
import { interleave, quantile, rounded, startBare } from './harness.ts'

/*
 * Method: the real app and relay run as separate processes under a virtual display with a D-Bus notification service. In each round, the
 * bench posts a signed notification about an offer to the relay, as the partner does. The measured time begins with this request. It ends
 * when the app asks the desktop to show the notification. Meanwhile, the app's window shows the pipeline.
 *
 * In turns with the app, the bench posts the same kind of notification to the bare program (bare/alert.ts), which verifies its signature
 * and calls the notification service directly. `ratio_to_bare` is the ratio of both p99.
 *
 * The app merges news that arrives within BURST_MS into one notification. The pause between rounds is longer, so that each round gets its
 * own notification.
 */

const ROUNDS = 60
const WARM_UP = 5
const LONGEST_MS = 10_000

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  const environment = await TestEnvironment.openSetUp()
  try {
    const { page, sandbox, relay, daemon } = environment
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

    const key = signingKeyOf(sandbox.data)
    const hook = relay.url + (await hookPathOf(relay.data))
    const program = startBare<string>(cleanup, 'alert')
    const bareHook = await program.ask({ jwk: key.jwk })

    async function alert(url: string): Promise<number> {
      const event = makeEvent({ application_id, timestamp: new Date().toISOString() })
      const body = JSON.stringify(event)
      const iat = Math.floor(Date.now() / 1000)
      const signature = signEvent(key, { body_sha256: sha256(Buffer.from(body), 'hex'), iat })
      const before = daemon.shown.length
      const began = performance.now()
      const headers = { 'content-type': 'application/json', 'x-signature': signature }
      const answer = await fetch(url, { method: 'POST', headers, body })
      if (!answer.ok) throw new CannotMeasure(`${url} answered ${answer.status}.`)
      while (daemon.shown.length === before) {
        if (performance.now() - began > LONGEST_MS) throw new CannotMeasure('An offer was not announced.')
        await sleep(1)
      }
      return (daemon.shown[before]?.at ?? NaN) - began
    }
    const { ours, bare } = await interleave(
      { rounds: ROUNDS, warmUp: WARM_UP },
      {
        ours: async () => {
          await sleep(BURST_MS * 1.1)
          return alert(hook)
        },
        bare: () => alert(bareHook),
      },
    )
    return {
      metrics: {
        ratio_to_bare: rounded(quantile(ours, 0.99) / quantile(bare, 0.99)),
        p99_ms: rounded(quantile(ours, 0.99), 1),
      },
      goals: { ratio_to_bare: { at_most: 3 }, p99_ms: { at_most: 50 } },
      rounds: ROUNDS,
      context: {
        p50_ms: rounded(quantile(ours, 0.5), 1),
        bare_p50_ms: rounded(quantile(bare, 0.5), 1),
        bare_p99_ms: rounded(quantile(bare, 0.99), 1),
      },
    }
  } finally {
    await environment.close()
    await cleanup.run()
  }
}

/** Returns the key with which the sandbox signs notifications, from its database. */
function signingKeyOf(data: string): SigningKey {
  const database = new DatabaseSync(join(data, 'sandbox.sqlite'), { readOnly: true })
  const rows = database.prepare("SELECT record FROM records WHERE kind = 'key'").all() as { record: string }[]
  database.close()
  const found = rows
    .map(({ record }) => JSON.parse(record) as { kid: string; purpose: string; private_jwk: JsonWebKey })
    .find(({ purpose }) => purpose === 'webhook')
  if (found === undefined) throw new CannotMeasure('The sandbox has no key that signs notifications.')
  const { kid } = found
  const privateKey = createPrivateKey({ key: found.private_jwk, format: 'jwk' })
  const publicKey = createPublicKey(privateKey)
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } }
}

/** Returns the path of the webhook address that the app registered with the sandbox. */
async function hookPathOf(data: string): Promise<string> {
  const store = await storeAt(data)
  const [inlet] = await store.office(OFFICE).listInlets()
  await store.close()
  return `/hooks/sandbox/${inlet?.inlet ?? ''}`
}
