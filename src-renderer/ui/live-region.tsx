import { create } from 'zustand'
import { VisuallyHidden } from '@mantine/core'

const useVoice = create<{ said: string }>()(() => ({ said: '' }))

/** Says to a screen reader what changed, where nothing that has the focus shows it. */
export function say(text: string): void {
  // The same words once more are said only when they come anew.
  useVoice.setState({ said: '' })
  requestAnimationFrame(() => useVoice.setState({ said: text }))
}

export function LiveRegion() {
  const said = useVoice((state) => state.said)
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}
