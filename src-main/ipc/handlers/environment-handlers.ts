import { ok } from '../../../src-shared/errors.ts'
import type { Demo } from '../../core/demo/demo.ts'
import { environmentStatus } from '../../core/environments/credentials.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import {
  checkEndpoints,
  saveRateLimit,
  viewServiceSettings,
} from '../../core/environments/service-settings.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

type Area = 'environment' | 'relay' | 'webhooks' | 'connection' | 'service' | 'calls'
type EnvironmentHandlers = Pick<Handlers, Extract<keyof Handlers, `${Area}.${string}`>>

/** Creates the handlers of an environment's connections: partner, relay, and call log. */
export function createEnvironmentHandlers(
  withEnvironment: WithEnvironment,
  environmentManager: EnvironmentManager,
  demo: Demo,
): EnvironmentHandlers {
  return {
    'environment.get': () => withEnvironment(environmentStatus),
    'environment.test_connection': (credentials) => environmentManager.testConnection(credentials),
    'environment.save_credentials': ({ window_id, ...credentials }) =>
      demo.unlessRunning(() =>
        environmentManager.turning(window_id, () => environmentManager.saveCredentials(credentials)),
      ),
    'environment.forget_credentials': ({ shown }) =>
      demo.unlessRunning(() =>
        environmentManager.turning(null, () => environmentManager.forgetCredentials(shown)),
      ),
    'relay.pair': ({ shown, ...pairing }) =>
      demo.unlessRunning(() =>
        environmentManager.turning(null, () => environmentManager.pairRelay(pairing, shown)),
      ),
    'relay.forget': ({ shown }) =>
      demo.unlessRunning(() => environmentManager.turning(null, () => environmentManager.forgetRelay(shown))),
    'webhooks.register': ({ shown }) =>
      environmentManager.turning(null, () => environmentManager.registerWebhooks(shown)),
    'webhooks.list': () => environmentManager.webhooks.view(),
    'webhooks.fix': ({ shown }) => environmentManager.webhooks.fix(shown),
    'webhooks.switch': ({ uuid, is_active, shown }) =>
      environmentManager.webhooks.switch(uuid, is_active, shown),
    'webhooks.delete': ({ uuid, shown }) => environmentManager.webhooks.delete(uuid, shown),
    'webhooks.test': ({ uuid, shown }) => environmentManager.webhooks.test(uuid, shown),
    'connection.status': async () => {
      const opened = await environmentManager.open()
      return opened.ok ? ok(opened.value.eventSync.status) : opened
    },
    'connection.dismiss_note': async () => {
      const opened = await environmentManager.open()
      return opened.ok ? opened.value.eventSync.dismissNote() : opened
    },
    'connection.problems': () => withEnvironment(({ vault }) => vault.eventProblems()),
    'connection.clear_problems': async () => {
      const opened = await environmentManager.open()
      return opened.ok ? opened.value.eventSync.clearProblems() : opened
    },
    'service.settings': () => withEnvironment(viewServiceSettings),
    'service.check_endpoints': ({ profile_json }) =>
      withEnvironment((context) => checkEndpoints(context, profile_json)),
    'service.save_endpoints': ({ profile_json, shown }) =>
      environmentManager.settings.changeEndpoints(profile_json, shown),
    'service.reset_endpoints': ({ shown }) => environmentManager.settings.changeEndpoints(null, shown),
    'service.save_network': ({ network, proxy_password, shown }) =>
      environmentManager.settings.changeNetwork(network, proxy_password, shown),
    'service.save_rate_limit': ({ shown, ...pace }) =>
      environmentManager.changeService((context) => saveRateLimit(context, pace), shown),
    'calls.list': ({ search }) => withEnvironment(({ vault }) => vault.listCalls(search)),
  }
}
