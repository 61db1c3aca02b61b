import type { ShownOffice } from '../../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../../core/workspace.ts'

/**
 * Runs a use case on the open workspace; its failure to open is the answer. What sends something says which office its window
 * shows, and is refused where another one is open.
 */
export type Within = <T>(
  work: (workspace: Workspace) => Promise<Result<T>>,
  shown?: ShownOffice,
) => Promise<Result<T>>
