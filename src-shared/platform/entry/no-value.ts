import { trimBoth } from '../base/text.ts'
import { typedText } from './typed-text.ts'

/** Words that mean in every field that there is no value. No name of a person or a business consists of one of them. */
const NONE = new Set([
  'n/a',
  'n.a',
  'n/d',
  'none',
  'nil',
  'null',
  'not applicable',
  'not available',
  'no aplica',
  'ninguno',
  'ninguna',
])
/** Words with this meaning that can be a name, such as the last name Na. They count only in a field that has a fixed format. */
const NONE_IN_FORMAT = new Set([
  'na',
  'no',
  'nd',
  'x',
  'tbd',
  'unknown',
  'pending',
  'nothing',
  'no website',
  'no web site',
  'no site',
  'no email',
  'no phone',
  'does not have',
  "doesn't have",
  'no tiene',
  'no hay',
  'sin sitio',
  'sin sitio web',
  'sin correo',
  'pendiente',
])

/**
 * True if a typed text means that there is no value: `N/A`, `none`, `-`. `hasFormat` is true for a field whose values have a format, such
 * as a web address, and false for one that accepts any name.
 */
export function saysNone(typed: string, hasFormat: boolean): boolean {
  // `n / a` and `N\\A` are `n/a` as well.
  const text = typedText(typed)
    .toLowerCase()
    .replaceAll(/ ?[\\/] ?/g, '/')
  if (text === '') return false
  const words = trimBoth(text, ' .,;:*?!_-/()[]"\'#')
  return words === '' || NONE.has(words) || (hasFormat && NONE_IN_FORMAT.has(words))
}
