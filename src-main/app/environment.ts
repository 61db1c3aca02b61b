import { resultOf } from '../platform/base/failure.ts'
import { join } from 'node:path'
import type { AlertSettings } from '../../src-shared/features/inbox/notification.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import type { Environment } from '../../src-shared/platform/words/vocabulary.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import type { EnvironmentPreset } from '../../src-shared/features/connection/contract.ts'
import { localizedProfile } from '../../src-shared/features/form/localized-profile.ts'
import { type OpenContext, type OpenEnvironment, openEnvironmentRooms, type Outside } from './rooms.ts'
import { EncryptedDocumentStore } from '../platform/vault/documents/encrypted-document-store.ts'
import { resolveSystemProxy } from '../platform/electron/network-state.ts'
import { PollingEventSource } from '../features/events/polling-event-source.ts'
import { RelayEventSource } from '../features/events/relay-event-source.ts'
import type { EnvironmentNetwork } from '../platform/net/network.ts'
import { systemClock, systemTimers, systemZone } from '../platform/base/system-time.ts'
import { openVault } from '../platform/vault/open-vault.ts'
import { verifyBy } from '../features/events/verify-event.ts'
import { noteFault, drop } from '../platform/base/log-lines.ts'
import { PartnerLink } from '../features/connection/partner-link.ts'
import { applyPreset } from '../features/connection/preset.ts'
import { proxyPassword, readPollingInterval, readNetwork } from '../features/connection/service-settings.ts'
import { viewWebhooks } from '../features/webhooks/webhooks.ts'
import { ReadingQueue } from '../features/statements/reading-queue.ts'
import { EventSync } from '../features/events/event-sync.ts'
import { Reminders } from '../features/follow-ups/reminders.ts'
import { createPartnerKeys } from '../features/webhooks/partner-keys.ts'
import { readPayloadProfile } from '../features/form/payload-profile.ts'
import { viewAndNoteStatements } from '../features/statements/document-period.ts'
import { SubmissionEngine } from '../features/submission/engine.ts'
import type { StatementReader } from '../features/statement-reader/statement-reader.ts'
import { Housekeeping } from '../features/backup/housekeeping.ts'
import type { ConnectionNeeds } from '../features/connection/connection-settings.ts'
import { refreshOffers } from '../features/events/apply-answer.ts'
import { joinUploads } from '../features/submission/submission-commands.ts'
import { packageOf } from '../features/package/save-package.ts'
import { EnvironmentLife } from '../platform/environment/environment-life.ts'
import { notifyUnread } from '../features/inbox/inbox.ts'
import { viewDeal } from '../features/deal-screen/deal-view.ts'

type Shared = Pick<OpenContext, 'inspector' | 'composer' | 'applications' | 'emit' | 'notifier' | 'log'> & {
  connectPartner: ConstructorParameters<typeof PartnerLink>[3]
  relay: Parameters<typeof viewWebhooks>[1]
  outside: Outside
  /** Returns the location of the vault and the function that starts its process. */
  place: (environment: Environment) => Parameters<typeof openVault>[0]
  preset: () => EnvironmentPreset | null
  statementReader: StatementReader
  quiet: () => AlertSettings['quiet']
}

/** The second part of the composition root: creates and connects everything for one open environment. */
export async function openEnvironment(
  environment: Environment,
  { connectPartner, relay, outside, place, preset, quiet, statementReader, ...common }: Shared,
): Promise<OpenEnvironment> {
  const at = place(environment)
  const opened = await openVault(at, async (inOpening) => {
    const [form] = await Promise.all([
      readPayloadProfile(inOpening, systemClock.now()),
      applyPreset(inOpening, environment, preset()),
    ])
    return form
  })
  const { vault, key, folder: home, read: kept } = opened

  const link = new PartnerLink(environment, vault, at.secrets, connectPartner, common.log)
  const documents = new EncryptedDocumentStore(join(home, 'documents'), key)
  const statements = new ReadingQueue({ ...common, vault, documents }, statementReader, (deal_id) =>
    viewAndNoteStatements(context, deal_id),
  )
  const context: OpenContext = {
    ...common,
    emit: (event, payload) => {
      common.emit(event, payload)
      // A document may be new, or may be a bank statement now.
      if (event === 'deal.changed')
        drop(common.log, statements.look((payload as { deal_id: string }).deal_id))
    },
    environment,
    vault,
    documents,
    statements,
    secrets: at.secrets,
    ...kept,
    get profile() {
      return localizedProfile(context.form)
    },
    clock: systemClock,
    zone: systemZone,
    remindersChanged: () => reminders.changed(),
    askSoon: (question) => eventSync.askSoon(question),
    refreshOffers: (deal_id) => refreshOffers(context, deal_id),
    runExclusive: (work) => engine.runExclusive(work),
    partner: () => link.get(),
    joinUploads: (deal_id, attached) => joinUploads(context, deal_id, attached),
    packageOf: (options) => packageOf(context, outside, options),
  }
  const keys = createPartnerKeys(link, vault, {
    now: Date.now,
    onProblem: (what, detail) => common.log.warn('public keys', { what, detail }),
  })
  const eventSync: EventSync = new EventSync(context, {
    connect: (url, device_token) =>
      new RelayEventSource(url, device_token, () => environmentNetwork(context), common.log),
    createPolling: () =>
      new PollingEventSource({
        partner: () => link.get(),
        intervalMinutes: () => readPollingInterval(vault),
        onProblem: (error) => noteFault(common.log, 'polling failed', error),
      }),
    registrations: () => viewWebhooks(context, relay),
    verify: verifyBy(keys),
  })
  const engine: SubmissionEngine = new SubmissionEngine(context, systemTimers)
  const reminders: Reminders = new Reminders(context, systemTimers, quiet)
  const life = new EnvironmentLife({
    context,
    engine,
    eventSync,
    link,
    background: [
      { start: () => drop(common.log, notifyUnread(context)) },
      new Housekeeping(outside.vaultFiles, context, systemTimers),
      reminders,
      statements,
    ],
  })
  const handlers = openEnvironmentRooms(context, {
    ...outside,
    engine,
    eventSync,
    retryNow: () => life.wake(),
    viewDeal: (deal_id) => viewDeal(context, deal_id),
  })
  return { context, eventSync, handlers, life }
}

/** Returns the network settings for connections to a relay. While no environment is open, these are the system's settings. */
export async function environmentNetwork(context: ConnectionNeeds | null): Promise<EnvironmentNetwork> {
  const read = context === null ? null : await resultOf(readNetwork(context.vault))
  const settings = read?.ok ? read.value : SYSTEM_NETWORK
  return {
    settings,
    proxyPassword: async () => (context === null ? ok(null) : resultOf(proxyPassword(context, settings))),
    resolveProxy: resolveSystemProxy,
  }
}
