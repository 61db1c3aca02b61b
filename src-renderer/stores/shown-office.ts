import type { ShownOffice } from '../../src-shared/domain/vocabulary.ts'
import { useDemo } from './demo-store.ts'
import { useOffice } from './office-store.ts'

/** What the badge of this window says; it goes with whatever is to be sent, so that nothing goes anywhere else. */
export function shownOffice(): ShownOffice {
  return useDemo.getState().running ? 'demo' : (useOffice.getState().environment?.environment ?? 'sandbox')
}
