import { useEffect } from 'react'
import { useEnvironment } from '../../stores/environment-store.ts'

const MARK = 'pipeline-interactive'

/** Marks, for the measurement of the start, the frame after the pipeline first stood there with its deals. */
export function useInteractiveMark(hasDeals: boolean): void {
  // Until then the frame of index.html lies over it.
  const isInSight = useEnvironment((state) => state.environment !== null)
  const isThere = hasDeals && isInSight
  useEffect(() => {
    if (!isThere || performance.getEntriesByName(MARK).length > 0) return
    const frame = requestAnimationFrame(() => performance.mark(MARK))
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}
