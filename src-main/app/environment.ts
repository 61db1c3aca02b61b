import { join } from 'node:path'
import type { Environment } from '../../src-shared/platform/words/vocabulary.ts'
import type { DataPaths } from '../platform/environment/data-paths.ts'
import type { ConnectPartner } from '../platform/partner/partner-api.ts'
import type { RelayClient } from '../platform/relay/event-source.ts'
import { localizedProfile } from '../../src-shared/features/form/localized-profile.ts'
import { type OpenContext, type OpenEnvironment, openEnvironmentRooms, type Outside } from './rooms.ts'
import { EncryptedDocumentStore } from '../platform/vault/documents/encrypted-document-store.ts'
import { systemClock, systemTimers, systemZone } from '../platform/base/system-time.ts'
import { openVault } from '../platform/vault/open-vault.ts'
import { PartnerLink } from '../features/connection/partner-link.ts'
import { applyPreset } from '../features/connection/connection-settings.ts'
import { ReadingQueue } from '../features/statements/reading-queue.ts'
import { Reminders } from '../features/follow-ups/reminders.ts'
import { readPayloadProfile } from '../features/form/payload-profile.ts'
import { viewAndNoteStatements } from '../features/statements/document-period.ts'
import { SubmissionEngine } from '../features/submission/engine.ts'
import type { StatementReader } from '../features/statement-reader/statement-reader.ts'
import { Housekeeping } from '../features/backup/housekeeping.ts'
import { refreshOffers } from '../features/events/apply-answer.ts'
import { joinUploads } from '../features/submission/submission-commands.ts'
import { packageOf } from '../features/package/save-package.ts'
import { EnvironmentLife } from '../platform/environment/environment-life.ts'
import { TodayCount } from '../features/today/today-count.ts'
import { viewDeal } from '../features/deal-screen/deal-view.ts'
import { followPartner } from '../features/webhooks/follow-partner.ts'

type Shared = Pick<OpenContext, 'inspector' | 'composer' | 'applications' | 'emit' | 'notifier' | 'log'> & {
  connectPartner: ConnectPartner
  relay: RelayClient
  outside: Outside
  places: DataPaths
  statementReader: StatementReader
  quiet: ConstructorParameters<typeof Reminders>[2]
}

/** The second part of the composition root: creates and connects everything for one open environment. */
export async function openEnvironment(
  environment: Environment,
  { connectPartner, relay, outside, places, quiet, statementReader, ...common }: Shared,
): Promise<OpenEnvironment> {
  const at = places.vaultPlace(environment)
  const opened = await openVault(at, async (inOpening) => {
    const [form] = await Promise.all([
      readPayloadProfile(inOpening, systemClock.now()),
      applyPreset(inOpening, environment, places.now.preset),
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
      statements.hear(event, payload)
      if (event === 'deal.changed' || event === 'today.changed') todayCount.changed()
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
  const eventSync = followPartner(context, link, relay)
  const engine: SubmissionEngine = new SubmissionEngine(context, systemTimers)
  const reminders: Reminders = new Reminders(context, systemTimers, quiet)
  const todayCount = new TodayCount(context, systemTimers)
  const life = new EnvironmentLife({
    context,
    engine,
    eventSync,
    link,
    background: [
      todayCount,
      new Housekeeping(outside.vaultFiles, context, systemTimers),
      reminders,
      statements,
      link.reach,
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
