import type { webhooksContract } from '../../../src-shared/features/webhooks/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { EnvironmentWebhooks, WatchedEnvironment } from './webhooks.ts'

export function openWebhooks({
  environmentManager,
  webhooks,
}: {
  environmentManager: Pick<Environments, 'runAndNotify'>
  webhooks: EnvironmentWebhooks
}): RoomHandlers<typeof webhooksContract, WatchedEnvironment & { name: EnvironmentName }> {
  return {
    'webhooks.register': (_, { name }) =>
      environmentManager.runAndNotify(null, () => webhooks.register(name)),
    'webhooks.list': () => webhooks.view(),
    'webhooks.fix': (_, opened) => webhooks.fix(opened),
    'webhooks.switch': ({ uuid, is_active }, opened) => webhooks.switch(opened, uuid, is_active),
    'webhooks.delete': ({ uuid }, opened) => webhooks.delete(opened, uuid),
    'webhooks.test': ({ uuid }, opened) => webhooks.test(opened, uuid),
  }
}
