import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { call } from '../../../build/demo/connect.ts'
import { type Channel, contract } from '../../../src-shared/app/contract.ts'
import type { TestEnvironment } from '../e2e/environment.ts'
import type { Answer, Findings } from './findings.ts'
import { inputsOf } from './from-schema.ts'

const ANSWER_WITHIN_MS = 60_000
const ROUNDS = 12

const CHANNELS = Object.keys(contract) as Channel[]
/** The test calls these channels last, one by one. They change connection settings or data that all other channels need. */
const LAST: readonly Channel[] = [
  // Before `lock.set_pin`, because the app locks only if a PIN is set.
  'lock.start',
  'service.save_network',
  'service.save_endpoints',
  'vault.choose_passphrase',
  'vault.replace_passphrase',
  'relay.pair',
  'relay.forget',
  'environment.save_credentials',
  'environment.forget_credentials',
  'demo.start',
  'demo.stop',
  'vault.start_new',
  'vault.continue_shortened',
  'lock.remove_pin',
  'lock.set_pin',
]
/** These channels switch the app to or from the demo. The page then reloads, maybe before it receives the channel's response. */
const TURNING: readonly string[] = ['demo.start', 'demo.stop'] satisfies Channel[]
const ANEW_WITHIN_MS = 3_000
const FIRST = CHANNELS.filter((name) => !LAST.includes(name))

export type Call = readonly [channel: string, input: unknown]

/** Result of calls from the page: one response per call, or the reason why the page disappeared and returned none. */
type Reported = { answers: Answer[] } | { gone: string }

/**
 * Calls channels from the page in parallel. A call must get a response, or be refused by the preload bridge. Otherwise it counts as 'no
 * answer'. If the page disappears, the function waits until the page is back. It then repeats the calls one by one, to find the call that
 * made the page disappear. That call counts as a crash.
 */
export async function callAll(
  environment: TestEnvironment,
  findings: Findings,
  calls: readonly Call[],
): Promise<Answer[]> {
  const reported = await callFromPage(environment, calls)
  if ('answers' in reported) {
    reported.answers.forEach((answer, i) => findings.answer(calls[i]?.[0] ?? '', answer))
    return reported.answers
  }
  if (calls.length === 1) {
    const channel = calls[0]?.[0] ?? ''
    if (TURNING.includes(channel)) findings.answered.add(channel)
    else findings.crash(`${channel} took the page away: ${reported.gone}`)
    return ['no page']
  }
  console.error(`The page went away; ${calls.length} calls are made again one by one. ${reported.gone}`)
  const answers: Answer[] = []
  for (const one of calls) answers.push(...(await callAll(environment, findings, [one])))
  return answers
}

async function callFromPage(environment: TestEnvironment, calls: readonly Call[]): Promise<Reported> {
  const texts = calls.map((each) => JSON.stringify(each))
  const asked = environment.page.evaluate(
    ([each, limit]) => {
      const { fundingDesk } = globalThis as unknown as {
        fundingDesk: { call(channel: string, input: unknown, shown: string): Promise<object> }
      }
      const late = () => new Promise((resolve) => setTimeout(() => resolve('no answer'), limit))
      return Promise.all(
        each.map((text) => {
          const [channel, input] = JSON.parse(text) as [string, unknown]
          const answer = fundingDesk.call(channel, input, 'sandbox').catch((error: Error) => error.message)
          return Promise.race([answer, late()])
        }),
      )
    },
    [texts, ANSWER_WITHIN_MS] as const,
  )
  try {
    return { answers: (await asked) as Answer[] }
  } catch (error) {
    const gone = (error as Error).message.split('\n')[0] ?? ''
    await environment.page.waitForFunction('typeof fundingDesk === "object"', null, {
      timeout: ANSWER_WITHIN_MS,
    })
    return { gone }
  }
}

/** Calls every channel several times, with inputs generated from the channel's schema. Returns the number of calls. */
export async function callChannels(
  environment: TestEnvironment,
  findings: Findings,
  seed: number,
): Promise<number> {
  const model = new URL(environment.page.url()).hash.match(/[0-9a-f-]{36}/)?.[0] ?? ''
  let made = 0
  for (let round = 0; round < ROUNDS; round++) {
    const begun = Date.now()
    // Each round uses a new copy of the deal, because some channels delete the deal that they get.
    const known = await anotherDeal(environment, model)
    const calls = callsOf(FIRST, known, seed + round)
    await callAll(environment, findings, calls)
    made += calls.length
    console.error(`round ${round + 1} of ${ROUNDS}: ${calls.length} calls, ${Date.now() - begun} ms`)
    await closeOtherWindows(environment)
  }
  const known = await anotherDeal(environment, model)
  for (const input of callsOf(LAST, known, seed)) {
    console.error(`last: ${input[0]}`)
    await callAll(environment, findings, [input])
    if (TURNING.includes(input[0])) await sleep(ANEW_WITHIN_MS)
    made += 1
  }
  const left = CHANNELS.filter((name) => !findings.answered.has(name))
  if (left.length > 0) findings.crash(`never answered: ${left.join(', ')}`)
  return made
}

/** Duplicates the deal `model` with its documents. Returns the ids of the copy and of the copy's documents. */
async function anotherDeal(environment: TestEnvironment, model: string): Promise<string[]> {
  const { page } = environment
  await call(page, 'deals.restore', { deal_id: model }).catch(() => {})
  const { deal_id } = await call(page, 'deals.duplicate', { deal_id: model, with_documents: true })
  const { document_list } = await call(page, 'deals.get', { deal_id })
  return [deal_id, ...document_list.map(({ document_id }) => document_id)]
}

/** Closes the windows that the channel `deals.open_window` opened. With sixty open windows, the run would mostly test the display. */
async function closeOtherWindows({ app, page }: TestEnvironment): Promise<void> {
  const others = app.application.windows().filter((window) => window !== page)
  await Promise.all(others.map((window) => window.close().catch(() => {})))
}

/** Creates one call for each channel, with a generated input. */
const callsOf = (channels: readonly Channel[], known: readonly string[], seed: number): Call[] =>
  channels.flatMap((channel) =>
    fc
      .sample(inputsOf(contract[channel].input, known), { seed, numRuns: 1 })
      .map((input) => [channel, input]),
  )

/**
 * Sends unusual values to each channel, one after another. A page's script can create these values, but JSON cannot represent all of them.
 */
export async function sendValuesThatAreNoJson(
  environment: TestEnvironment,
  findings: Findings,
): Promise<number> {
  const answers = await environment.page.evaluate(
    async ([channels, limit]) => {
      const { fundingDesk } = globalThis as unknown as {
        fundingDesk: { call(channel: string, input: unknown, shown: string): Promise<object> }
      }
      const cycle: Record<string, unknown> = {}
      cycle['self'] = cycle
      let deep: unknown = {}
      for (let i = 0; i < 500; i++) deep = { deep }
      const values = [
        undefined,
        null,
        Number.NaN,
        1n,
        new Map([['deal_id', 1]]),
        new Date(Number.NaN),
        new Uint8Array(100_000),
        'x'.repeat(1_000_000),
        Array.from({ length: 10_000 }, () => ({})),
        cycle,
        deep,
        () => 1,
        Symbol.iterator,
        new Error('x'),
        { toJSON: 1, length: -1 },
      ]
      const late = () => new Promise((resolve) => setTimeout(() => resolve('no answer'), limit))
      const said: [string, unknown][] = []
      for (const channel of channels)
        for (const value of values) {
          const answer = (async () => fundingDesk.call(channel, value, 'sandbox'))().catch(
            (e: Error) => e.message,
          )
          said.push([channel, await Promise.race([answer, late()])])
        }
      return said
    },
    [FIRST, ANSWER_WITHIN_MS] as const,
  )
  for (const [channel, answer] of answers) findings.answer(channel, answer as Answer)
  console.error(
    `Without values that are no JSON, since some would do what the channel does: ${LAST.join(', ')}`,
  )
  return answers.length
}
