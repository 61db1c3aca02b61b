const MONTHS = [
  ['january', 'jan', 'enero', 'ene'],
  ['february', 'feb', 'febrero'],
  ['march', 'mar', 'marzo'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'mayo'],
  ['june', 'jun', 'junio'],
  ['july', 'jul', 'julio'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septiembre', 'setiembre'],
  ['october', 'oct', 'octubre'],
  ['november', 'nov', 'noviembre'],
  ['december', 'dec', 'diciembre', 'dic'],
] as const

/** The number of a month by its full or abbreviated name in English or Spanish, in lower case. January is 1. */
export const MONTH_BY_NAME: ReadonlyMap<string, number> = new Map<string, number>(
  MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

/** Returns the number of a month with a name such as `Jan`, `jan.`, or `enero`, in lower case. Null if there is none. January is 1. */
export function monthNamed(name: string): number | null {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  // Some banks abbreviate September as `set`. Elsewhere, this is an English word.
  return bare === 'set' ? 9 : (MONTH_BY_NAME.get(bare) ?? null)
}
