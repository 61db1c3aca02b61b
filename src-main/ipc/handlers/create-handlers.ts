import { ok } from '../../../src-shared/errors.ts'
import type { AppInfo } from '../../../src-shared/domain/environment.ts'
import type { AppearanceDesk } from '../../core/appearance/appearance-desk.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { DiagnosticsDesk } from '../../core/diagnostics/diagnostics-desk.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import { addNote } from '../../core/drafts/add-note.ts'
import { createDraft } from '../../core/drafts/create-draft.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'
import { binDeal } from '../../core/drafts/edit-draft.ts'
import type { Office } from '../../core/environments/office.ts'
import { readLendingBoxes, saveLendingBoxes } from '../../core/lending/lending-boxes.ts'
import type { Alerts } from '../../core/notifications/alerts.ts'
import { readInbox, viewInbox } from '../../core/notifications/inbox.ts'
import type { ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { exportProof, type ProofExport } from '../../core/proof/export-proof.ts'
import type { UpdateDesk } from '../../core/updates/update-desk.ts'
import type { VaultCare } from '../../core/vault/care.ts'
import type { Handlers } from '../router.ts'
import { createAppearanceHandlers } from './appearance-handlers.ts'
import { createDealHandlers, type DealDoors } from './deal-handlers.ts'
import { createDemoHandlers } from './demo-handlers.ts'
import { createDiagnosticsHandlers } from './diagnostics-handlers.ts'
import { createDocumentHandlers } from './documents-handlers.ts'
import { createDraftHandlers, type DraftDoors } from './draft-handlers.ts'
import { createEnvironmentHandlers } from './environment-handlers.ts'
import { createMoneyHandlers } from './money-handlers.ts'
import { createOffersHandlers } from './offers-handlers.ts'
import { createPipelineHandlers } from './pipeline-handlers.ts'
import { createProfileHandlers } from './profile-handlers.ts'
import { createSubmissionHandlers } from './submission-handlers.ts'
import { createUpdateHandlers } from './update-handlers.ts'
import { createVaultHandlers } from './vault-handlers.ts'
import type { Within } from './within.ts'

/** The dependencies of the handlers: use cases, and the ports that some of them need. */
export interface HandlerParts {
  office: Office
  demo: Demo
  care: VaultCare
  registry: FileRegistry
  alerts: Alerts
  appearance: AppearanceDesk
  diagnostics: DiagnosticsDesk
  updates: UpdateDesk
  info: AppInfo
  drafts: DraftDoors
  deal: DealDoors
  comparison: ComparisonPrint
  proof: ProofExport
}

/** Creates every channel's handler. Each one opens the workspace of the chosen environment and calls one use case. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { office, demo, care, registry, alerts, drafts } = parts
  const within: Within = async (work, shown) => {
    const opened = await (shown === undefined ? office.open() : office.openAs(shown))
    return opened.ok ? work(opened.value.workspace) : opened
  }

  return {
    'app.info': async () => ok(parts.info),
    ...createAppearanceHandlers(parts.appearance),
    ...createDemoHandlers(demo, office),
    ...createDiagnosticsHandlers(parts.diagnostics),
    ...createUpdateHandlers(parts.updates),

    ...createEnvironmentHandlers(within, office, demo),
    ...createVaultHandlers(office, demo, care, registry),
    ...createProfileHandlers(within),
    'lending.get': () => within(readLendingBoxes),
    'lending.save': ({ shown, ...boxes }) => within((workspace) => saveLendingBoxes(workspace, boxes), shown),

    ...createPipelineHandlers(within, office, drafts.savePieces),
    'deals.create': () =>
      within(async (workspace) => {
        const created = await createDraft(workspace)
        return created.ok ? viewDeal(workspace, created.value) : created
      }),
    'deals.get': ({ deal_id }) => within((workspace) => viewDeal(workspace, deal_id)),
    'deals.delete': ({ deal_id }) => within((workspace) => binDeal(workspace, deal_id, true)),
    'deals.restore': ({ deal_id }) => within((workspace) => binDeal(workspace, deal_id, false)),
    'deals.add_note': ({ deal_id, text }) => within((workspace) => addNote(workspace, deal_id, text)),
    ...createDealHandlers(within, parts.deal),
    ...createDraftHandlers(within, drafts),
    ...createDocumentHandlers(within, office, registry, drafts.save),
    ...createSubmissionHandlers(within, office),
    ...createOffersHandlers(within, parts.comparison),
    ...createMoneyHandlers(within, drafts.save),
    'proof.export': ({ deal_id, as }) =>
      within((workspace) => exportProof(workspace, parts.proof, deal_id, as)),

    'inbox.list': () => within(viewInbox),
    'inbox.read': ({ deal_id }) => within((workspace) => readInbox(workspace, deal_id)),
    'alerts.get': () => alerts.view(),
    'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
    'alerts.try': () => alerts.try(),
  }
}
