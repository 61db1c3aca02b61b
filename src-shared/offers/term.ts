/** Words for how long something takes, by unit. */
export interface TermUnits {
  months(count: number): string
  weeks(count: number): string
  days(count: number): string
}

/** A term as the service tells it (`12 months`) in the words of a language; as it is where it is put in another way. */
export function termWords(term: string | null, units: TermUnits): string | null {
  const match = /^(\d{1,4}) (month|week|day)s?$/i.exec(term ?? '')
  if (match === null) return term
  const count = Number(match[1])
  const unit = match[2]?.toLowerCase()
  return unit === 'month' ? units.months(count) : unit === 'week' ? units.weeks(count) : units.days(count)
}
