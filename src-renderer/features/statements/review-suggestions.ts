import { inOrder } from '../../../src-shared/features/prefill/prefill.ts'
import { useSuggestions } from './suggestions-store.ts'
import { openSuggestion } from '../viewer/viewer-store.ts'

/** Opens the viewer at the source of the first value, with all values beside it. Does nothing if there are none. */
export function reviewSuggestions(): void {
  const [first] = inOrder(useSuggestions.getState().suggestions ?? [])
  const [place] = first?.places ?? []
  if (first === undefined || place === undefined) return
  useSuggestions.setState({ current: first.suggestion_id, accepted: 0 })
  openSuggestion(place.document_id, { page: place.page, boxes: place.boxes })
}
