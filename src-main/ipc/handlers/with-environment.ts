import type { Result } from '../../../src-shared/errors.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'

/** Runs a use case on the open environment, or fails if it does not open. */
export type WithEnvironment = <T>(
  work: (context: EnvironmentContext) => Promise<Result<T>>,
) => Promise<Result<T>>
