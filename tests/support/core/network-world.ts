import { systemTimers } from '../../../src-main/platform/base/system-time.ts'
import {
  queueDocuments,
  resolveUnknownApplication,
  resolveUnknownDocument,
  submitApplication,
} from '../../../src-main/features/submission/submission-commands.ts'
import { SubmissionEngine } from '../../../src-main/features/submission/engine.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { connectTo } from '../partner/client.ts'
import type { Cleanup } from '../cleanup.ts'
import { pairDevice, setUpRelay, startRelay } from '../relay/relay.ts'
import { asAdmin, asClient, startSandbox } from '../relay/sandbox.ts'
import { connectEventSync } from './connect-event-sync.ts'
import { dealOf, composeApp, value } from './composed-app.ts'
import { FaultyProxy } from './faulty-proxy.ts'

const TIMEOUTS = { connect: 1_000, headers: 1_000, body: 1_500 }

export type NetworkWorld = Awaited<ReturnType<typeof openNetworkWorld>>

/**
 * Starts the real sandbox (the simulated partner), the real relay, and the app's core. A proxy that can fail is on each connection between
 * them.
 */
export async function openNetworkWorld(cleanup: Cleanup) {
  const sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0')
  const { data, hook_path } = await setUpRelay(cleanup, sandbox.ready.jwks_url)
  const relay = await startRelay(cleanup, data)
  const toService = await FaultyProxy.to(cleanup, sandbox.ready.base_url)
  const toRelay = await FaultyProxy.to(cleanup, relay.ready.url)
  const fromRelay = await FaultyProxy.to(cleanup, relay.ready.url)
  const witness = await asClient(sandbox.ready)
  await witness.post('/v1/webhooks', { event_type: 'all', webhook_url: `${toRelay.url}${hook_path}` })

  const app = await composeApp(cleanup)
  const { client_id, client_secret } = sandbox.ready
  const partner = connectTo(cleanup, {
    base_url: toService.url,
    client_id,
    client_secret,
    timeouts: TIMEOUTS,
    retryPolicy: { tries: 3, firstWaitMs: 50 },
  })
  app.context.partner = () => Promise.resolve(ok(partner))
  app.context.clock = { now: () => new Date().toISOString() }
  value(await app.vault.commit([{ write: 'set_setting', key: 'undo_seconds', value: '0' }]))
  const engine = new SubmissionEngine(app.context, systemTimers)
  value(await engine.start())
  cleanup.add(() => void engine.stop())

  const { device_token } = await pairDevice(data, relay.ready.url)
  const eventSync = await connectEventSync(cleanup, app, {
    relay_url: fromRelay.url,
    device_token,
    jwks_url: sandbox.ready.jwks_url,
  })
  await eventSync.restart()
  // Ids of all test deals. They look like duplicates of each other. The list is passed to each submission, as if the broker had confirmed
  // the duplicates.
  const made: string[] = []
  const admin = asAdmin(sandbox.ready)
  return { cleanup, app, engine, witness, admin, toService, toRelay, fromRelay, made }
}

/** Submits a deal. `made` contains the deals that look like duplicates. The broker would confirm these before the app submits. */
export async function putInQueue({ app, made }: NetworkWorld, deal_id: string): Promise<void> {
  value(await submitApplication(app.context, deal_id, made))
}

/**
 * Does what the broker would do next on a deal's screen. Returns false if the application and its document are received, otherwise true.
 */
export async function followScreen({ app, engine, made }: NetworkWorld, deal_id: string): Promise<boolean> {
  const { context, vault } = app
  const deal = await dealOf(app, deal_id)
  const [document] = value(await vault.listDocuments(deal_id))
  if (deal.state === 'received' && document?.state === 'received') return false
  const effects = value(await vault.listTasks())
  const findingOf = (subject: string) =>
    effects.find(({ subject_id }) => subject_id === subject)?.evidence?.findings[0]
  // The app may have found the outcome after `deal` was read. It then refuses the following action. That is no error, because nothing
  // remains to do.
  if (deal.state === 'draft' || deal.state === 'refused') await submitApplication(context, deal_id, made)
  else if (deal.state === 'unknown') {
    const finding = findingOf(deal_id)
    if (finding !== undefined)
      await resolveUnknownApplication(
        context,
        deal_id,
        finding.says === 'arrived',
        finding.application_id ?? undefined,
      )
  } else if (document?.state === 'unknown') {
    const finding = findingOf(document.document_id)
    if (finding !== undefined)
      await resolveUnknownDocument(context, document.document_id, finding.says === 'arrived')
  } else if (deal.state === 'received' && ['attached', 'refused'].includes(document?.state ?? ''))
    await queueDocuments(context, deal_id)
  engine.wake()
  return true
}
