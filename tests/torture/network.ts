import { setTimeout as sleep } from 'node:timers/promises'
import { addDeal, addDocument, dealOf, saveAsSeen, value, type App } from '../support/core/composed-app.ts'
import {
  followScreen,
  openNetworkWorld,
  putInQueue,
  type NetworkWorld,
} from '../support/core/network-world.ts'
import { makePayload } from '../support/relay/payload.ts'
import { Cleanup } from '../support/cleanup.ts'
import type { FaultyProxy, NetworkFault } from '../support/core/faulty-proxy.ts'
import type { Measured } from '../support/measured.ts'

/*
 * Method: the app's core runs with its real vault, client, submission engine, and event source. The real sandbox (the simulated partner)
 * and the real relay run as processes. Three connections lead through TCP proxies that simulate network faults: app to sandbox, sandbox to
 * relay, and relay to app. The sandbox itself also fails (500, 429, HTML pages instead of answers, partial answers, and resets before and
 * after processing).
 *
 * During each fault on the connection to the sandbox or in the sandbox, the test submits some applications with one document each. During
 * each fault on the two other connections, the sandbox sends some notifications. Then the fault ends, and the test does what a broker would
 * do on the screen. It submits a draft again, and resolves an unknown outcome only in accordance with the evidence that the app found.
 *
 * At the end, the test compares the sandbox's own list with the vault. `lost` counts applications or documents that are missing in the
 * sandbox or that the vault does not show as received. It also counts notifications without a timeline entry. `twice` counts duplicates of
 * any of them.
 */

const DEALS_A_FAULT = 4
const EVENTS_A_FAULT = 8
const FAULT_LASTS_MS = 2_500
const SETTLED_WITHIN_MS = 45_000

const APPLICATION = 'POST /iso/api/v1/application'
const DOCUMENT = 'POST /iso/api/v1/document'
const onBoth = (fault: object) => [APPLICATION, DOCUMENT].map((route) => ({ route, ...fault }))

const WEATHERS: NetworkFault[] = ['latency', 'reset', 'half_open', 'truncated', 'slow']
const SERVICE_FAULTS: [string, object[]][] = [
  ['500', onBoth({ fault: 'status', status: 500 })],
  ['500 after the work', onBoth({ fault: 'status', status: 500, processed: true, times: 2 })],
  ['429', onBoth({ fault: 'status', status: 429, headers: { 'Retry-After': '1' }, times: 3 })],
  ['html', onBoth({ fault: 'html' })],
  ['reset before the body', onBoth({ fault: 'reset_before_body' })],
  ['reset after the work', onBoth({ fault: 'reset_after_processing' })],
  ['late, work done', onBoth({ fault: 'latency', ms: 3_000, processed: true })],
  ['half an answer', onBoth({ fault: 'truncated' })],
  ['half an answer as if it were all', onBoth({ fault: 'malformed' })],
  ['dripping', onBoth({ fault: 'drip', ms: 200 })],
  ['endless', onBoth({ fault: 'endless' })],
]

interface Count {
  lost: number
  twice: number
}

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  try {
    const world = await openNetworkWorld(cleanup)
    const found: Count = { lost: 0, twice: 0 }
    const context: Record<string, number | string> = {}
    const note = (name: string, { lost, twice }: Count) => {
      found.lost += lost
      found.twice += twice
      console.error(`${name}: lost ${lost}, twice ${twice}`)
      if (lost + twice > 0) context[name] = `lost ${lost}, twice ${twice}`
    }
    for (const fault of WEATHERS) {
      const change = (now: NetworkFault) => Promise.resolve(void (world.toService.fault = now))
      // Sequential, so that only one fault is active at a time.
      note(
        `to the service: ${fault}`,
        await submit(
          world,
          () => change(fault),
          () => change('none'),
        ),
      )
    }
    for (const [name, faults] of SERVICE_FAULTS) {
      const set = (now: object[]) => world.admin.setFaults(...now) as Promise<void>
      note(
        `at the service: ${name}`,
        await submit(
          world,
          () => set(faults),
          () => set([]),
        ),
      )
    }
    for (const way of ['toRelay', 'fromRelay'] as const)
      for (const fault of WEATHERS) note(`${way}: ${fault}`, await notify(world, world[way], fault))
    const faults = WEATHERS.length + SERVICE_FAULTS.length
    return {
      metrics: { ...found },
      goals: { lost: { at_most: 0 }, twice: { at_most: 0 } },
      rounds: faults + 2 * WEATHERS.length,
      context: {
        submissions: faults * DEALS_A_FAULT,
        notifications: 2 * WEATHERS.length * EVENTS_A_FAULT,
        ...context,
      },
    }
  } finally {
    await cleanup.run()
  }
}

let references = 0

async function submit(
  world: NetworkWorld,
  begins: () => Promise<void>,
  ends: () => Promise<void>,
): Promise<Count> {
  const { app, cleanup, engine, made } = world
  const deals: { deal_id: string; reference: string }[] = []
  for (let i = 0; i < DEALS_A_FAULT; i++) {
    const reference = `NET-${references++}`
    const deal_id = await addDeal(app)
    value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'application.reference', value: reference }]))
    await addDocument(app, cleanup, deal_id)
    deals.push({ deal_id, reference })
    made.push(deal_id)
  }
  await begins()
  for (const { deal_id } of deals) await putInQueue(world, deal_id)
  engine.wake()
  await sleep(FAULT_LASTS_MS)
  await ends()

  const until = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    engine.retryNow()
    const open = await Promise.all(deals.map(({ deal_id }) => followScreen(world, deal_id)))
    if (!open.includes(true) || Date.now() > until) break
    await sleep(150)
  }
  const counts = await Promise.all(deals.map((deal) => countLosses(world, deal)))
  return sum(counts)
}

async function countLosses(
  { app, witness }: NetworkWorld,
  deal: { deal_id: string; reference: string },
): Promise<Count> {
  const { body } = await witness.get(`/v1/applications?reference=${deal.reference}`)
  const { applications } = body as { applications: { application_id: string }[] }
  const documents = await Promise.all(
    applications.map(async ({ application_id }) => {
      const answer = await witness.get(`/v1/documents?application_id=${application_id}`)
      return (answer.body as { documents: unknown[] }).documents.length
    }),
  )
  const { state, application_id } = await dealOf(app, deal.deal_id)
  const [document] = value(await app.vault.listDocuments(deal.deal_id))
  const isRight = state === 'received' && applications.some((each) => each.application_id === application_id)
  const held = documents.reduce((all, count) => all + count, 0)
  const isLost = !isRight || document?.state !== 'received' || held === 0
  if (isLost)
    console.error(`${deal.reference}: ${state}, ${document?.state}, held ${applications.length}, ${held}`)
  return { lost: isLost ? 1 : 0, twice: applications.length > 1 || held > 1 ? 1 : 0 }
}

/**
 * Makes the sandbox send notifications while the network fault is active, each about a different deal. The sandbox sends no other
 * notifications about these deals. Returns how many notifications are missing or duplicated in the app.
 */
async function notify(
  { app, witness, admin }: NetworkWorld,
  way: FaultyProxy,
  fault: NetworkFault,
): Promise<Count> {
  const like = await dealOf(app, await addDeal(app))
  const deals: string[] = []
  const applications: string[] = []
  for (let i = 0; i < EVENTS_A_FAULT; i++) {
    const application_id = await witness.apply(makePayload())
    const deal_id = crypto.randomUUID()
    const deal = { ...like, deal_id, application_id, state: 'received' as const }
    value(await app.vault.commit([{ write: 'create_deal', deal }]))
    deals.push(deal_id)
    applications.push(application_id)
  }
  way.fault = fault
  for (const application_id of applications) {
    await admin.publish(application_id, 'app_under_review')
    await sleep(50)
  }
  await sleep(FAULT_LASTS_MS)
  way.fault = 'none'

  const until = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const lines = await Promise.all(deals.map(async (deal_id) => eventsOf(app, deal_id)))
    if (lines.every((count) => count > 0) || Date.now() > until)
      return sum(lines.map((count) => ({ lost: count === 0 ? 1 : 0, twice: count > 1 ? 1 : 0 })))
    await sleep(100)
  }
}

const eventsOf = async ({ vault }: App, deal_id: string) =>
  value(await vault.listTimeline(deal_id)).filter(({ kind }) => kind === 'event').length

const sum = (counts: readonly Count[]): Count => ({
  lost: counts.reduce((all, { lost }) => all + lost, 0),
  twice: counts.reduce((all, { twice }) => all + twice, 0),
})
