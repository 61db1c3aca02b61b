/**
 * A position in the strings of a page: the index of a string, and the index of a letter in that string. The position at the end of a match
 * is the one after its last letter.
 */
interface Place {
  string: number
  letter: number
}
export interface Match {
  start: Place
  end: Place
}

/**
 * Finds text in the strings of a page. Ignores case, accents, and spaces, because a PDF may split a word into several strings.
 */
export function findText(strings: readonly string[], sought: string): Match[] {
  const needle = fold(sought)
  if (needle === '') return []
  let folded = ''
  const places: Place[] = []
  strings.forEach((text, string) => {
    for (let letter = 0; letter < text.length; letter++)
      for (const sign of fold(text[letter] as string)) {
        folded += sign
        places.push({ string, letter })
      }
  })
  const matches: Match[] = []
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const last = places[at + needle.length - 1] as Place
    matches.push({ start: places[at] as Place, end: { ...last, letter: last.letter + 1 } })
  }
  return matches
}

/** Removes accents and whitespace, splits ligatures, and converts to lower case, so that a search ignores these differences. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase()
}
