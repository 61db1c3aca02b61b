import type { Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../workspace.ts'
import { isOfVault } from './submission-machine.ts'

/** Waits so many milliseconds; false when nothing is to be waited for any more. */
export type Pause = (ms: number) => Promise<boolean>

/**
 * Stores an answer of the service however long the vault takes; answers how the last try ended. Where the waiting is cut short, the
 * next start finds the subject on its way, and its outcome unknown. `onWait` is told when a try failed and another follows.
 */
export async function untilStored<T>(
  { pause, workspace }: { pause: Pause; workspace: Pick<Workspace, 'log'> },
  store: () => Promise<Result<T>>,
  onWait: () => void = () => {},
): Promise<Result<T>> {
  for (let wait = 250; ; wait = Math.min(5_000, wait * 2)) {
    const stored = await store()
    if (stored.ok || !isOfVault(stored.error)) return stored
    workspace.log.warn('an answer waits for the vault', { code: stored.error.code })
    onWait()
    if (!(await pause(wait))) return stored
  }
}
