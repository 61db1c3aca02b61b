import type { contract } from '../../src-shared/app/contract.ts'
import { joined } from '../platform/base/joined.ts'
import type { ExpectedEnvironment } from '../platform/environment/environment-manager.ts'
import type { Platform } from '../platform/environment/platform.ts'
import type { Handlers, RoomHandlers } from '../platform/ipc/room.ts'
import { openAppearance } from '../features/appearance/room.ts'
import { openBackup, openRetention } from '../features/backup/room.ts'
import { openCalls } from '../features/calls/room.ts'
import { openConnection, openConnections } from '../features/connection/room.ts'
import { openCreditBox } from '../features/credit-box/room.ts'
import { openDealScreen } from '../features/deal-screen/room.ts'
import { openDeals } from '../features/deals/room.ts'
import { openDemo } from '../features/demo/room.ts'
import { openDiagnostics } from '../features/diagnostics/room.ts'
import { openDocuments } from '../features/documents/room.ts'
import { openDrafts } from '../features/drafts/room.ts'
import { openFollowUps } from '../features/follow-ups/room.ts'
import { openForm } from '../features/form/room.ts'
import { openHandout } from '../features/handout/room.ts'
import { openImport } from '../features/import/room.ts'
import { openLock } from '../features/lock/room.ts'
import { openMerchants } from '../features/merchants/room.ts'
import { openMoney } from '../features/money/room.ts'
import { openOffers } from '../features/offers/room.ts'
import { openPackage } from '../features/package/room.ts'
import { openPipeline } from '../features/pipeline/room.ts'
import { openPrefill } from '../features/prefill/room.ts'
import { openPrivacy } from '../features/privacy/room.ts'
import { openProof } from '../features/proof/room.ts'
import { openSnippets } from '../features/snippets/room.ts'
import { openStatements } from '../features/statements/room.ts'
import { openSubmission } from '../features/submission/room.ts'
import { openToday } from '../features/today/room.ts'
import { openUpdates } from '../features/updates/room.ts'
import { openWebhooks } from '../features/webhooks/room.ts'
import { openAlerts } from '../features/today/alerts.ts'
import type { EventSync } from '../features/events/event-sync.ts'
import type { EnvironmentLife } from '../platform/environment/environment-life.ts'

/** The rooms that work on the data of one environment. */
const OF_ENVIRONMENT = [
  openCalls,
  openConnection,
  openCreditBox,
  openDealScreen,
  openDeals,
  openDocuments,
  openDrafts,
  openFollowUps,
  openForm,
  openHandout,
  openImport,
  openMerchants,
  openMoney,
  openOffers,
  openPackage,
  openPipeline,
  openPrefill,
  openPrivacy,
  openProof,
  openRetention,
  openSnippets,
  openStatements,
  openSubmission,
  openToday,
] as const

/** The rooms that exist once in the app. They also work while no environment is open. */
const OF_APP = [
  openAlerts,
  openAppearance,
  openBackup,
  openConnections,
  openDemo,
  openDiagnostics,
  openLock,
  openUpdates,
  openWebhooks,
] as const

/** What rooms need of the open environment, and their other needs. */
type Given<Open> = [Open] extends [(context: infer Context, needs: infer Needs) => unknown]
  ? { context: Context; needs: Needs }
  : never
type OfEnvironment = Given<(typeof OF_ENVIRONMENT)[number]>

/** The data and ports of an open environment: everything that its rooms need of it. */
export type OpenContext = Platform & OfEnvironment['context']
/** What the rooms of an environment use that outlives the environment. */
export type Outside = Omit<OfEnvironment['needs'], 'engine' | 'eventSync' | 'retryNow' | 'viewDeal'>

/** An opened environment, with the handlers of the channels that work on it. */
export interface OpenEnvironment {
  context: OpenContext
  eventSync: EventSync
  life: EnvironmentLife
  handlers: Handlers
}

/** Opens the rooms that work on the data of one environment. */
export const openEnvironmentRooms = (context: OpenContext, needs: OfEnvironment['needs']) =>
  joined(OF_ENVIRONMENT.map((open) => open(context, needs)))

/**
 * Opens the rooms that exist once in the app. The type of the result requires a handler for every channel that no room of an environment
 * has.
 */
export function openAppRooms(
  needs: Given<(typeof OF_APP)[number]>['context'],
): RoomHandlers<
  Omit<typeof contract, keyof ReturnType<typeof openEnvironmentRooms>>,
  ExpectedEnvironment<OpenEnvironment>
> {
  return joined(OF_APP.map((open) => open(needs)))
}
