import { addBusinessDays, dayText, readDay } from '../../platform/entry/business-days.ts'
import { MORNING, MOST_DAYS_AHEAD, type When } from './follow-up.ts'
import { addWallDays, atMinute, wallMs, wallText, weekdayOf } from '../../platform/entry/wall-time.ts'
import { daysIn, isoDay, monthNamed } from '../../platform/base/days.ts'
import { typedText } from '../../platform/entry/typed-text.ts'

/** Reasons to reject a typed time. `messages().followUps.problems` has a text for each. */
export type WhenProblem = 'unclear' | 'noSuchDay' | 'past' | 'tooFar'

/** Longer texts are rejected. No understood notation is longer. */
const MAX_LENGTH = 60
const MINUTES_A_DAY = 24 * 60
const DAY_MS = 86_400_000

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'business_day'

/** Maps each word of a list such as `mon monday, tue tuesday` to the index of its group. */
function indexed(groups: string, first = 0): ReadonlyMap<string, number> {
  return new Map(
    groups.split(',').flatMap((names, index) =>
      names
        .trim()
        .split(' ')
        .map((name): [string, number] => [name, index + first]),
    ),
  )
}

/** Words are in lower case and without accents. Understands English and Spanish, independent of the app's language. */
const WEEKDAYS = indexed(
  'sun sunday dom domingo, mon monday lun lunes, tue tues tuesday mar martes, wed weds wednesday mie miercoles, ' +
    'thu thur thurs thursday jue jueves, fri friday vie viernes, sat saturday sab sabado',
)
const NUMBERS = indexed(
  'a an one un una uno, two dos, three tres, four cuatro, five cinco, six seis, seven siete, eight ocho, nine nueve, ' +
    'ten diez',
  1,
)
const UNIT_NAMES: readonly Unit[] = ['minute', 'hour', 'day', 'week', 'month']
const UNITS = indexed(
  'm min mins minute minutes minuto minutos, h hr hrs hour hours hora horas, d day days dia dias, ' +
    'w wk wks week weeks sem semana semanas, mo month months mes meses',
)
/** Times of day, in minutes after midnight. */
const PARTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    morning: MORNING,
    noon: 12 * 60,
    midday: 12 * 60,
    mediodia: 12 * 60,
    afternoon: 14 * 60,
    tarde: 14 * 60,
    eod: 17 * 60,
    cob: 17 * 60,
    evening: 18 * 60,
    night: 18 * 60,
    noche: 18 * 60,
  }),
)
/** Parts of the day that also say which half of the day a typed hour means. */
const AFTER_NOON = new Set(['afternoon', 'tarde', 'evening', 'night', 'noche'])
const TODAY = new Set(['today', 'hoy'])
const TOMORROW = new Set(['tomorrow', 'tom', 'tmr', 'tmrw', 'tomorow', 'tommorow', 'manana'])
const NEXT = new Set(['next', 'proximo', 'proxima', 'viene'])
/** Abbreviations of `end of week` and `end of month`. */
const ENDS: ReadonlyMap<string, Unit> = new Map([
  ['eow', 'week'],
  ['eom', 'month'],
])
const AT = new Set(['at', 'las'])
/** Words that change nothing. */
const FILLERS = new Set(
  'in on the of by this en el la los al de del dentro por para este esta que oclock st nd rd th'.split(' '),
)

const HOURS = 1
const HALF = new Set(['half', 'media'])

const TIME = /^(\d{1,2})[:.](\d{2})$/
const NUMBER = /^\d{1,4}$/
/** More than two decimals are not understood, because `1.000` is a thousand in Spanish. */
const DECIMAL = /^(\d{1,4})[.,](\d{1,2})$/
const GLUED = /^(\d{1,4}(?:[:.,]\d{1,2})?)([a-z]{1,9})$/
const WITH_COMMA = /^\d*,\d+[a-z]*$/
const DAY_AND_YEAR = /^\d{1,2},20\d{2}$/
const SLASHED = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

interface Hour {
  hour: number
  minute: number
  half: 'am' | 'pm' | null
  /** True if the hour has a leading zero, as in `02:30`, which only a 24-hour clock writes. */
  is24: boolean
  /** True if it is written as `3.12`, which is also how some write December 3. */
  maybeDate: boolean
}

interface Said {
  /** Days from today, as a wall time whose time of day does not matter. */
  day: string | null
  /** True if `day` is a weekday that may also be today, when its time is still ahead. */
  orToday: boolean
  isToday: boolean
  hour: Hour | null
  part: string | null
  minutes: number | null
  /** A number that is an hour if a day is known, and a number of days otherwise. */
  number: Hour | null
  isNext: boolean
  isAt: boolean
}

class NotUnderstood extends Error {
  readonly problem: WhenProblem
  constructor(problem: WhenProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Parses a time in the future, in English or Spanish: `tomorrow 9`, `in 3 days`, `fri 2:30pm`, `dec 3`, `2h`, `mañana a las 9`,
 * `en 2 semanas`. `now` is the wall time at which it was typed. A day without a time means nine in the morning. An hour from 1 to 6 without
 * `am` or a leading zero is in the afternoon. A number alone is a number of days. Hours may have decimals, as in `1.5 hours` or `1,5 horas`.
 * `9.30` is a time of day. Reads each word once, so the work is proportional to the length of the text, which is limited.
 */
export function readWhen(typed: string, now: string): { when: When } | { problem: WhenProblem } {
  try {
    return { when: whenOf(wordsOf(typed), now) }
  } catch (error) {
    if (error instanceof NotUnderstood) return { problem: error.problem }
    throw error
  }
}

/**
 * Splits the text into words in lower case, without accents and fillers. `9am` and `3d` become two words. A period, comma, or apostrophe
 * before a digit may begin decimals. Without it, `1.5` would become `15`.
 */
function wordsOf(typed: string): string[] {
  const text = typedText(typed)
  if (text === '' || text.length > MAX_LENGTH) throw new NotUnderstood('unclear')
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[.’'](?!\d)/g, '')
  const words = plain
    .split(/\s/)
    .flatMap((word) => (WITH_COMMA.test(word) && !DAY_AND_YEAR.test(word) ? word : word.split(',')))
    .filter(Boolean)
  const apart = words.flatMap((word) => GLUED.exec(word)?.slice(1) ?? word)
  // "por la mañana" is the morning, and "mañana" alone is tomorrow.
  return apart
    .map((word, at) => (word === 'manana' && ['la', 'esta'].includes(apart[at - 1] ?? '') ? 'morning' : word))
    .map((word, at, all) => (word === 'tarde' && all[at - 1] === 'mas' ? 'later' : word))
    .filter((word) => !FILLERS.has(word) && word !== 'mas')
}

function whenOf(words: readonly string[], now: string): When {
  const said: Said = {
    day: null,
    orToday: false,
    isToday: false,
    hour: null,
    part: null,
    minutes: null,
    number: null,
    isNext: words.some((word) => NEXT.has(word)),
    isAt: false,
  }
  for (let at = 0; at < words.length;) at += take(words, at, said, now)
  return resolved(said, now)
}

/** Reads one expression at the index `at`. Returns the number of words that it consists of. */
function take(words: readonly string[], at: number, said: Said, now: string): number {
  const [word = '', next = '', third = ''] = words.slice(at, at + 3)
  if (NEXT.has(word)) return 1
  // "a las 9" begins with the Spanish "a", which is also the English "a" of "a week".
  if (
    AT.has(word) ||
    (word === 'a' && (AT.has(next) || PARTS.has(next) || TIME.test(next) || NUMBER.test(next)))
  ) {
    said.isAt = true
    return 1
  }
  if (word === 'later' || word === 'luego') return setOnce(said, 'minutes', 180, 1)
  if (word === 'day' && next === 'after' && TOMORROW.has(third))
    return setOnce(said, 'day', addWallDays(now, 2), 3)
  if (word === 'pasado' && next === 'manana') return setOnce(said, 'day', addWallDays(now, 2), 2)
  if (TODAY.has(word) || word === 'tonight') {
    said.isToday = true
    if (word === 'tonight') setOnce(said, 'part', 'night', 1)
    return setOnce(said, 'day', now, 1)
  }
  const ending = word === 'end' || word === 'fin' ? UNIT_NAMES[UNITS.get(next) ?? -1] : ENDS.get(word)
  if (ending === 'week' || ending === 'month')
    return setOnce(said, 'day', endOf(ending, now), ENDS.has(word) ? 1 : 2)
  if (TOMORROW.has(word)) return setOnce(said, 'day', addWallDays(now, 1), 1)
  if (PARTS.has(word)) return setOnce(said, 'part', word, 1)
  return takeDate(words, at, said, now) || takeNumber(words, at, said, now) || takeName(word, said, now)
}

/** Reads a date such as `dec 3`, `3 dec 2027`, `12/3`, or `2026-12-03`. Returns 0 if there is none. */
function takeDate(words: readonly string[], at: number, said: Said, now: string): number {
  const [word = '', next = '', third = ''] = words.slice(at, at + 3)
  const slashed = SLASHED.exec(word)
  if (slashed !== null) {
    const [, month, day, year] = slashed
    return setOnce(said, 'day', dateOf(year, Number(month), Number(day), now), 1)
  }
  const iso = ISO.exec(word)
  if (iso !== null) return setOnce(said, 'day', dateOf(iso[1], Number(iso[2]), Number(iso[3]), now), 1)
  const [first, second] = [monthNamed(word), monthNamed(next)]
  const named = first ?? second
  const day = first === null ? word : next
  if (named === null || !/^\d{1,2}$/.test(day)) return 0
  const year = /^20\d{2}$/.test(third) ? third : undefined
  return setOnce(said, 'day', dateOf(year, named, Number(day), now), year === undefined ? 2 : 3)
}

/** Reads a time such as `14:30` or `9 am`, a duration such as `3 days`, or a number. Returns 0 if there is none. */
function takeNumber(words: readonly string[], at: number, said: Said, now: string): number {
  const [word = '', next = '', third = ''] = words.slice(at, at + 3)
  if (HALF.has(word)) return takeHalf(words, at, said)
  const unit = UNIT_NAMES[UNITS.get(next) ?? -1]
  if (unit !== undefined && DECIMAL.test(word)) return takeDecimal(said, word, next)
  const time = TIME.exec(word)
  const half = next === 'am' || next === 'a' ? 'am' : next === 'pm' || next === 'p' ? 'pm' : null
  if (time !== null || (half !== null && /^\d{1,2}$/.test(word))) {
    const [hour, minute] = time === null ? [Number(word), 0] : [Number(time[1]), Number(time[2])]
    const maybeDate = word.includes('.') && half === null && minute >= 1 && minute <= 12
    const read: Hour = { hour, minute, half, is24: word.startsWith('0'), maybeDate }
    return setOnce(said, 'hour', read, half === null ? 1 : 2)
  }
  const count = NUMBER.test(word) ? Number(word) : NUMBERS.get(word)
  if (count === undefined) return 0
  const isBusiness = next === 'business' || next === 'working' || third === 'habiles'
  if (isBusiness) return takeDuration(said, count, 'business_day', now) + 1
  if (unit !== undefined) return takeDuration(said, count, unit, now)
  if (!NUMBER.test(word)) return 0
  const read: Hour = { hour: count, minute: 0, half: null, is24: word.startsWith('0'), maybeDate: false }
  return setOnce(said, 'number', read, 1)
}

/** Reads `half an hour`, `half hour`, or `media hora`. */
function takeHalf(words: readonly string[], at: number, said: Said): number {
  const length = words[at + 1] === 'an' ? 3 : 2
  return UNITS.get(words[at + length - 1] ?? '') === HOURS ? setOnce(said, 'minutes', 30, length) : 0
}

/**
 * Reads hours with decimals. Rejects decimals of other units, because a reminder for a part of a day has no obvious time. `9.30 h` may be
 * a time of day or a duration, so it is rejected too.
 */
function takeDecimal(said: Said, word: string, unit: string): number {
  const [, whole, decimals = ''] = DECIMAL.exec(word) ?? []
  if (UNITS.get(unit) !== HOURS || (unit === 'h' && decimals.length > 1)) throw new NotUnderstood('unclear')
  return setOnce(said, 'minutes', Math.round(Number(`${whole}.${decimals}`) * 60), 2)
}

function takeDuration(said: Said, count: number, unit: Unit, now: string): number {
  if (unit === 'minute' || unit === 'hour')
    return setOnce(said, 'minutes', count * (unit === 'hour' ? 60 : 1), 2)
  if (unit === 'month') return setOnce(said, 'day', addWallMonths(now, count), 2)
  if (unit === 'business_day') {
    const today = readDay(now)
    if (today === null || count > MOST_DAYS_AHEAD) throw new NotUnderstood('tooFar')
    return setOnce(said, 'day', `${dayText(addBusinessDays(today, count))}T00:00`, 2)
  }
  return setOnce(said, 'day', addWallDays(now, count * (unit === 'week' ? 7 : 1)), 2)
}

function takeName(word: string, said: Said, now: string): number {
  const weekday = WEEKDAYS.get(word)
  const ahead = (to: number) => (to - weekdayOf(now) + 7) % 7
  if (weekday !== undefined) {
    // Weeks begin on Monday, so that "next Friday" is in the week after this weekend.
    const untilMonday = ahead(1) || 7
    if (said.isNext) return setOnce(said, 'day', addWallDays(now, untilMonday + ((weekday + 6) % 7)), 1)
    said.orToday = ahead(weekday) === 0
    return setOnce(said, 'day', addWallDays(now, ahead(weekday) || 7), 1)
  }
  const unit = UNIT_NAMES[UNITS.get(word) ?? -1]
  if (said.isNext && unit === 'week') return setOnce(said, 'day', addWallDays(now, ahead(1) || 7), 1)
  if (said.isNext && unit === 'month') return setOnce(said, 'day', nextMonth(now), 1)
  throw new NotUnderstood('unclear')
}

/**
 * Returns the first business day of the next month that is at least a week away. On the last days of a month, “next month” does not mean
 * tomorrow.
 */
function nextMonth(now: string): string {
  const [first, inWeek] = [`${addWallMonths(now, 1).slice(0, 8)}01`, addWallDays(now, 7).slice(0, 10)]
  const day = readDay(first > inWeek ? first : inWeek)
  if (day === null) throw new NotUnderstood('unclear')
  return `${dayText(addBusinessDays(day - 1, 1))}T00:00`
}

/** Sets a part of what was said, which may be said only once. Returns `taken`, the number of words. */
function setOnce<Key extends 'day' | 'hour' | 'part' | 'minutes' | 'number'>(
  said: Said,
  key: Key,
  value: NonNullable<Said[Key]>,
  taken: number,
): number {
  if (said[key] !== null) throw new NotUnderstood('unclear')
  said[key] = value
  return taken
}

/** Returns a date as a wall time. Without a year, returns the next such date. */
function dateOf(year: string | undefined, month: number, day: number, now: string): string {
  const thisYear = Number(now.slice(0, 4))
  const typedYear = year === undefined ? thisYear : Number(year) + (year.length === 2 ? 2000 : 0)
  const found = existing(typedYear, month, day)
  const isOver = found !== null && found.slice(0, 10) < now.slice(0, 10)
  if (found !== null && !(isOver && year === undefined)) return found
  // February 29 may be in one of the next years.
  for (let later = thisYear + 1; year === undefined && later <= thisYear + 4; later++) {
    const next = existing(later, month, day)
    if (next !== null) return next
  }
  throw new NotUnderstood('noSuchDay')
}

function existing(year: number, month: number, day: number): string | null {
  const date = isoDay(year, month, day)
  return date === null ? null : `${date}T00:00`
}

/** Returns the next Friday, or the next last day of a month. Never returns today. */
function endOf(unit: 'week' | 'month', now: string): string {
  if (unit === 'week') return addWallDays(now, (5 - weekdayOf(now) + 7) % 7 || 7)
  const tomorrow = addWallDays(now, 1)
  const [year = 0, month = 1] = tomorrow.slice(0, 7).split('-').map(Number)
  return `${tomorrow.slice(0, 8)}${daysIn(year, month)}T00:00`
}

function addWallMonths(wall: string, months: number): string {
  if (months > MOST_DAYS_AHEAD / 28) throw new NotUnderstood('tooFar')
  const [year = 0, month = 1, day = 1] = wall.slice(0, 10).split('-').map(Number)
  return wallText(Date.UTC(year, month - 1 + months, Math.min(day, daysIn(year, month + months))))
}

function resolved(said: Said, now: string): When {
  if (said.minutes !== null) {
    if (said.day !== null || said.hour !== null || said.part !== null || said.number !== null)
      throw new NotUnderstood('unclear')
    if (said.minutes < 1) throw new NotUnderstood('past')
    if (said.minutes > MOST_DAYS_AHEAD * MINUTES_A_DAY) throw new NotUnderstood('tooFar')
    return { minutes: said.minutes }
  }
  if (said.number !== null && said.day === null && said.part === null && !said.isAt && said.hour === null)
    return inRange(atMinute(addWallDays(now, said.number.hour), MORNING), now)
  if (said.number !== null && said.hour !== null) throw new NotUnderstood('unclear')
  if (said.hour?.maybeDate === true && said.day === null && said.part === null && !said.isAt)
    throw new NotUnderstood('unclear')
  const hour = said.hour ?? said.number
  if (said.day === null && hour === null && said.part === null) throw new NotUnderstood('unclear')
  const minute = minuteOf(hour, said.part)
  return inRange(dayFor(said, hour, minute, now), now)
}

/** Returns the wall time for the day that was said, or for the next day on which the minute is still ahead. */
function dayFor(said: Said, hour: Hour | null, minute: number, now: string): string {
  const today = atMinute(now, minute)
  const canBeToday = said.day === null || said.isToday || (said.orToday && hour !== null)
  if (canBeToday && today > now) return today
  // "today 8", typed at ten in the morning, means eight in the evening.
  const isHalfOpen = hour !== null && hour.half === null && !hour.is24 && minute < MINUTES_A_DAY / 2
  const evening = atMinute(now, minute + MINUTES_A_DAY / 2)
  if (said.isToday) return isHalfOpen && said.part === null && evening > now ? evening : today
  return atMinute(said.day ?? addWallDays(now, 1), minute)
}

/** Returns the minutes after midnight of a typed hour or a part of the day. A day without either means the morning. */
function minuteOf(typed: Hour | null, part: string | null): number {
  if (typed === null) return PARTS.get(part ?? '') ?? MORNING
  const { hour, minute, is24 } = typed
  if (hour > 23 || minute > 59 || (typed.half !== null && (hour < 1 || hour > 12)))
    throw new NotUnderstood('unclear')
  const byPart = part === 'morning' ? 'am' : AFTER_NOON.has(part ?? '') ? 'pm' : null
  if (part !== null && byPart === null) throw new NotUnderstood('unclear')
  const half = typed.half ?? (hour > 12 || is24 ? null : byPart)
  if (half === 'am') return (hour % 12) * 60 + minute
  if (half === 'pm') return ((hour % 12) + 12) * 60 + minute
  return (hour >= 1 && hour <= 6 && !is24 ? hour + 12 : hour) * 60 + minute
}

function inRange(wall: string, now: string): When {
  if (wall <= now) throw new NotUnderstood('past')
  if (wallMs(wall) - wallMs(now) > MOST_DAYS_AHEAD * DAY_MS) throw new NotUnderstood('tooFar')
  return { wall }
}
