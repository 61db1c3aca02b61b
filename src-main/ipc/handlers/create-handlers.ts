import { ok } from '../../../src-shared/errors.ts'
import type { AppInfo } from '../../../src-shared/domain/environment.ts'
import type { AppearanceSettingsStore } from '../../core/appearance/appearance-settings.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { DiagnosticsCollector } from '../../core/diagnostics/diagnostics.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import { addNote } from '../../core/drafts/add-note.ts'
import { createDraft } from '../../core/drafts/create-draft.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'
import { trashDeal } from '../../core/drafts/edit-draft.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import { readCreditBoxes, saveCreditBoxes } from '../../core/credit-box/credit-boxes.ts'
import type { Alerts } from '../../core/notifications/alerts.ts'
import { readInbox, viewInbox } from '../../core/notifications/inbox.ts'
import type { ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { exportProof, type ProofExport } from '../../core/proof/export-proof.ts'
import type { AppUpdates } from '../../core/updates/app-updates.ts'
import type { VaultFiles } from '../../core/vault/vault-files.ts'
import type { Handlers } from '../router.ts'
import { createAppearanceHandlers } from './appearance-handlers.ts'
import { createDealHandlers, type DealHandlerDeps } from './deal-handlers.ts'
import { createDemoHandlers } from './demo-handlers.ts'
import { createDiagnosticsHandlers } from './diagnostics-handlers.ts'
import { createDocumentHandlers } from './documents-handlers.ts'
import { createDraftHandlers, type DraftHandlerDeps } from './draft-handlers.ts'
import { createEnvironmentHandlers } from './environment-handlers.ts'
import { createMoneyHandlers } from './money-handlers.ts'
import { createOffersHandlers } from './offers-handlers.ts'
import { createPipelineHandlers } from './pipeline-handlers.ts'
import { createProfileHandlers } from './profile-handlers.ts'
import { createSubmissionHandlers } from './submission-handlers.ts'
import { createUpdateHandlers } from './update-handlers.ts'
import { createVaultHandlers } from './vault-handlers.ts'
import type { WithEnvironment } from './with-environment.ts'

/** The dependencies of the handlers: use cases, and the ports that some of them need. */
export interface HandlerDeps {
  environmentManager: EnvironmentManager
  demo: Demo
  vaultFiles: VaultFiles
  registry: FileRegistry
  alerts: Alerts
  appearance: AppearanceSettingsStore
  diagnostics: DiagnosticsCollector
  updates: AppUpdates
  info: AppInfo
  drafts: DraftHandlerDeps
  deal: DealHandlerDeps
  comparison: ComparisonPrint
  proof: ProofExport
}

/** Creates every channel's handler. Each one opens the workspace of the chosen environment and calls one use case. */
export function createHandlers(parts: HandlerDeps): Handlers {
  const { environmentManager, demo, vaultFiles, registry, alerts, drafts } = parts
  const withEnvironment: WithEnvironment = async (work) => {
    const opened = await environmentManager.open()
    return opened.ok ? work(opened.value.context) : opened
  }

  return {
    'app.info': async () => ok(parts.info),
    ...createAppearanceHandlers(parts.appearance),
    ...createDemoHandlers(demo, environmentManager),
    ...createDiagnosticsHandlers(parts.diagnostics),
    ...createUpdateHandlers(parts.updates),

    ...createEnvironmentHandlers(withEnvironment, environmentManager, demo),
    ...createVaultHandlers(environmentManager, demo, vaultFiles, registry),
    ...createProfileHandlers(withEnvironment),
    'credit_box.get': () => withEnvironment(readCreditBoxes),
    'credit_box.save': (boxes, { context }) => saveCreditBoxes(context, boxes),

    ...createPipelineHandlers(withEnvironment, environmentManager, drafts.savePieces),
    'deals.create': () =>
      withEnvironment(async (context) => {
        const created = await createDraft(context)
        return created.ok ? viewDeal(context, created.value) : created
      }),
    'deals.get': ({ deal_id }) => withEnvironment((context) => viewDeal(context, deal_id)),
    'deals.delete': ({ deal_id }) => withEnvironment((context) => trashDeal(context, deal_id, true)),
    'deals.restore': ({ deal_id }) => withEnvironment((context) => trashDeal(context, deal_id, false)),
    'deals.add_note': ({ deal_id, text }) => withEnvironment((context) => addNote(context, deal_id, text)),
    ...createDealHandlers(withEnvironment, parts.deal),
    ...createDraftHandlers(withEnvironment, drafts),
    ...createDocumentHandlers(withEnvironment, environmentManager, registry, drafts.save),
    ...createSubmissionHandlers(withEnvironment, environmentManager),
    ...createOffersHandlers(withEnvironment, parts.comparison),
    ...createMoneyHandlers(withEnvironment, drafts.save),
    'proof.export': ({ deal_id, as }) =>
      withEnvironment((context) => exportProof(context, parts.proof, deal_id, as)),

    'inbox.list': () => withEnvironment(viewInbox),
    'inbox.read': ({ deal_id }) => withEnvironment((context) => readInbox(context, deal_id)),
    'alerts.get': () => alerts.view(),
    'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
    'alerts.try': () => alerts.try(),
  }
}
