import type { Channel, contract } from '../../src-shared/app/contract.ts'
import type { Demo } from '../features/demo/demo.ts'
import type { FileRegistry } from '../platform/ipc/file-registry.ts'
import type { HandOut } from '../features/handout/hand-out.ts'
import type { DraftImport } from '../features/import/import-drafts.ts'
import type { ComparisonPrint } from '../features/merchant-page/print-comparison.ts'
import type { SaveFile, SavePieces, SaveZip } from '../platform/files/ports.ts'
import type { RoomHandlers } from '../platform/ipc/room.ts'
import type { Consent } from '../platform/base/system.ts'
import type { ScreenGuard, TemporaryClipboard } from '../features/privacy/privacy.ts'
import type { ProofExport, ProofPrinter } from '../features/proof/export-proof.ts'
import type { MessageDeps } from '../features/snippets/use-snippet.ts'
import type { StatementExport } from '../features/statements/export-statements.ts'
import type { SummaryPrint } from '../features/statements/print-summary.ts'
import type { VaultFiles } from '../features/backup/vault-files.ts'
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
import { openInbox } from '../features/inbox/room.ts'
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
import { viewDeal } from '../features/deal-screen/deal-view.ts'
import { openAlerts } from '../features/inbox/alerts.ts'
import type { ExpectedEnvironment, OpenEnvironment } from './environments.ts'

/** What the rooms of an environment use that outlives the environment. */
export interface Outside {
  vaultFiles: VaultFiles
  consent: Consent
  demo: Demo
  registry: FileRegistry
  guard: ScreenGuard
  temporaryClipboard: TemporaryClipboard
  draftImport: DraftImport
  handOut: HandOut
  save: SaveFile
  savePieces: SavePieces
  saveZip: SaveZip
  printer: ProofPrinter
  proof: ProofExport
  comparison: ComparisonPrint
  statementExport: StatementExport
  summaryPrint: SummaryPrint
  messageDeps: MessageDeps
  openWindow(deal_id: string): void
}

/** Opens the rooms that work on the data of one environment. */
export function openEnvironmentRooms(
  { context, engine, eventSync, reminders }: Omit<OpenEnvironment, 'handlers'>,
  outside: Outside,
) {
  const needs = {
    ...outside,
    engine,
    eventSync,
    viewDeal: (deal_id: string) => viewDeal(context, deal_id),
    retryNow() {
      eventSync.retryNow()
      engine.retryNow()
      reminders.wake()
    },
  }
  return {
    ...openCalls(context).handlers,
    ...openConnection(context, needs).handlers,
    ...openCreditBox(context).handlers,
    ...openDealScreen(context).handlers,
    ...openDeals(context, needs).handlers,
    ...openDocuments(context, needs).handlers,
    ...openDrafts(context, needs).handlers,
    ...openFollowUps(context).handlers,
    ...openForm(context, needs).handlers,
    ...openHandout(context, needs).handlers,
    ...openImport(context, needs).handlers,
    ...openInbox(context).handlers,
    ...openMerchants(context).handlers,
    ...openMoney(context, needs).handlers,
    ...openOffers(context, needs).handlers,
    ...openPackage(context, needs).handlers,
    ...openPipeline(context, needs).handlers,
    ...openPrefill(context).handlers,
    ...openPrivacy(context, needs).handlers,
    ...openProof(context, needs).handlers,
    ...openRetention(context, needs).handlers,
    ...openSnippets(context, needs).handlers,
    ...openStatements(context, needs).handlers,
    ...openSubmission(context, needs).handlers,
    ...openToday(context).handlers,
  }
}

type AppChannel = Exclude<Channel, keyof ReturnType<typeof openEnvironmentRooms>>
type AppNeeds = Parameters<typeof openBackup>[0] &
  Parameters<typeof openAppearance>[0] &
  Parameters<typeof openConnections>[0] &
  Parameters<typeof openDemo>[0] &
  Parameters<typeof openDiagnostics>[0] &
  Parameters<typeof openAlerts>[0] &
  Parameters<typeof openLock>[0] &
  Parameters<typeof openUpdates>[0] &
  Parameters<typeof openWebhooks>[0]

/**
 * Opens the rooms that exist once in the app and also work while no environment is open. The type of the result requires a handler for
 * every channel that no room of an environment has.
 */
export function openAppRooms(
  needs: AppNeeds,
): RoomHandlers<Pick<typeof contract, AppChannel>, ExpectedEnvironment> {
  return {
    ...openAlerts(needs).handlers,
    ...openAppearance(needs).handlers,
    ...openBackup(needs).handlers,
    ...openConnections(needs).handlers,
    ...openDemo(needs).handlers,
    ...openDiagnostics(needs).handlers,
    ...openLock(needs).handlers,
    ...openUpdates(needs).handlers,
    ...openWebhooks(needs).handlers,
  }
}
