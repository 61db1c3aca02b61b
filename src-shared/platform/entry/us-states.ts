import { wordsOf } from '../base/text.ts'
import { namesOf, type Choice } from './choice.ts'

/**
 * US states, the District of Columbia, and US territories by postal code. Labels start with the code, so that typing the code finds the
 * state. Includes Spanish names, and the abbreviations from before the postal codes.
 */
export const US_STATES: Choice[] = [
  { value: 'AL', label: 'AL – Alabama', also: ['Ala.'] },
  { value: 'AK', label: 'AK – Alaska' },
  { value: 'AZ', label: 'AZ – Arizona', also: ['Ariz.'] },
  { value: 'AR', label: 'AR – Arkansas', also: ['Ark.'] },
  { value: 'CA', label: 'CA – California', also: ['Calif.', 'Cal.'] },
  { value: 'CO', label: 'CO – Colorado', also: ['Colo.'] },
  { value: 'CT', label: 'CT – Connecticut', also: ['Conn.'] },
  { value: 'DE', label: 'DE – Delaware', also: ['Del.'] },
  {
    value: 'DC',
    label: 'DC – District of Columbia',
    also: ['Distrito de Columbia', 'Washington DC', 'Wash. DC'],
  },
  { value: 'FL', label: 'FL – Florida', also: ['Fla.'] },
  { value: 'GA', label: 'GA – Georgia' },
  { value: 'HI', label: 'HI – Hawaii', also: ['Hawái'] },
  { value: 'ID', label: 'ID – Idaho' },
  { value: 'IL', label: 'IL – Illinois', also: ['Ill.'] },
  { value: 'IN', label: 'IN – Indiana', also: ['Ind.'] },
  { value: 'IA', label: 'IA – Iowa' },
  { value: 'KS', label: 'KS – Kansas', also: ['Kans.', 'Kan.'] },
  { value: 'KY', label: 'KY – Kentucky' },
  { value: 'LA', label: 'LA – Louisiana', also: ['Luisiana'] },
  { value: 'ME', label: 'ME – Maine' },
  { value: 'MD', label: 'MD – Maryland' },
  { value: 'MA', label: 'MA – Massachusetts', also: ['Mass.'] },
  { value: 'MI', label: 'MI – Michigan', also: ['Mich.'] },
  { value: 'MN', label: 'MN – Minnesota', also: ['Minn.'] },
  { value: 'MS', label: 'MS – Mississippi', also: ['Misisipi', 'Miss.'] },
  { value: 'MO', label: 'MO – Missouri', also: ['Misuri'] },
  { value: 'MT', label: 'MT – Montana', also: ['Mont.'] },
  { value: 'NE', label: 'NE – Nebraska', also: ['Neb.', 'Nebr.'] },
  { value: 'NV', label: 'NV – Nevada', also: ['Nev.'] },
  { value: 'NH', label: 'NH – New Hampshire', also: ['Nuevo Hampshire'] },
  { value: 'NJ', label: 'NJ – New Jersey', also: ['Nueva Jersey'] },
  { value: 'NM', label: 'NM – New Mexico', also: ['Nuevo México', 'N. Mex.'] },
  { value: 'NY', label: 'NY – New York', also: ['Nueva York', 'New York State'] },
  { value: 'NC', label: 'NC – North Carolina', also: ['Carolina del Norte', 'N. Car.', 'N. Carolina'] },
  { value: 'ND', label: 'ND – North Dakota', also: ['Dakota del Norte', 'N. Dak.', 'N. Dakota'] },
  { value: 'OH', label: 'OH – Ohio' },
  { value: 'OK', label: 'OK – Oklahoma', also: ['Okla.'] },
  { value: 'OR', label: 'OR – Oregon', also: ['Ore.', 'Oreg.'] },
  { value: 'PA', label: 'PA – Pennsylvania', also: ['Pensilvania', 'Penn.', 'Penna.'] },
  { value: 'PR', label: 'PR – Puerto Rico' },
  { value: 'RI', label: 'RI – Rhode Island' },
  { value: 'SC', label: 'SC – South Carolina', also: ['Carolina del Sur', 'S. Car.', 'S. Carolina'] },
  { value: 'SD', label: 'SD – South Dakota', also: ['Dakota del Sur', 'S. Dak.', 'S. Dakota'] },
  { value: 'TN', label: 'TN – Tennessee', also: ['Tenn.'] },
  { value: 'TX', label: 'TX – Texas', also: ['Tejas', 'Tex.'] },
  { value: 'UT', label: 'UT – Utah' },
  { value: 'VT', label: 'VT – Vermont' },
  { value: 'VA', label: 'VA – Virginia' },
  { value: 'WA', label: 'WA – Washington', also: ['Wash.', 'Washington State'] },
  { value: 'WV', label: 'WV – West Virginia', also: ['Virginia Occidental', 'W. Va.', 'W. Virginia'] },
  { value: 'WI', label: 'WI – Wisconsin', also: ['Wis.', 'Wisc.'] },
  { value: 'WY', label: 'WY – Wyoming', also: ['Wyo.'] },
  { value: 'AS', label: 'AS – American Samoa', also: ['Samoa Americana'] },
  { value: 'GU', label: 'GU – Guam' },
  { value: 'MP', label: 'MP – Northern Mariana Islands', also: ['Islas Marianas del Norte'] },
  { value: 'VI', label: 'VI – U.S. Virgin Islands', also: ['Islas Vírgenes', 'Virgin Islands', 'USVI'] },
]

/** The code of each state by its names. Looking a text up takes the same short time for any text, because an import reads many. */
const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  US_STATES.flatMap((state) => namesOf(state).map((name): [string, string] => [name, state.value])),
)
const COUNTRY = / ?\b(?:usa?|united states(?: of america)?)\b/g
/** Longer texts name no state. */
const MAX_LENGTH = 60

/**
 * Returns the postal code of the state that a typed, printed, or imported text names: `OR`, `Oregon`, `Ore.`, `OR - Oregon`, `Oregon (OR)`,
 * `US-OR`, `Oregon, USA`. Returns null if the text names no state, or two different ones.
 */
export function readState(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const all = wordsOf(text)
  const words = wordsOf(all.join(' ').replaceAll(COUNTRY, ''))
  const whole = named(all) ?? named(words)
  if (whole !== null) return whole
  // The code before or after the name of the same state.
  const isFirst = words[0]?.length === 2
  const code = isFirst ? words.slice(0, 1) : words.slice(-1)
  const name = named(isFirst ? words.slice(1) : words.slice(0, -1))
  return code[0]?.length === 2 && named(code) === name ? name : null
}

const named = (words: readonly string[]) => CODE_BY_NAME.get(words.join('')) ?? null
