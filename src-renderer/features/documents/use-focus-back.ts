import { useEffect, useState } from 'react'

/** Gives the focus back to where it was when a dialog that exists only while it is open goes; Mantine does so only for one that closes. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => void requestAnimationFrame(() => before instanceof HTMLElement && before.focus()),
    [before],
  )
}
