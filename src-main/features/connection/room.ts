import type { connectionContract } from '../../../src-shared/features/connection/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Demo } from '../demo/demo.ts'
import type { PairLink } from '../../../src-shared/platform/addresses/deep-link.ts'
import { environmentStatus } from './credentials.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { ConnectionNeeds } from './connection-settings.ts'
import { viewServiceSettings, checkEndpoints, saveRateLimit } from './service-settings.ts'
import type { ConnectionStatus } from '../../../src-shared/features/connection/environment.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Connections } from './connections.ts'

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

/** Reports the state of the connections, and takes back what it reported (`features/events`). */
interface ConnectionReporter {
  readonly status: ConnectionStatus
  dismissNote(): Promise<ConnectionStatus>
  clearProblems(): Promise<ConnectionStatus>
}

/** Opens the part of the room that changes the connections of environments. */
export function openConnections({
  environmentManager,
  connections,
  demo,
  takePairLink,
}: {
  environmentManager: Pick<Environments, 'runAndNotify'>
  connections: Connections
  demo: Demo
  takePairLink: () => PairLink | null
}): RoomHandlers<Omit<ConnectionChannels, OfOpenEnvironment>, { name: EnvironmentName }> {
  return {
    'environment.test_connection': (credentials) => connections.testConnection(credentials),
    'environment.save_credentials': ({ window_id, ...credentials }) =>
      demo.unlessRunning(() =>
        environmentManager.runAndNotify(window_id, () => connections.saveCredentials(credentials)),
      ),
    'environment.forget_credentials': (_, { name }) =>
      demo.unlessRunning(() =>
        environmentManager.runAndNotify(null, () => connections.forgetCredentials(name)),
      ),
    'relay.pair': (pairing, { name }) =>
      demo.unlessRunning(() =>
        environmentManager.runAndNotify(null, () => connections.pairRelay(pairing, name)),
      ),
    'relay.forget': (_, { name }) =>
      demo.unlessRunning(() => environmentManager.runAndNotify(null, () => connections.forgetRelay(name))),
    'relay.take_link': async () => takePairLink(),
    'service.save_endpoints': ({ profile_json }, { name }) => connections.changeEndpoints(profile_json, name),
    'service.reset_endpoints': (_, { name }) => connections.changeEndpoints(null, name),
    'service.save_network': ({ network, proxy_password }, { name }) =>
      connections.changeNetwork(network, proxy_password, name),
    'service.save_rate_limit': (pace, { name }) =>
      connections.changeService((context) => saveRateLimit(context, pace), name),
  }
}

/** Opens the part of the room that shows the connections of the open environment. */
export function openConnection(
  context: ConnectionNeeds,
  { eventSync }: { eventSync: ConnectionReporter },
): RoomHandlers<Pick<ConnectionChannels, OfOpenEnvironment>> {
  return {
    'environment.get': () => environmentStatus(context),
    'connection.status': async () => eventSync.status,
    'connection.dismiss_note': () => eventSync.dismissNote(),
    'connection.problems': () => context.vault.eventProblems(),
    'connection.clear_problems': () => eventSync.clearProblems(),
    'service.settings': () => viewServiceSettings(context),
    'service.check_endpoints': ({ profile_json }) => checkEndpoints(context, profile_json),
  }
}
