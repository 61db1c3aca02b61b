import { create } from 'zustand'
import { VisuallyHidden } from '@mantine/core'

const useVoice = create<{ said: string }>()(() => ({ said: '' }))

/** Makes screen readers announce a text, for example after a change outside the focused element. */
export function say(text: string): void {
  // Clear the region first, because a screen reader announces the same text only if it changes.
  useVoice.setState({ said: '' })
  requestAnimationFrame(() => useVoice.setState({ said: text }))
}

export function LiveRegion() {
  const said = useVoice((state) => state.said)
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}
