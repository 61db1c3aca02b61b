import type { webhooksContract } from '../../../src-shared/features/webhooks/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { EnvironmentStatus } from '../../../src-shared/features/connection/environment.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { EnvironmentWebhooks, WatchedEnvironment } from './webhooks.ts'

export function openWebhooks({
  environmentManager,
}: {
  environmentManager: Pick<Environments, 'runAndNotify'> & {
    webhooks: EnvironmentWebhooks
    registerWebhooks(expected: EnvironmentName): Promise<EnvironmentStatus>
  }
}): Room<typeof webhooksContract, WatchedEnvironment & { name: EnvironmentName }> {
  return {
    handlers: {
      'webhooks.register': (_, { name }) =>
        environmentManager.runAndNotify(null, () => environmentManager.registerWebhooks(name)),
      'webhooks.list': () => environmentManager.webhooks.view(),
      'webhooks.fix': (_, opened) => environmentManager.webhooks.fix(opened),
      'webhooks.switch': ({ uuid, is_active }, opened) =>
        environmentManager.webhooks.switch(opened, uuid, is_active),
      'webhooks.delete': ({ uuid }, opened) => environmentManager.webhooks.delete(opened, uuid),
      'webhooks.test': ({ uuid }, opened) => environmentManager.webhooks.test(opened, uuid),
    },
  }
}
