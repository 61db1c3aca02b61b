import { ok } from '../../../src-shared/errors.ts'
import type { updateContract } from '../../../src-shared/ipc/update-contract.ts'
import type { AppUpdates } from '../../core/updates/app-updates.ts'
import type { Handlers } from '../router.ts'

export function createUpdateHandlers(app: AppUpdates): Pick<Handlers, keyof typeof updateContract> {
  return {
    'updates.get': async () => ok(app.view()),
    'updates.check': async () => ok(await app.check()),
    'updates.set_automatic': ({ automatic }) => app.setAutomatic(automatic),
    'updates.restart': () => app.restart(),
    'updates.dismiss_note': async () => ok(app.dismissNote()),
    'updates.proven': async () => {
      await app.prove()
      return ok({})
    },
  }
}
