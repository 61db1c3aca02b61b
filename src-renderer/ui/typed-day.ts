/** A day (`2026-03-31`) or month as a date field holds it; whoever types a year of two digits means one of this century. */
export function typedDay(held: string): string {
  return held.replace(/^00(?=\d\d-)/, '20')
}
