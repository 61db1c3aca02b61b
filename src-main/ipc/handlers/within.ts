import type { ShownOffice } from '../../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../../core/workspace.ts'

/**
 * Runs a use case on the open workspace, or fails if the workspace does not open. A call that sends something names the office that its
 * window shows, and is refused if another office is open.
 */
export type Within = <T>(
  work: (workspace: Workspace) => Promise<Result<T>>,
  shown?: ShownOffice,
) => Promise<Result<T>>
