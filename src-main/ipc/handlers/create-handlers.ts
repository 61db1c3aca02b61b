import type { FileRegistry } from '../../core/documents/file-registry.ts'
import type { ComparisonPrint } from '../../core/offers/print-comparison.ts'
import type { VaultFiles } from '../../core/vault/vault-files.ts'
import type { Handlers, WithEnvironment } from '../router.ts'
import { createAppHandlers, type AppHandlerDeps } from './app-handlers.ts'
import { createDealHandlers, type DealHandlerDeps } from './deal-handlers.ts'
import { createDocumentHandlers } from './documents-handlers.ts'
import { createEnvironmentHandlers } from './environment-handlers.ts'
import { createPipelineHandlers, type PipelineHandlerDeps } from './pipeline-handlers.ts'
import { createSubmissionHandlers } from './submission-handlers.ts'
import { createVaultHandlers } from './vault-handlers.ts'

/** The dependencies of the handlers: use cases, and the ports that some of them need. */
export interface HandlerDeps extends AppHandlerDeps, DealHandlerDeps, PipelineHandlerDeps {
  vaultFiles: VaultFiles
  registry: FileRegistry
  comparison: ComparisonPrint
}

/** Creates every channel's handler. Each one calls one use case, most of them with the open environment. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { environmentManager, demo, vaultFiles, registry, save } = deps
  const withEnvironment: WithEnvironment = async (work) => {
    const opened = await environmentManager.open()
    return opened.ok ? work(opened.value.context) : opened
  }
  return {
    ...createAppHandlers(withEnvironment, deps),
    ...createEnvironmentHandlers(withEnvironment, environmentManager, demo),
    ...createVaultHandlers(withEnvironment, environmentManager, demo, vaultFiles, registry),
    ...createPipelineHandlers(withEnvironment, environmentManager, deps),
    ...createDealHandlers(withEnvironment, deps),
    ...createDocumentHandlers(withEnvironment, environmentManager, registry, save),
    ...createSubmissionHandlers(withEnvironment, environmentManager, deps.comparison),
  }
}
