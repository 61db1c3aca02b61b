import { useEffect } from 'react'

const MARK = 'pipeline-interactive'

/** Marks, for the measurement of the start, the frame after the pipeline first stood there with its deals. */
export function useInteractiveMark(isThere: boolean): void {
  useEffect(() => {
    if (!isThere || performance.getEntriesByName(MARK).length > 0) return
    const frame = requestAnimationFrame(() => performance.mark(MARK))
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}
