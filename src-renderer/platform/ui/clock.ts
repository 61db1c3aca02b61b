import { useEffect, useState } from 'react'
import { dayOf } from '../../../src-shared/platform/base/days.ts'

const MINUTE_MS = 60_000

/** Returns the time, updated every minute, which is exact enough for "expires today". */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

export const useToday = (): string => dayOf(new Date(useMinute()).toISOString())

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

export function secondsUntil(instant: string | null, now: number): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
}
