/**
 * A wall time is the date and time that a clock on the wall shows, as `2026-11-26T09:00`. It has no time zone. The functions here convert
 * between wall times and instants in a given time zone. They keep their meaning when clocks change for daylight saving time.
 */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Caches one format per time zone, because creating a format takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Returns what a clock in the zone shows at an instant, as the UTC milliseconds of a clock that shows the same. */
function shownAt(instant_ms: number, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant_ms)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function offsetAt(instant_ms: number, zone: string): number {
  return shownAt(instant_ms, zone) - Math.floor(instant_ms / 1000) * 1000
}

/** Returns the wall time in the zone at an instant, cut to the minute. */
export function wallTimeOf(instant_ms: number, zone: string): string {
  return wallText(shownAt(instant_ms, zone))
}

/** Formats the UTC milliseconds of a clock as a wall time. */
export function wallText(shown_ms: number): string {
  return new Date(shown_ms).toISOString().slice(0, 16)
}

export function wallMs(wall: string): number {
  return Date.parse(`${wall}:00Z`)
}

/**
 * Returns the instant, in milliseconds, at which a clock in the zone shows the wall time. If the clock shows it twice (in fall), returns
 * the first instant. If the clock skips it (in spring), returns the instant that is as much later as the clock was set forward.
 */
export function instantOf(wall: string, zone: string): number {
  const shown = wallMs(wall)
  const [before, after] = [offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)]
  const matching = [shown - before, shown - after].filter(
    (instant) => instant + offsetAt(instant, zone) === shown,
  )
  return matching.length > 0 ? Math.min(...matching) : shown - before
}

/** Adds whole days to a wall time. The time of day stays the same. */
export function addWallDays(wall: string, days: number): string {
  return wallText(wallMs(wall) + days * DAY_MS)
}

/** Returns a wall time on the same day, at this many minutes after midnight. */
export function atMinute(wall: string, minute: number): string {
  return wallText(wallMs(`${wall.slice(0, 10)}T00:00`) + minute * MINUTE_MS)
}

/** Returns the weekday of a wall time: 0 is Sunday. */
export function weekdayOf(wall: string): number {
  return new Date(wallMs(wall)).getUTCDay()
}
