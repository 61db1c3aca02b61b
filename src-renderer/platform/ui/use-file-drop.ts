import { useEffect, useRef, useState } from 'react'

/**
 * Accepts files that are dropped anywhere on the window while the component is mounted. Returns true while files are dragged over the
 * window. `isActive` can refuse files, for example while a dialog is open.
 */
export function useFileDrop(onFiles: (files: File[]) => void, isActive: () => boolean = () => true): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef({ onFiles, isActive })
  useEffect(() => {
    latest.current = { onFiles, isActive }
  })
  useEffect(() => {
    let depth = 0
    const rest = () => {
      depth = 0
      setOver(false)
    }
    const accepts = (event: DragEvent) => holdsFiles(event) && latest.current.isActive()
    const listeners = {
      // Count the `dragenter` events, because each child element causes its own `dragenter` and `dragleave`. The drag has left the window
      // only after as many `dragleave` events.
      dragenter: (event: DragEvent) => {
        if (!accepts(event)) return
        depth++
        setOver(true)
      },
      dragleave: (event: DragEvent) => {
        if (holdsFiles(event) && --depth <= 0) rest()
      },
      dragover: (event: DragEvent) => {
        if (accepts(event)) event.preventDefault()
      },
      drop: (event: DragEvent) => {
        rest()
        if (!accepts(event)) return
        event.preventDefault()
        latest.current.onFiles([...(event.dataTransfer?.files ?? [])])
      },
    }
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name as 'drop', listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name as 'drop', listener)
    }
  }, [])
  return over
}

/** Returns true if files are dragged, and false for text dragged within the form. */
function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
