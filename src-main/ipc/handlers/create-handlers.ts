import { ok, type Result } from '../../../src-shared/errors.ts'
import type { AppInfo } from '../../../src-shared/domain/environment.ts'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { ShownOffice } from '../../../src-shared/domain/vocabulary.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import { addNote } from '../../core/drafts/add-note.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'
import { createDraft } from '../../core/drafts/create-draft.ts'
import { binDeal } from '../../core/drafts/edit-draft.ts'
import { environmentStatus } from '../../core/environments/credentials.ts'
import {
  checkEndpoints,
  resetEndpoints,
  saveEndpoints,
  savePace,
  viewServiceSettings,
} from '../../core/environments/service-settings.ts'
import type { Office } from '../../core/environments/office.ts'
import { readLendingBoxes, saveLendingBoxes } from '../../core/lending/lending-boxes.ts'
import type { ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { exportProof, type ProofExport } from '../../core/proof/export-proof.ts'
import type { Alerts } from '../../core/notifications/alerts.ts'
import { readInbox, viewInbox } from '../../core/notifications/inbox.ts'
import {
  checkSubmission,
  queueDocuments,
  resolveUnknownApplication,
  resolveUnknownDocument,
  sendNow,
  submitApplication,
  takeBackApplication,
} from '../../core/submission/broker-steps.ts'
import type { SubmissionEngine } from '../../core/submission/engine.ts'
import { readSubmissionSettings, saveSubmissionSettings } from '../../core/submission/submission-settings.ts'
import type { VaultCare } from '../../core/vault/care.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { DiagnosticsDesk } from '../../core/diagnostics/diagnostics-desk.ts'
import type { AppearanceDesk } from '../../core/appearance/appearance-desk.ts'
import type { Handlers } from '../router.ts'
import { createDemoHandlers } from './demo-handlers.ts'
import type { Demo } from '../../core/demo/demo.ts'
import { createAppearanceHandlers } from './appearance-handlers.ts'
import { createDealHandlers, type DealDoors } from './deal-handlers.ts'
import { createDocumentHandlers } from './documents-handlers.ts'
import { createDraftHandlers, type DraftDoors } from './draft-handlers.ts'
import { createMoneyHandlers } from './money-handlers.ts'
import { createOffersHandlers } from './offers-handlers.ts'
import { createShellHandlers } from './shell-handlers.ts'
import { createPipelineHandlers } from './pipeline-handlers.ts'
import { createProfileHandlers } from './profile-handlers.ts'
import type { UpdateDesk } from '../../core/updates/update-desk.ts'
import { createUpdateHandlers } from './update-handlers.ts'
import { createVaultHandlers } from './vault-handlers.ts'
import type { Within } from './within.ts'

/** Every channel's handler: each opens the workspace of the chosen environment and calls one use case. */
export function createHandlers(
  office: Office,
  registry: FileRegistry,
  alerts: Alerts,
  proofExport: ProofExport,
  care: VaultCare,
  info: AppInfo,
  drafts: DraftDoors,
  deal: DealDoors,
  appearance: AppearanceDesk,
  comparison: ComparisonPrint,
  diagnostics: DiagnosticsDesk,
  demo: Demo,
  updates: UpdateDesk,
): Handlers {
  const within: Within = async (work, shown) => {
    const opened = await (shown === undefined ? office.open() : office.openAs(shown))
    return opened.ok ? work(opened.value.workspace) : opened
  }
  /** Changes what stands in the line, wakes the engine and answers with the deal as it is then. */
  async function inLine(
    deal_id: string,
    work: (workspace: Workspace, engine: SubmissionEngine) => Promise<Result<void>>,
    shown?: ShownOffice,
  ): Promise<Result<Deal>> {
    const opened = await (shown === undefined ? office.open() : office.openAs(shown))
    if (!opened.ok) return opened
    const { workspace, engine } = opened.value
    const done = await work(workspace, engine)
    engine.wake()
    return done.ok ? viewDeal(workspace, deal_id) : done
  }
  async function wakeLine(): Promise<void> {
    const opened = await office.open()
    if (opened.ok) opened.value.engine.wake()
  }
  async function releaseLine(): Promise<void> {
    const opened = await office.open()
    if (opened.ok) opened.value.engine.release()
  }

  return {
    'app.info': async () => ok(info),

    'environment.get': () => within(environmentStatus),
    'environment.test_connection': (credentials) => office.testConnection(credentials),
    'environment.save_credentials': ({ window_id, ...credentials }) =>
      demo.unlessRunning(() => office.turning(window_id, () => office.saveCredentials(credentials))),
    'environment.forget_credentials': ({ shown }) =>
      demo.unlessRunning(() => office.turning(null, () => office.forgetCredentials(shown))),
    'relay.pair': ({ shown, ...pairing }) =>
      demo.unlessRunning(() => office.turning(null, () => office.pairRelay(pairing, shown))),
    'relay.forget': ({ shown }) =>
      demo.unlessRunning(() => office.turning(null, () => office.forgetRelay(shown))),
    'webhooks.register': ({ shown }) => office.turning(null, () => office.registerWebhooks(shown)),
    'webhooks.list': () => office.webhooks.view(),
    'webhooks.mend': ({ shown }) => office.webhooks.mend(shown),
    'webhooks.switch': ({ uuid, is_active, shown }) => office.webhooks.switch(uuid, is_active, shown),
    'webhooks.delete': ({ uuid, shown }) => office.webhooks.delete(uuid, shown),
    'webhooks.test': ({ uuid, shown }) => office.webhooks.test(uuid, shown),
    'bridge.status': async () => {
      const opened = await office.open()
      return opened.ok ? ok(opened.value.bridge.status) : opened
    },

    'bridge.dismiss_note': async () => {
      const opened = await office.open()
      return opened.ok ? opened.value.bridge.dismissNote() : opened
    },

    'service.settings': () => within(viewServiceSettings),
    'service.check_endpoints': ({ profile_json }) =>
      within((workspace) => checkEndpoints(workspace, profile_json)),
    'service.save_endpoints': ({ profile_json, shown }) =>
      office.changeService((workspace) => saveEndpoints(workspace, profile_json), shown),
    'service.reset_endpoints': ({ shown }) => office.changeService(resetEndpoints, shown),
    'service.save_network': ({ network, proxy_password, shown }) =>
      office.changeNetwork(network, proxy_password, shown),
    'service.save_pace': ({ shown, ...pace }) =>
      office.changeService((workspace) => savePace(workspace, pace), shown),
    'calls.list': ({ search }) => within(({ vault }) => vault.listCalls(search)),

    ...createAppearanceHandlers(appearance),
    ...createShellHandlers(within, diagnostics, releaseLine),
    ...createDemoHandlers(demo, office),
    ...createUpdateHandlers(updates),
    ...createDraftHandlers(within, drafts),
    ...createDealHandlers(within, deal),
    ...createPipelineHandlers(within, office, drafts.savePieces),
    ...createVaultHandlers(office, demo, care, registry),
    ...createMoneyHandlers(within, drafts.save),

    ...createProfileHandlers(within),
    'deals.create': () =>
      within(async (workspace) => {
        const created = await createDraft(workspace)
        return created.ok ? viewDeal(workspace, created.value) : created
      }),
    'deals.get': ({ deal_id }) => within((workspace) => viewDeal(workspace, deal_id)),
    'deals.delete': ({ deal_id }) => within((workspace) => binDeal(workspace, deal_id, true)),
    'deals.restore': ({ deal_id }) => within((workspace) => binDeal(workspace, deal_id, false)),
    'deals.add_note': ({ deal_id, text }) => within((workspace) => addNote(workspace, deal_id, text)),

    ...createDocumentHandlers(within, registry, drafts.save, wakeLine),

    'submission.check': ({ deal_id, shown }) =>
      within((workspace) => checkSubmission(workspace, deal_id), shown),
    'submission.submit': ({ deal_id, despite, shown }) =>
      inLine(deal_id, (workspace) => submitApplication(workspace, deal_id, despite), shown),
    'submission.take_back': ({ deal_id, document_id }) =>
      inLine(deal_id, (workspace, engine) =>
        document_id === undefined
          ? takeBackApplication(workspace, deal_id)
          : engine.takeBackDocument(document_id),
      ),
    'submission.send_now': ({ deal_id, shown }) =>
      inLine(deal_id, (workspace) => sendNow(workspace, deal_id), shown),
    'submission.send_documents': ({ deal_id, document_id, shown }) =>
      inLine(deal_id, (workspace) => queueDocuments(workspace, deal_id, document_id), shown),
    'submission.settings': () => within(({ vault }) => readSubmissionSettings(vault)),
    'submission.save_settings': ({ shown, ...settings }) =>
      within((workspace) => saveSubmissionSettings(workspace, settings), shown),
    'queue.status': async () => {
      const opened = await office.open()
      return opened.ok ? ok(opened.value.engine.status) : opened
    },
    'queue.nudge': async () => {
      await office.nudge('network')
      return ok({})
    },
    'submission.resolve_unknown': ({ deal_id, document_id, arrived, application_id }) =>
      inLine(deal_id, (workspace) =>
        document_id === undefined
          ? resolveUnknownApplication(workspace, deal_id, arrived, application_id)
          : resolveUnknownDocument(workspace, document_id, arrived),
      ),
    ...createOffersHandlers(within, comparison),
    'lending.get': () => within(readLendingBoxes),
    'lending.save': ({ shown, ...boxes }) => within((workspace) => saveLendingBoxes(workspace, boxes), shown),

    'inbox.list': () => within(viewInbox),
    'inbox.read': ({ deal_id }) => within((workspace) => readInbox(workspace, deal_id)),
    'alerts.get': () => alerts.view(),
    'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
    'alerts.try': () => alerts.try(),
    'proof.export': ({ deal_id, as }) =>
      within((workspace) => exportProof(workspace, proofExport, deal_id, as)),
  }
}
