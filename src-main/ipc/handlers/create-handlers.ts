import type { Handlers, WithEnvironment } from '../router.ts'
import { createAppHandlers, type AppHandlerDeps } from './app-handlers.ts'
import { createDealHandlers, type DealHandlerDeps } from './deal-handlers.ts'
import { createDocumentHandlers, type DocumentHandlerDeps } from './documents-handlers.ts'
import { createEnvironmentHandlers, type EnvironmentHandlerDeps } from './environment-handlers.ts'
import { createLockHandlers, type LockHandlerDeps } from './lock-handlers.ts'
import { createFollowUpHandlers } from './follow-up-handlers.ts'
import { createOutgoingHandlers, type OutgoingHandlerDeps } from './outgoing-handlers.ts'
import { createPipelineHandlers, type PipelineHandlerDeps } from './pipeline-handlers.ts'
import { createPrefillHandlers } from './prefill-handlers.ts'
import { createStatementHandlers, type StatementHandlerDeps } from './statements-handlers.ts'
import { createSubmissionHandlers, type SubmissionHandlerDeps } from './submission-handlers.ts'
import { createVaultHandlers, type VaultHandlerDeps } from './vault-handlers.ts'

/** The dependencies of all handlers. Each file with handlers declares the dependencies that it needs. */
export interface HandlerDeps
  extends
    AppHandlerDeps,
    DealHandlerDeps,
    DocumentHandlerDeps,
    EnvironmentHandlerDeps,
    LockHandlerDeps,
    OutgoingHandlerDeps,
    PipelineHandlerDeps,
    StatementHandlerDeps,
    SubmissionHandlerDeps,
    VaultHandlerDeps {}

/**
 * Creates the handler of every channel (call from the page to main). Each handler calls one function of `src-main/core`, usually with the
 * open environment.
 */
export function createHandlers(deps: HandlerDeps): Handlers {
  const withEnvironment: WithEnvironment = async (work) => {
    const opened = await deps.environmentManager.open()
    return opened.ok ? work(opened.value.context) : opened
  }
  return {
    ...createAppHandlers(withEnvironment, deps),
    ...createEnvironmentHandlers(withEnvironment, deps),
    ...createVaultHandlers(withEnvironment, deps),
    ...createLockHandlers(deps),
    ...createPipelineHandlers(withEnvironment, deps),
    ...createDealHandlers(withEnvironment, deps),
    ...createDocumentHandlers(withEnvironment, deps),
    ...createFollowUpHandlers(withEnvironment),
    ...createOutgoingHandlers(withEnvironment, deps),
    ...createPrefillHandlers(withEnvironment),
    ...createStatementHandlers(withEnvironment, deps),
    ...createSubmissionHandlers(withEnvironment, deps),
  }
}
