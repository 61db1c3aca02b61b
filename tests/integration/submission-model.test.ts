import { resultOf } from '../../src-main/platform/base/failure.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeDraft } from '../../src-main/features/drafts/change-draft.ts'
import {
  resolveUnknownApplication,
  resolveUnknownDocument,
  sendNow,
  submitApplication,
  cancelSubmission,
} from '../../src-main/features/submission/submission-commands.ts'
import { SubmissionWorld, WEATHERS, type NetworkFault } from '../support/core/submission-world.ts'

// Runs random sequences of broker actions, network faults, and crashes against the real engine on a real vault. The model contains only
// what the broker requested. To check the app, the tests compare it with what the simulated partner received.

const DEALS = 3

/**
 * What the broker requested for each deal: whether to submit it (`isOut`), and how often the broker said that its application did not
 * arrive (`decisions`).
 */
interface Model {
  isOut: boolean[]
  decisions: number[]
}
interface Real {
  world: SubmissionWorld
  deals: { deal_id: string; document_id: string }[]
}
type Command = fc.AsyncCommand<Model, Real>

/** Creates a command. The command restarts the app if it was killed, calls `run`, and then checks the result. */
function story(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await real.world.revive()
      await run(model, real)
      await real.world.app.rest()
      checkInvariants(model, real)
    },
    toString: () => name,
  }
}

function checkInvariants(model: Model, { world, deals }: Real): void {
  expect(world.violations).toEqual([])
  const effects = world.database.served.listTasks()
  for (const [index, { deal_id, document_id }] of deals.entries()) {
    const { taken } = world.witness(deal_id)
    // The partner never accepts a second application unless a broker confirmed that the first application did not arrive.
    expect(taken).toBeLessThanOrEqual(1 + (model.decisions[index] ?? 0))
    const deal = world.database.served.getDeal(deal_id)
    const document = world.database.served.getDocument(document_id)
    const task = effects.find(({ subject_id }) => subject_id === deal_id)?.task
    // The vault always stores a task together with the deal state that requires the task, even if the app is killed at any moment.
    expect([deal?.state, task]).toSatisfy(([state, todo]: [string, string | undefined]) =>
      state === 'queued' || state === 'sending'
        ? todo === 'send_application'
        : state === 'unknown'
          ? todo === 'seek_application'
          : state === 'received'
            ? todo === undefined || todo === 'queue_documents'
            : todo === undefined,
    )
    const todo = effects.find(({ subject_id }) => subject_id === document_id)?.task
    expect([document?.state, todo]).toSatisfy(([state, found]: [string, string | undefined]) =>
      state === 'queued' || state === 'sending'
        ? found === 'send_document'
        : state === 'unknown'
          ? found === 'seek_document'
          : found === undefined,
    )
    // The app forgets no submission. The application is queued or in transit, it arrived, or the broker saw the reason why it did not.
    if (model.isOut[index] === true && deal?.state === 'draft') expect(deal.error).not.toBeNull()
  }
}

const submit = (index: number) =>
  story(`submit ${index}`, async (model, { world, deals }) => {
    const { deal_id, document_id } = deals[index] as Real['deals'][number]
    world.wanted.add(deal_id).add(document_id)
    const before = world.database.served.getDeal(deal_id)?.state
    const others = deals.map((deal) => deal.deal_id)
    const submitted = await resultOf(submitApplication(world.app.context, deal_id, others))
    world.app.engine.wake()
    if (!world.app.isDead) expect(submitted.ok).toBe(before === 'draft' || before === 'refused')
    if (submitted.ok) model.isOut[index] = true
  })

const cancel = (index: number) =>
  story(`cancel ${index}`, async (model, { world, deals }) => {
    const { deal_id } = deals[index] as Real['deals'][number]
    const before = world.database.served.getDeal(deal_id)?.state
    await resultOf(cancelSubmission(world.app.context, deal_id))
    noteCanceled(model, world, index, deal_id, before)
  })

/**
 * Records in the model that the broker canceled a submission. If the cancellation succeeded, the partner must never receive the
 * application.
 */
function noteCanceled(
  model: Model,
  world: SubmissionWorld,
  index: number,
  deal_id: string,
  before: string | undefined,
): void {
  if (before === 'draft' || world.database.served.getDeal(deal_id)?.state !== 'draft') return
  expect(world.witness(deal_id).isOpen).toBe(false)
  world.wanted.delete(deal_id)
  model.isOut[index] = false
}

const cancelImmediately = (index: number, turns: number) =>
  story(`submit and cancel ${index} after ${turns} turns`, async (model, { world, deals }) => {
    const { deal_id, document_id } = deals[index] as Real['deals'][number]
    world.wanted.add(deal_id).add(document_id)
    const others = deals.map((deal) => deal.deal_id)
    const submitted = await resultOf(submitApplication(world.app.context, deal_id, others))
    if (submitted.ok) model.isOut[index] = true
    await resultOf(sendNow(world.app.context, deal_id))
    world.app.engine.wake()
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    const before = world.database.served.getDeal(deal_id)?.state
    await resultOf(cancelSubmission(world.app.context, deal_id))
    noteCanceled(model, world, index, deal_id, before)
  })

const edit = (index: number) =>
  story(`edit ${index}`, async (_, { world, deals }) => {
    const { deal_id } = deals[index] as Real['deals'][number]
    const state = world.database.served.getDeal(deal_id)?.state
    const changed = await resultOf(
      changeDraft(world.app.context, { deal_id, window_id: null }, (editor) => {
        editor.apply({ op: 'set', path: 'application.amount_requested', value: '36000' })
        return { writes: [], more: {} }
      }),
    )
    if (!world.app.isDead) expect(changed.ok).toBe(state === 'draft' || state === 'refused')
  })

const decide = (index: number, arrived: boolean) =>
  story(`say that ${index} ${arrived ? 'arrived' : 'did not arrive'}`, async (model, { world, deals }) => {
    const { deal_id, document_id } = deals[index] as Real['deals'][number]
    const found = world.applications.find(({ record }) => JSON.stringify(record).includes(`"R-${index}"`))
    const application_id = found?.application_id ?? `told-${index}`
    const isAsked = world.database.served.getDeal(deal_id)?.state === 'unknown'
    const { context, engine } = world.app
    await resultOf(resolveUnknownApplication(context, deal_id, arrived, application_id))
    // The broker's decision counts as soon as it is stored, even if the app was killed before it responded to the broker.
    if (isAsked && world.database.served.getDeal(deal_id)?.state === 'draft') {
      model.decisions[index] = (model.decisions[index] ?? 0) + 1
      model.isOut[index] = false
      world.witness(deal_id).isOpen = false
    }
    if (world.database.served.getDocument(document_id)?.state === 'unknown') {
      if (!arrived) world.witness(document_id).isOpen = false
      await resultOf(resolveUnknownDocument(context, document_id, arrived))
    }
    engine.wake()
  })

const kill = (fuse: number) =>
  story(`die after ${fuse} steps`, async (_, { world }) => {
    world.app.fuse = fuse
    world.app.engine.wake()
  })

const sendAtOnce = (index: number) =>
  story(`send ${index} now`, async (_, { world, deals }) => {
    await resultOf(sendNow(world.app.context, (deals[index] as Real['deals'][number]).deal_id))
    world.app.engine.wake()
  })

const pass = (ms: number) => story(`${ms} ms pass`, (_, { world }) => world.pass(ms))
const turn = (fault: NetworkFault, isSlow: boolean, hasLists: boolean) =>
  story(`${fault}${isSlow ? ', slow' : ''}${hasLists ? '' : ', no lists'}`, async (_, { world }) => {
    world.fault = fault
    world.isSlow = isSlow
    world.hasLists = hasLists
  })
const retryNow = () => story('retryNow', async (_, { world }) => world.app.engine.retryNow())
const release = () => story('new credentials', async (_, { world }) => world.app.engine.release())

const deal = fc.integer({ min: 0, max: DEALS - 1 })
const commands = fc.commands(
  [
    deal.map(submit),
    deal.map(submit),
    deal.map(cancel),
    fc.tuple(deal, fc.integer({ min: 0, max: 6 })).map(([index, turns]) => cancelImmediately(index, turns)),
    deal.map(edit),
    deal.map(sendAtOnce),
    fc.tuple(deal, fc.boolean()).map(([index, arrived]) => decide(index, arrived)),
    fc.integer({ min: 0, max: 12 }).map(kill),
    fc.constantFrom(1_000, 3_000, 400_000).map(pass),
    fc.constantFrom(1_000, 3_000, 400_000).map(pass),
    fc.constantFrom(1_000, 3_000, 400_000).map(pass),
    fc
      .tuple(fc.constantFrom(...WEATHERS), fc.boolean(), fc.boolean())
      .map(([fault, slow, lists]) => turn(fault, slow, lists)),
    fc.constant(null).map(retryNow),
    fc.constant(null).map(release),
  ],
  { maxCommands: 40, size: 'max' },
)

test('under any sequence of faults, the app sends nothing twice, loses nothing, and keeps the order', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (reported) => {
      const world = new SubmissionWorld()
      try {
        world.database.served.commit([{ write: 'set_setting', key: 'undo_seconds', value: '2' }])
        const deals = Array.from({ length: DEALS }, (_, index) => world.addDeal(`R-${index}`))
        await world.app.start()
        const model: Model = { isOut: deals.map(() => false), decisions: deals.map(() => 0) }
        await fc.asyncModelRun(() => ({ model, real: { world, deals } }), reported)
        await calmDown(world)
        checkInvariants(model, { world, deals })
        // At the end, the queue is empty.
        for (const { deal_id, document_id } of deals) {
          expect(world.database.served.getDeal(deal_id)?.state).not.toBe('queued')
          expect(world.database.served.getDocument(document_id)?.state).not.toBe('queued')
        }
      } finally {
        world.close()
      }
    }),
    { numRuns: 30 },
  )
})

/** Ends all simulated faults permanently, and lets the engine finish its work. */
async function calmDown(world: SubmissionWorld): Promise<void> {
  await world.revive()
  world.app.fuse = null
  world.fault = 'none'
  world.isSlow = false
  world.app.engine.release()
  await world.app.rest()
  // Advances the clock in long steps: first the undo windows end, then the pauses.
  for (let minute = 0; minute < 12; minute++) await world.pass(60_000)
}
