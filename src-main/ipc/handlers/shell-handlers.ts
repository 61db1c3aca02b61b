import { ok } from '../../../src-shared/errors.ts'
import type { shellContract } from '../../../src-shared/ipc/shell-contract.ts'
import type { DiagnosticsDesk } from '../../core/diagnostics/diagnostics-desk.ts'
import { confirmReal, firstReal } from '../../core/submission/first-real.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

/** The handlers of what stands around all screens. */
export function createShellHandlers(
  within: Within,
  diagnostics: DiagnosticsDesk,
  releaseLine: () => Promise<void>,
): Pick<Handlers, keyof typeof shellContract> {
  return {
    'submission.first_real': () =>
      within(async (workspace) => {
        const first = await firstReal(workspace)
        return first.ok ? ok({ is_needed: first.value.is_needed, host: first.value.host }) : first
      }),
    'submission.confirm_real': () =>
      within(async (workspace) => {
        const kept = await confirmReal(workspace)
        // What was submitted for other credentials waited for this word.
        if (kept.ok) await releaseLine()
        return kept.ok ? ok({}) : kept
      }),
    'diagnostics.view': () => diagnostics.view(),
    'diagnostics.save': () => diagnostics.save(),
  }
}
