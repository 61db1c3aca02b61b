import type { ShownEnvironment } from '../../src-shared/domain/vocabulary.ts'
import { useDemo } from './demo-store.ts'
import { useEnvironment } from './environment-store.ts'

/** What the badge of this window says; it goes with whatever is to be sent, so that nothing goes anywhere else. */
export function shownEnvironment(): ShownEnvironment {
  return useDemo.getState().running
    ? 'demo'
    : (useEnvironment.getState().environment?.environment ?? 'sandbox')
}
