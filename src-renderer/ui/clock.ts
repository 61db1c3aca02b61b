import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The time, anew every minute: as exact as "expires today" has to be. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The time, anew every quarter of a second while `until` lies ahead. */
export function useNow(until: string | null): number {
  const [now, setNow] = useState(Date.now)
  const end = until === null ? 0 : Date.parse(until)
  useEffect(() => {
    const look = () => {
      setNow(Date.now())
      if (Date.now() > end) clearInterval(timer)
    }
    const timer = setInterval(look, 250)
    look()
    return () => clearInterval(timer)
  }, [end])
  return now
}

/** Whole seconds until then, 0 when it is over. */
export function secondsUntil(instant: string | null, now: number): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
}
