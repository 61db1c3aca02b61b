import { locale, words } from '../../src-shared/messages/messages.ts'

/** Made once a language: making one costs more than using it a thousand times. */
function makeFormats(of: string) {
  return {
    of,
    money: new Intl.NumberFormat(of, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
    moneyWithCents: new Intl.NumberFormat(of, { style: 'currency', currency: 'USD' }),
    dateTime: new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }),
    exactly: new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'medium' }),
    day: new Intl.DateTimeFormat(of, { dateStyle: 'medium' }),
    relative: new Intl.RelativeTimeFormat(of, { numeric: 'auto' }),
    count: new Intl.NumberFormat(of),
    oneDecimal: new Intl.NumberFormat(of, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  }
}

let made: ReturnType<typeof makeFormats> | null = null

function formats() {
  if (made?.of !== locale()) made = makeFormats(locale())
  return made
}

export function formatCount(value: number): string {
  return formats().count.format(value)
}

/** Integer cents as dollars; cents are shown where there are some. */
export function formatCents(cents: number | null): string {
  if (cents === null) return '–'
  return (cents % 100 === 0 ? formats().money : formats().moneyWithCents).format(cents / 100)
}

export function formatInstant(instant: string): string {
  return formats().dateTime.format(new Date(instant))
}

/** To the second, for logs. */
export function formatInstantExactly(instant: string): string {
  return formats().exactly.format(new Date(instant))
}

export function formatDay(instant: string): string {
  return formats().day.format(new Date(instant))
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
    if (Math.abs(seconds) >= size) return formats().relative.format(Math.trunc(seconds / size), unit)
  return words().common.justNow
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${formats().oneDecimal.format(bytes / 1024 / 1024)} MB`
}
