import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { RelayStore } from '../store/relay-store.ts'
import { UsageError } from '../usage-error.ts'

/** Refuses with words while an environment is not set up. */
export async function needEnvironment(store: RelayStore, environment: Environment): Promise<void> {
  if ((await store.getEnvironment(environment)) === null)
    throw new UsageError(
      `The ${environment} environment is not set up yet. First: relay environment set --name ${environment} --jwks-url URL`,
    )
}
