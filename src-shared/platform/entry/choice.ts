import { wordsOf } from '../base/text.ts'

export interface Choice {
  value: string
  label: string
  /** Other names that brokers type, such as the name in another language. */
  also?: readonly string[]
}

/**
 * Returns the value of the choice whose value, label, or other name the broker typed. Returns null if no choice or more than one choice
 * matches.
 */
export function readChoice(choices: readonly Choice[], typed: string): string | null {
  const exact = choices.find(({ value }) => value === typed)
  if (exact !== undefined) return exact.value
  const wanted = joined(typed)
  const [found, another] = choices.filter((choice) => wanted !== '' && namesOf(choice).includes(wanted))
  return found === undefined || another !== undefined ? null : found.value
}

/**
 * Returns the choices that match a typed string, best match first: an exact match, then names that begin with the string, then
 * names whose words begin with the typed words. An empty string matches every choice.
 */
export function matchChoices<T extends Choice>(choices: readonly T[], typed: string): T[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...choices]
  const named = readChoice(choices, typed)
  const start = words.join('')
  const rank = (choice: T): number => {
    if (choice.value === named) return 0
    if (namesOf(choice).some((name) => name.startsWith(start))) return 1
    return [choice.label, ...(choice.also ?? [])].some((name) => beginsWords(wordsOf(name), words)) ? 2 : 3
  }
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice)
}

/** Returns true if each typed word is a prefix of a word in the name, in the same order. */
function beginsWords(name: readonly string[], words: readonly string[]): boolean {
  let at = 0
  return words.every((word) => {
    while (at < name.length && !name[at]?.startsWith(word)) at++
    return at++ < name.length
  })
}

/**
 * Returns all names of a choice, folded and without spaces. For a label such as `OR – Oregon`, returns both the whole label and the part
 * without the code.
 */
export function namesOf({ value, label, also = [] }: Choice): string[] {
  const bare = label.startsWith(`${value} – `) ? [label.slice(value.length + 3)] : []
  return [value, label, ...bare, ...also].map(joined)
}

function joined(name: string): string {
  return wordsOf(name).join('')
}
