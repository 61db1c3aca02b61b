import { parse } from 'chrono-node/en'
import { keepDay, readDate, type DateRules } from './date.ts'
import { typedText } from './typed-text.ts'

/** The parser's expressions take time. No understood text is longer. */
const MAX_LENGTH = 40

/** Words with the English words that the parser understands. Its own Spanish knows neither `hace 3 días` nor `anteayer`. */
const ENGLISH = new Map(
  Object.entries({
    hoy: 'today',
    ayer: 'yesterday',
    anteayer: '2 days ago',
    antier: '2 days ago',
    antes: 'before',
    manana: 'tomorrow',
    lunes: 'monday',
    martes: 'tuesday',
    miercoles: 'wednesday',
    jueves: 'thursday',
    viernes: 'friday',
    sabado: 'saturday',
    domingo: 'sunday',
    dia: 'day',
    dias: 'days',
    semana: 'week',
    semanas: 'weeks',
    mes: 'month',
    meses: 'months',
    ano: 'year',
    anos: 'years',
    un: '1',
    una: '1',
    dos: '2',
    tres: '3',
    cuatro: '4',
    cinco: '5',
    seis: '6',
    pasado: 'last',
    pasada: 'last',
    proximo: 'next',
    proxima: 'next',
    yr: 'year',
    yrs: 'years',
    hace: 'hace',
    en: 'in',
  }),
)
const ARTICLES = new Set(['el', 'la', 'los', 'las'])
const WEEKDAY = /^(?:sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat|(?:sun|mon|tues|wednes|thurs|fri|satur)day)$/
const AGE = /^[\d.]+ ?[a-z]+$/
const PHRASES = new Map([
  ['now', 'today'],
  ['day before yesterday', '2 days ago'],
  ['the day before yesterday', '2 days ago'],
  ['day after tomorrow', 'in 2 days'],
  ['the day after tomorrow', 'in 2 days'],
  ['last tomorrow', 'in 2 days'],
])

/**
 * Returns a typed date as `YYYY-MM-DD`, or the input unchanged if it is not understood or too late. Besides every notation of `readDate`,
 * understands words such as `yesterday`, `last Friday`, `3 days ago`, and `hace 3 días`. `today` is the date from which they count.
 */
export function keepNaturalDay(typed: string, today: string, rules: DateRules = {}): string {
  const kept = keepDay(typed, rules)
  const natural =
    kept === typed
      ? ((rules.yearIsOptional === true ? lastSuchDay(typed, today) : null) ?? readWords(typed, today, rules))
      : null
  return natural !== null && natural <= (rules.latest ?? '9999') ? natural : kept
}

/** Reads a date without a year. Returns the last such day up to today, or null. February 29 may be in one of the years before. */
function lastSuchDay(typed: string, today: string): string | null {
  const text = typedText(typed)
  const sign = /^\d{1,2}([/.-])\d{1,2}$/.exec(text)?.[1] ?? ' '
  const year = Number(today.slice(0, 4))
  for (let past = year; past >= year - 4; past--) {
    const read = readDate(`${text}${sign}${past}`)
    if ('date' in read && read.date <= today) return read.date
  }
  return null
}

/** Reads a date in words. Returns null unless the parser understands the whole text, without a time and without a guessed year. */
function readWords(typed: string, today: string, { latest, monthIsEnough }: DateRules): string | null {
  const words = inEnglish(typed)
  // The age of a business, where the month of a past date is enough.
  const text = latest && monthIsEnough === true && AGE.test(words) ? `${words} ago` : words
  if (!/[a-z]/.test(text) || text.length > MAX_LENGTH) return null
  // Noon in this computer's time zone: the parser returns the parts of the local date.
  const [found, ...more] = parse(text, new Date(`${today}T12:00:00`))
  if (found === undefined || more.length > 0 || found.text.length !== text.length || found.end) return null
  const { start } = found
  if (start.isCertain('hour') || (start.isCertain('month') && !start.isCertain('year'))) return null
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
  const of = (date: number | null) =>
    `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  if (start.isCertain('day')) return of(day)
  if (!start.isCertain('weekday')) return monthIsEnough === true && start.isCertain('year') ? of(1) : null
  // A weekday alone is the last one if the date cannot be in the future, and ambiguous otherwise.
  if (!WEEKDAY.test(text)) return of(day)
  if (latest === undefined || latest === null) return null
  return of(day) <= latest ? of(day) : readWords(`last ${text}`, today, {})
}

/** Translates the Spanish words of a typed date, and puts them in the English order. */
function inEnglish(typed: string): string {
  const words = typedText(typed)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(' ')
    .filter((word) => !ARTICLES.has(word))
    .map((word) => ENGLISH.get(word) ?? word)
  const [first = '', ...rest] = words
  const last = rest.at(-1) ?? ''
  const ordered =
    first === 'hace'
      ? [...rest, 'ago']
      : last === 'last' || last === 'next'
        ? [last, first, ...rest.slice(0, -1)]
        : words
  const text = ordered.join(' ')
  return PHRASES.get(text) ?? text
}
