import type { connectionContract } from '../../../src-shared/features/connection/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { Demo } from '../demo/demo.ts'
import type { PairLink } from '../../../src-shared/platform/addresses/deep-link.ts'
import { environmentStatus } from './credentials.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { ConnectionNeeds } from './connection-settings.ts'
import { viewServiceSettings, checkEndpoints, saveRateLimit } from './service-settings.ts'
import type {
  ConnectionReport,
  ConnectionStatus,
  Credentials,
  EnvironmentStatus,
} from '../../../src-shared/features/connection/environment.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { RelayPairing } from './relay-link.ts'
import type { EnvironmentSettings, ServiceChanges } from './confirm-changes.ts'

type ConnectionChannels = typeof connectionContract
/** The channels that change no connection. */
type OfOpenEnvironment =
  | 'environment.get'
  | 'connection.status'
  | 'connection.dismiss_note'
  | 'connection.problems'
  | 'connection.clear_problems'
  | 'service.settings'
  | 'service.check_endpoints'

/** Tests and changes the connections of environments (`app/environments.ts`). Each change disconnects and connects again. */
interface Connections extends Pick<Environments, 'runAndNotify'>, ServiceChanges {
  settings: EnvironmentSettings
  testConnection(credentials: Credentials): Promise<ConnectionReport>
  saveCredentials(credentials: Credentials): Promise<EnvironmentStatus>
  forgetCredentials(expected: EnvironmentName): Promise<EnvironmentStatus>
  pairRelay(pairing: RelayPairing, expected: EnvironmentName): Promise<EnvironmentStatus>
  forgetRelay(expected: EnvironmentName): Promise<EnvironmentStatus>
}

/** Reports the state of the connections, and takes back what it reported (`features/events`). */
interface ConnectionReporter {
  readonly status: ConnectionStatus
  dismissNote(): Promise<ConnectionStatus>
  clearProblems(): Promise<ConnectionStatus>
}

/** Opens the part of the room that changes the connections of environments. */
export function openConnections({
  environmentManager,
  demo,
  takePairLink,
}: {
  environmentManager: Connections
  demo: Demo
  takePairLink: () => PairLink | null
}): Room<Omit<ConnectionChannels, OfOpenEnvironment>, { name: EnvironmentName }> {
  return {
    handlers: {
      'environment.test_connection': (credentials) => environmentManager.testConnection(credentials),
      'environment.save_credentials': ({ window_id, ...credentials }) =>
        demo.unlessRunning(() =>
          environmentManager.runAndNotify(window_id, () => environmentManager.saveCredentials(credentials)),
        ),
      'environment.forget_credentials': (_, { name }) =>
        demo.unlessRunning(() =>
          environmentManager.runAndNotify(null, () => environmentManager.forgetCredentials(name)),
        ),
      'relay.pair': (pairing, { name }) =>
        demo.unlessRunning(() =>
          environmentManager.runAndNotify(null, () => environmentManager.pairRelay(pairing, name)),
        ),
      'relay.forget': (_, { name }) =>
        demo.unlessRunning(() =>
          environmentManager.runAndNotify(null, () => environmentManager.forgetRelay(name)),
        ),
      'relay.take_link': async () => takePairLink(),
      'service.save_endpoints': ({ profile_json }, { name }) =>
        environmentManager.settings.changeEndpoints(profile_json, name),
      'service.reset_endpoints': (_, { name }) => environmentManager.settings.changeEndpoints(null, name),
      'service.save_network': ({ network, proxy_password }, { name }) =>
        environmentManager.settings.changeNetwork(network, proxy_password, name),
      'service.save_rate_limit': (pace, { name }) =>
        environmentManager.changeService((context) => saveRateLimit(context, pace), name),
    },
  }
}

/** Opens the part of the room that shows the connections of the open environment. */
export function openConnection(
  context: ConnectionNeeds,
  { eventSync }: { eventSync: ConnectionReporter },
): Room<Pick<ConnectionChannels, OfOpenEnvironment>> {
  return {
    handlers: {
      'environment.get': () => environmentStatus(context),
      'connection.status': async () => eventSync.status,
      'connection.dismiss_note': () => eventSync.dismissNote(),
      'connection.problems': () => context.vault.eventProblems(),
      'connection.clear_problems': () => eventSync.clearProblems(),
      'service.settings': () => viewServiceSettings(context),
      'service.check_endpoints': ({ profile_json }) => checkEndpoints(context, profile_json),
    },
  }
}
