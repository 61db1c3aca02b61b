import { addWallDays, atMinute, instantOf, weekdayOf } from '../../platform/entry/wall-time.ts'

/**
 * When something is due, as the broker chose it. `wall` is a wall time (`2026-11-26T09:00`), `minutes` an elapsed time from now.
 */
export type When = { wall: string } | { minutes: number }

/**
 * A stored due time. If `wall` is set, the time is due when the clock of this computer shows it, in the time zone in which the computer is by then. `at` is the instant of the due time, in the time zone in which it was set.
 */
export interface DueTime {
  wall: string | null
  at: string
}

/** A reminder of a deal that waits for news. A deal has at most one. News about the deal ends it. */
export interface FollowUp extends DueTime {
  deal_id: string
  /** What the broker wants to remember. May be empty. */
  note: string
  set_at: string
  /** When the app reminded the broker, or null. */
  fired_at: string | null
}

/** Statuses of news that the app itself creates. The partner does not know them. */
export const FOLLOW_UP_DUE = 'follow_up_due'
export const RENEWAL_DUE = 'renewal_due'

/** Nothing can be scheduled further ahead than this. */
export const MOST_DAYS_AHEAD = 731

/** The time of day for a day without a time: nine in the morning. */
export const MORNING = 9 * 60

/** Returns the instant of a due time in milliseconds, in the time zone in which the computer is now. */
export function dueMs({ wall, at }: DueTime, zone: string): number {
  return wall === null ? Date.parse(at) : instantOf(wall, zone)
}

export function dueTimeOf(when: When, now_ms: number, zone: string): DueTime {
  if ('minutes' in when) return { wall: null, at: new Date(now_ms + when.minutes * 60_000).toISOString() }
  return { wall: when.wall, at: new Date(instantOf(when.wall, zone)).toISOString() }
}

export const PRESETS = ['later', 'tomorrow', 'in_days', 'monday', 'in_week'] as const
export type Preset = (typeof PRESETS)[number]

const LATER_MINUTES = 180
const MONDAY = 1

/** Returns the presets at a wall time. Leaves out a preset that means the same as an earlier one. */
export function presetsAt(now: string): { preset: Preset; when: When }[] {
  const morning = (days: number): When => ({ wall: atMinute(addWallDays(now, days), MORNING) })
  const all: { preset: Preset; when: When }[] = [
    { preset: 'later', when: { minutes: LATER_MINUTES } },
    { preset: 'tomorrow', when: morning(1) },
    { preset: 'in_days', when: morning(3) },
    { preset: 'monday', when: morning((MONDAY - weekdayOf(now) + 7) % 7 || 7) },
    { preset: 'in_week', when: morning(7) },
  ]
  const key = ({ when }: { when: When }) => JSON.stringify(when)
  return all.filter((one, at) => all.findIndex((other) => key(other) === key(one)) === at)
}
