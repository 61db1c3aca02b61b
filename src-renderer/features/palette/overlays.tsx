import { Suspense } from 'react'
import { useOverlay } from '../../actions/overlays.ts'
import { Palette, ShortcutsSheet } from '../../screens.tsx'

/** What lies over every screen; its code comes when it is first asked for, or when nothing else is to be done. */
export function Overlays() {
  const open = useOverlay((state) => state.open)
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutsSheet />}
    </Suspense>
  )
}
