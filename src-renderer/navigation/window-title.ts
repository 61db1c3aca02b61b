import { useEffect } from 'react'
import { create } from 'zustand'

/** What the screen that is shown is called; null while it has not said. */
export const useShownName = create<{ name: string | null }>(() => ({ name: null }))

/** Names the screen in the window's title and to a screen reader, while the component is mounted. */
export function useScreenName(name: string): void {
  useEffect(() => {
    useShownName.setState({ name })
    return () => useShownName.setState((shown) => (shown.name === name ? { name: null } : shown))
  }, [name])
}
