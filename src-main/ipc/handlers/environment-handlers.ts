import { ok } from '../../../src-shared/errors.ts'
import type { Demo } from '../../core/demo/demo.ts'
import { environmentStatus } from '../../core/environments/credentials.ts'
import type { Office } from '../../core/environments/office.ts'
import { checkEndpoints, savePace, viewServiceSettings } from '../../core/environments/service-settings.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

type Area = 'environment' | 'relay' | 'webhooks' | 'bridge' | 'service' | 'calls'
type EnvironmentHandlers = Pick<Handlers, Extract<keyof Handlers, `${Area}.${string}`>>

/** Creates the handlers of an environment's connections: partner, relay, and call log. */
export function createEnvironmentHandlers(within: Within, office: Office, demo: Demo): EnvironmentHandlers {
  return {
    'environment.get': () => within(environmentStatus),
    'environment.test_connection': (credentials) => office.testConnection(credentials),
    'environment.save_credentials': ({ window_id, ...credentials }) =>
      demo.unlessRunning(() => office.turning(window_id, () => office.saveCredentials(credentials))),
    'environment.forget_credentials': ({ shown }) =>
      demo.unlessRunning(() => office.turning(null, () => office.forgetCredentials(shown))),
    'relay.pair': ({ shown, ...pairing }) =>
      demo.unlessRunning(() => office.turning(null, () => office.pairRelay(pairing, shown))),
    'relay.forget': ({ shown }) =>
      demo.unlessRunning(() => office.turning(null, () => office.forgetRelay(shown))),
    'webhooks.register': ({ shown }) => office.turning(null, () => office.registerWebhooks(shown)),
    'webhooks.list': () => office.webhooks.view(),
    'webhooks.mend': ({ shown }) => office.webhooks.mend(shown),
    'webhooks.switch': ({ uuid, is_active, shown }) => office.webhooks.switch(uuid, is_active, shown),
    'webhooks.delete': ({ uuid, shown }) => office.webhooks.delete(uuid, shown),
    'webhooks.test': ({ uuid, shown }) => office.webhooks.test(uuid, shown),
    'bridge.status': async () => {
      const opened = await office.open()
      return opened.ok ? ok(opened.value.bridge.status) : opened
    },
    'bridge.dismiss_note': async () => {
      const opened = await office.open()
      return opened.ok ? opened.value.bridge.dismissNote() : opened
    },
    'bridge.problems': () => within(({ vault }) => vault.eventProblems()),
    'bridge.clear_problems': async () => {
      const opened = await office.open()
      return opened.ok ? opened.value.bridge.clearProblems() : opened
    },
    'service.settings': () => within(viewServiceSettings),
    'service.check_endpoints': ({ profile_json }) =>
      within((workspace) => checkEndpoints(workspace, profile_json)),
    'service.save_endpoints': ({ profile_json, shown }) =>
      office.settings.changeEndpoints(profile_json, shown),
    'service.reset_endpoints': ({ shown }) => office.settings.changeEndpoints(null, shown),
    'service.save_network': ({ network, proxy_password, shown }) =>
      office.settings.changeNetwork(network, proxy_password, shown),
    'service.save_pace': ({ shown, ...pace }) =>
      office.changeService((workspace) => savePace(workspace, pace), shown),
    'calls.list': ({ search }) => within(({ vault }) => vault.listCalls(search)),
  }
}
