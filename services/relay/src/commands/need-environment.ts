import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { EnvironmentConfig, RelayStore } from '../store/relay-store.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Returns the configuration of an environment.
 * @throws UsageError if the environment is not set up
 */
export async function needEnvironment(
  store: RelayStore,
  environment: Environment,
): Promise<EnvironmentConfig> {
  const config = await store.getEnvironment(environment)
  if (config === null)
    throw new UsageError(
      `The ${environment} environment is not set up yet. First: relay environment set --name ${environment} --jwks-url URL`,
    )
  return config
}
