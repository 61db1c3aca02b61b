import type { Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../../core/workspace.ts'

/** Runs a use case on the open workspace; its failure to open is the answer. */
export type Within = <T>(work: (workspace: Workspace) => Promise<Result<T>>) => Promise<Result<T>>
