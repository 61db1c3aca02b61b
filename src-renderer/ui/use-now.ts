import { useEffect, useState } from 'react'

/** The time; the component is drawn anew every quarter of a second while `until` lies ahead. */
export function useNow(until: string | null): number {
  const [, redraw] = useState(0)
  const end = until === null ? 0 : Date.parse(until)
  useEffect(() => {
    if (end <= Date.now()) return
    const timer = setInterval(() => {
      redraw((count) => count + 1)
      if (Date.now() > end) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return Date.now()
}

/** Whole seconds until then, 0 when it is over. */
export function secondsUntil(instant: string | null, now: number): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
}
