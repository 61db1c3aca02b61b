import type { ShownEnvironment } from '../../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'

/**
 * Runs a use case on the open workspace, or fails if the workspace does not open. A call that sends something names the office that its
 * window shows, and is refused if another office is open.
 */
export type WithEnvironment = <T>(
  work: (context: EnvironmentContext) => Promise<Result<T>>,
  shown?: ShownEnvironment,
) => Promise<Result<T>>
