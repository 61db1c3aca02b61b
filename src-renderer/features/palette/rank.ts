/** Lower case, and without the accents that nobody types in a hurry. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/**
 * How well a label answers what was typed; 0 is not at all. Best is its beginning, then the beginnings of its words in their
 * order, then in any order, then a part of a word.
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

/** Those that answer what was typed, the best first, else in their own order. */
export function ranked<T>(items: readonly T[], labelOf: (item: T) => string, typed: string): T[] {
  return items
    .map((item) => ({ item, score: scoreOf(labelOf(item), typed) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item)
}
