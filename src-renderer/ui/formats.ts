const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const moneyWithCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const count = new Intl.NumberFormat('en-US')

export function formatCount(value: number): string {
  return count.format(value)
}

/** Integer cents as dollars; cents are shown where there are some. */
export function formatCents(cents: number | null): string {
  if (cents === null) return '–'
  return (cents % 100 === 0 ? money : moneyWithCents).format(cents / 100)
}

export function formatInstant(instant: string): string {
  return dateTime.format(new Date(instant))
}

/** To the second, for logs. */
export function formatInstantExactly(instant: string): string {
  return exactly.format(new Date(instant))
}

export function formatDay(instant: string): string {
  return day.format(new Date(instant))
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago, in words; a date when it is more than a month. */
export function formatAgo(instant: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  if (Math.abs(seconds) > 30 * 86_400) return formatDay(instant)
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return 'just now'
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
