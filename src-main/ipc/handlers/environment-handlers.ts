import { ok } from '../../../src-shared/errors.ts'
import type { PairLink } from '../../../src-shared/deep-link.ts'
import type { Demo } from '../../core/demo/demo.ts'
import { environmentStatus } from '../../core/environments/credentials.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import {
  checkEndpoints,
  saveRateLimit,
  viewServiceSettings,
} from '../../core/environments/service-settings.ts'
import type { SaveFile } from '../../core/ports/files.ts'
import type { Handlers, WithEnvironment } from '../router.ts'
import type { environmentContract } from '../../../src-shared/ipc/environment-contract.ts'
import {
  checkPayloadProfile,
  exportProfile,
  resetPayloadProfile,
  savePayloadProfile,
  viewPayloadProfile,
} from '../../core/profile/payload-profile.ts'

export interface EnvironmentHandlerDeps {
  environmentManager: EnvironmentManager
  demo: Demo
  save: SaveFile
  /** Returns the pairing link that was opened last, and forgets it. */
  takePairLink: () => PairLink | null
}

/** Creates the handlers for the connections and the form of an environment (sandbox or production). */
export function createEnvironmentHandlers(
  withEnvironment: WithEnvironment,
  { environmentManager, demo, save, takePairLink }: EnvironmentHandlerDeps,
): Pick<Handlers, keyof typeof environmentContract> {
  return {
    'environment.get': () => withEnvironment(environmentStatus),
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
    'relay.take_link': async () => ok(takePairLink()),
    'webhooks.register': (_, { name }) =>
      environmentManager.runAndNotify(null, () => environmentManager.registerWebhooks(name)),
    'webhooks.list': () => environmentManager.webhooks.view(),
    'webhooks.fix': (_, opened) => environmentManager.webhooks.fix(opened),
    'webhooks.switch': ({ uuid, is_active }, opened) =>
      environmentManager.webhooks.switch(opened, uuid, is_active),
    'webhooks.delete': ({ uuid }, opened) => environmentManager.webhooks.delete(opened, uuid),
    'webhooks.test': ({ uuid }, opened) => environmentManager.webhooks.test(opened, uuid),
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
    'service.save_endpoints': ({ profile_json }, { name }) =>
      environmentManager.settings.changeEndpoints(profile_json, name),
    'service.reset_endpoints': (_, { name }) => environmentManager.settings.changeEndpoints(null, name),
    'service.save_network': ({ network, proxy_password }, { name }) =>
      environmentManager.settings.changeNetwork(network, proxy_password, name),
    'service.save_rate_limit': (pace, { name }) =>
      environmentManager.changeService((context) => saveRateLimit(context, pace), name),
    'calls.list': ({ search }) => withEnvironment(({ vault }) => vault.listCalls(search)),

    'profile.get': () => withEnvironment(async ({ profile }) => ok(profile)),
    'profile.view': () => withEnvironment(async (context) => ok(viewPayloadProfile(context))),
    'profile.check': ({ profile_json }) =>
      withEnvironment(async (context) => ok(checkPayloadProfile(context, profile_json))),
    'profile.export': ({ what }) => withEnvironment((context) => exportProfile(context, save, what)),
    'profile.save': ({ profile_json }, { context }) => savePayloadProfile(context, profile_json),
    'profile.reset': (_, { context }) => resetPayloadProfile(context),
  }
}
