import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { call } from '../../build/demo/connect.ts'
import { attachFiles, fillApplication, startApplication } from '../../build/demo/journey.ts'
import type { Deal } from '../../src-shared/features/deals/deal.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { CannotMeasure, type Measured } from '../support/measured.ts'

/*
 * Method: the real app and the sandbox (the simulated partner) run as separate processes. Every round submits a new application with one
 * document and kills the app with SIGKILL. The moments of the kill cover all steps of a submission. First, the app stores the submission,
 * and the undo window passes. The app then sends the application, the sandbox processes it, and the app stores the answer. The same follows
 * for the document. A fault of the sandbox delays or cuts off the answer, so that each step lasts long enough.
 *
 * The test then starts the app again and does what a broker would do on the screen. It submits a draft again. It resolves an unknown
 * outcome only in accordance with the evidence that the app found. At the end, the sandbox must have stored exactly one application and one
 * document for each round.
 */

const SANDBOX = fileURLToPath(new URL('../../services/sandbox/src/main.ts', import.meta.url))
const APPLICATION = 'POST /iso/api/v1/application'
const DOCUMENT = 'POST /iso/api/v1/document'
const SETTLED_WITHIN_MS = 90_000

interface Plan {
  name: string
  fault: object | null
  undo_seconds: number
  /** Milliseconds from the click on Submit to the kill. There is one round for each number. */
  delays: number[]
}

const slow = (route: string, processed: boolean) => ({
  route,
  fault: 'latency',
  ms: 400,
  processed,
  times: 1,
})
const PLANS: Plan[] = [
  { name: 'undisturbed', fault: null, undo_seconds: 0, delays: [0, 3, 8, 15, 25, 40, 60, 90] },
  { name: 'undo window', fault: null, undo_seconds: 1, delays: [5, 300, 900, 1010, 1040] },
  {
    name: 'application, work not done',
    fault: slow(APPLICATION, false),
    undo_seconds: 0,
    delays: [30, 100, 300, 400, 420, 440],
  },
  {
    name: 'application, work done',
    fault: slow(APPLICATION, true),
    undo_seconds: 0,
    delays: [30, 100, 300, 400, 420, 440],
  },
  {
    name: 'application, answer cut off',
    fault: { route: APPLICATION, fault: 'reset_after_processing', times: 1 },
    undo_seconds: 0,
    delays: [20, 60, 120, 300],
  },
  {
    name: 'document, work not done',
    fault: slow(DOCUMENT, false),
    undo_seconds: 0,
    delays: [60, 120, 250, 420, 450, 500],
  },
  {
    name: 'document, work done',
    fault: slow(DOCUMENT, true),
    undo_seconds: 0,
    delays: [60, 120, 250, 420, 450, 500],
  },
  {
    name: 'document, answer cut off',
    fault: { route: DOCUMENT, fault: 'reset_after_processing', times: 1 },
    undo_seconds: 0,
    delays: [80, 150, 300],
  },
]

export async function measure(): Promise<Measured> {
  const environment = await TestEnvironment.openSetUp()
  try {
    const template = await makeTemplate(environment)
    const found = { lost: 0, twice: 0 }
    const seen: Record<string, number> = {}
    let rounds = 0
    for (const plan of PLANS)
      for (const delay of plan.delays) {
        const state = await playRound(environment, template, plan, delay, rounds)
        seen[`after_kill_${state}`] = (seen[`after_kill_${state}`] ?? 0) + 1
        const { applications, documents } = await heldOf(environment, `KILL-${rounds}`)
        for (const held of [applications, documents]) {
          if (held === 0) found.lost++
          if (held > 1) found.twice++
        }
        console.error(`${plan.name}, killed after ${delay} ms: left ${state}; ${applications}, ${documents}`)
        rounds++
      }
    found.twice += await refusedAsKnown(environment)
    return {
      metrics: found,
      goals: { lost: { at_most: 0 }, twice: { at_most: 0 } },
      rounds,
      context: seen,
    }
  } finally {
    await environment.close()
  }
}

/** Creates a complete deal with one document. Every round submits a copy of this deal. */
async function makeTemplate(environment: TestEnvironment): Promise<string> {
  const { page } = environment
  await startApplication(page)
  await fillApplication(page)
  await attachFiles(page, environment.pdfs.slice(0, 1))
  await page.locator('[data-document]').waitFor()
  const deal_id = (await page.evaluate<string>('location.hash')).split('/')[2]
  if (deal_id === undefined) throw new CannotMeasure('The deal could not be made.')
  return deal_id
}

/** Submits a copy of the deal, kills the app, and restarts it. Returns the state that the submission had after the restart. */
async function playRound(
  environment: TestEnvironment,
  template: string,
  { fault, undo_seconds }: Plan,
  delay: number,
  round: number,
): Promise<string> {
  const { deal_id } = await call(environment.page, 'deals.duplicate', {
    deal_id: template,
    with_documents: true,
  })
  const fill = (path: string, value: string | boolean) => ({ op: 'set', path, value }) as const
  await call(environment.page, 'drafts.save', {
    deal_id,
    window_id: crypto.randomUUID(),
    // The reference and the consent belong to one application only, so the copy of a deal lacks them. Fill them in.
    edits: [fill('application.reference', `KILL-${round}`), fill('application.consent_accepted', true)],
  })
  await call(environment.page, 'submission.save_settings', {
    undo_seconds,
    duplicate_days: 0,
  })
  await setFaults(environment, fault === null ? [] : [fault])

  void call(environment.page, 'submission.submit', { deal_id }).catch(() => {})
  await sleep(delay)
  const ended = environment.app.application.waitForEvent('close')
  environment.app.application.process().kill('SIGKILL')
  await ended
  await environment.relaunch()
  const { state, document_list } = await call(environment.page, 'deals.get', { deal_id })
  await followScreen(environment.page, deal_id)
  await setFaults(environment, [])
  const [document] = document_list
  return state === 'received' ? `document_${document?.state}` : `application_${state}`
}

/** Does what the broker would do on the screen, until the app shows the application and its document as received. */
async function followScreen(page: Page, deal_id: string): Promise<void> {
  const end = Date.now() + SETTLED_WITHIN_MS
  while (Date.now() < end) {
    const deal = await call(page, 'deals.get', { deal_id })
    const [document] = deal.document_list
    if (deal.state === 'received' && document?.state === 'received') return
    if (deal.state === 'draft') await call(page, 'submission.submit', { deal_id })
    else if (deal.state === 'unknown') await settle(page, deal, undefined)
    else if (document?.state === 'unknown') await settle(page, deal, document.document_id)
    else if (deal.state === 'received' && document?.state === 'attached')
      await call(page, 'submission.send_documents', { deal_id })
    await sleep(50)
  }
  throw new CannotMeasure('A submission did not come to an end.')
}

/**
 * Resolves an unknown outcome (the app does not know whether the request arrived) as the app's evidence shows. Does nothing if there is no
 * evidence.
 */
async function settle(page: Page, deal: Deal, document_id: string | undefined): Promise<void> {
  const { deal_id, queue } = deal
  const evidence = queue.find(({ subject_id }) => subject_id === (document_id ?? deal_id))?.evidence
  const finding = evidence?.findings[0]
  if (finding === undefined) return
  const arrived = finding.says === 'arrived'
  // The app may have found the outcome a moment ago. It then refuses this call, and the refusal is ignored.
  await call(page, 'submission.resolve_unknown', {
    deal_id,
    arrived,
    ...(document_id === undefined ? {} : { document_id }),
    ...(finding.application_id === null ? {} : { application_id: finding.application_id }),
  }).catch(() => {})
}

/** Counts the applications and documents that the sandbox stored in a round. Asks the sandbox directly instead of the app. */
async function heldOf(
  { sandbox }: TestEnvironment,
  reference: string,
): Promise<{ applications: number; documents: number }> {
  const { base_url, client_id, client_secret } = sandbox
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const token = await fetch(`${base_url}/iso/api/auth/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
  })
  const { accessToken } = (await token.json()) as { accessToken: string }
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${base_url}/iso/api/v1/${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    return answer.json()
  }
  const { applications } = (await read(`applications?reference=${reference}`)) as {
    applications: { application_id: string }[]
  }
  const documents = await Promise.all(
    applications.map(
      async ({ application_id }) =>
        ((await read(`documents?application_id=${application_id}`)) as { documents: unknown[] }).documents
          .length,
    ),
  )
  return { applications: applications.length, documents: documents.reduce((sum, count) => sum + count, 0) }
}

/**
 * Counts how often the app sent a document that the sandbox already had. The sandbox refuses such a document with 409, and its log contains
 * the refusal.
 */
async function refusedAsKnown(environment: TestEnvironment): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [SANDBOX, 'log', '--data', join(environment.folder, 'sandbox'), '--json'],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { method: string; path: string; status: number | null })
  return lines.filter(({ method, path, status }) => `${method} ${path}` === DOCUMENT && status === 409).length
}

async function setFaults(environment: TestEnvironment, faults: object[]): Promise<void> {
  const set = await fetch(`${environment.sandbox.admin_url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
  if (!set.ok) throw new CannotMeasure(`The service takes no faults: ${set.status}.`)
}
