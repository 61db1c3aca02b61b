/** Converts text to lower case and removes accents, because brokers often omit them. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/**
 * Scores how well a label matches the typed text. 4: the label begins with the text. 3: each typed word begins a word of the label, in the
 * same order. 2: as 3, but in another order. 1: the label contains each typed word, or nothing was typed. 0: no match.
 */
export function scoreOf(label: string, typed: string): number {
  const text = fold(label)
  const parts = fold(typed).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return 1
  if (text.startsWith(parts.join(' '))) return 4
  const texts = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const places = parts.map((part) => texts.findIndex((word) => word.startsWith(part)))
  if (!places.includes(-1))
    return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0)) ? 3 : 2
  return parts.every((part) => text.includes(part)) ? 1 : 0
}

export function ranked<T>(items: readonly T[], labelOf: (item: T) => string, typed: string): T[] {
  return items
    .map((item) => ({ item, score: scoreOf(labelOf(item), typed) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item)
}
