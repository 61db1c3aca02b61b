import { wordsOf } from '../text.ts'

export interface Choice {
  value: string
  label: string
  /** Names that brokers type as well, such as that of another language. */
  also?: readonly string[]
}

/** The value of the choice that a text names by its value, its label, or another of its names. Null where it names none. */
export function readChoice(choices: readonly Choice[], typed: string): string | null {
  const exact = choices.find(({ value }) => value === typed)
  if (exact !== undefined) return exact.value
  const wanted = joined(typed)
  const [found, another] = choices.filter((choice) => wanted !== '' && namesOf(choice).includes(wanted))
  return found === undefined || another !== undefined ? null : found.value
}

/**
 * The choices that a text may mean, the best one first: the one that it names, then those with a name that begins with it,
 * then those with words that do. An empty text may mean any.
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

/** A label such as `OR – Oregon` counts as a whole and without its code. */
function namesOf({ value, label, also = [] }: Choice): string[] {
  const bare = label.startsWith(`${value} – `) ? [label.slice(value.length + 3)] : []
  return [value, label, ...bare, ...also].map(joined)
}

function joined(name: string): string {
  return wordsOf(name).join('')
}
