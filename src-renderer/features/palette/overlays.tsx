import { lazy, Suspense } from 'react'
import { useOverlay } from '../../actions/overlays.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: default_ }) => ({ default: default_ })))
const ShortcutsSheet = lazy(() =>
  import('./shortcuts-sheet.tsx').then(({ ShortcutsSheet: default_ }) => ({ default: default_ })),
)

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
