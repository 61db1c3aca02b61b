import { ok } from '../../../src-shared/errors.ts'
import type { updateContract } from '../../../src-shared/ipc/update-contract.ts'
import type { UpdateDesk } from '../../core/updates/update-desk.ts'
import type { Handlers } from '../router.ts'

export function createUpdateHandlers(desk: UpdateDesk): Pick<Handlers, keyof typeof updateContract> {
  return {
    'updates.get': async () => ok(desk.view()),
    'updates.check': async () => ok(await desk.check()),
    'updates.set_automatic': ({ automatic }) => desk.setAutomatic(automatic),
    'updates.restart': () => desk.restart(),
    'updates.dismiss_note': async () => ok(desk.dismissNote()),
    'updates.proven': async () => {
      await desk.prove()
      return ok({})
    },
  }
}
