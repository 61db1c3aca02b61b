import type { webhooksContract } from '../../../src-shared/features/webhooks/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { ExpectedEnvironment } from '../../app/environment-deps.ts'
import type { EnvironmentManager } from '../../app/environments.ts'

export function openWebhooks({
  environmentManager,
}: {
  environmentManager: EnvironmentManager
}): Room<typeof webhooksContract, ExpectedEnvironment> {
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
