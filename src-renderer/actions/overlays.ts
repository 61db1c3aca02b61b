import { create } from 'zustand'

/** What lies over every screen: the command palette, the sheet of shortcuts, or nothing. */
export const useOverlay = create<{ open: 'palette' | 'shortcuts' | null }>(() => ({ open: null }))

export function showOverlay(open: 'palette' | 'shortcuts' | null): void {
  useOverlay.setState({ open })
}
