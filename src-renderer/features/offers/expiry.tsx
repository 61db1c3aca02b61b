import { useEffect, useState } from 'react'
import { daysUntil } from '../../../src-shared/features/pipeline/deal-match.ts'
import { expiryOf } from '../../../src-shared/features/offers/offer.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatDay, formatInstant } from '../../platform/ui/formats.ts'

const SECOND = 1_000
const DAY = 86_400_000
/** Maximum delay of a browser timer. With a longer delay, the timer would fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function Expiry({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  const end = expiryOf(at)
  const left = (end ?? now) - now
  const step = left > DAY ? 60 * SECOND : SECOND
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), step)
    return () => clearTimeout(timer)
  }, [left, step])
  if (end === null) return <>{at}</>
  return (
    <time dateTime={at} title={formatInstant(new Date(end).toISOString())}>
      {timeLeftText(end, now)}
      {left > DAY && ` · ${formatDay(new Date(end).toISOString())}`}
    </time>
  )
}

/** Shows the day on which an offer expires or expired, without a countdown: nothing depends on the time now. */
export function ExpiryDay({ at }: { at: string }) {
  const end = expiryOf(at)
  if (end === null) return <>{at}</>
  const instant = new Date(end).toISOString()
  return (
    <time dateTime={at} title={formatInstant(instant)}>
      {formatDay(instant)}
    </time>
  )
}

/**
 * Formats the remaining time between two instants in milliseconds. The text counts the broker's calendar days, and contains a countdown on
 * the last day.
 */
export function timeLeftText(end: number, now: number): string {
  const { expiry } = messages().offers
  const left = end - now
  if (left <= 0) return messages().offers.states.expired
  if (left > DAY) return expiry.days(daysUntil(new Date(end).toISOString(), new Date(now).toISOString()))
  const seconds = Math.ceil(left / SECOND)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return expiry.clock(two(seconds / 3_600), two((seconds / 60) % 60), two(seconds % 60))
}

/**
 * Returns the current time, and renders the caller again when one of `instants` has passed. Before that, the caller would show the same
 * content.
 */
export function useNowAfter(instants: readonly (string | null)[]): number {
  const [now, setNow] = useState(Date.now)
  const ends = instants.flatMap((at) => expiryOf(at) ?? []).filter((end) => end > now)
  const next = ends.length === 0 ? null : Math.min(...ends)
  useEffect(() => {
    if (next === null) return
    let timer = 0
    const wait = () => {
      const left = next - Date.now()
      if (left <= 0) setNow(Date.now())
      else timer = window.setTimeout(wait, Math.min(left, LONGEST_TIMER_MS))
    }
    wait()
    return () => clearTimeout(timer)
  }, [next])
  return now
}
