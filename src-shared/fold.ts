/** Lower case, without accents and apostrophes: what is typed and what is found are compared like this. */
export function fold(text: string): string {
  // Most text is ASCII, which needs no look at each letter.
  const plain = /[^\0-\x7f]/.test(text) ? text.normalize('NFKD').replaceAll(/[\p{M}’]/gu, '') : text
  return plain.replaceAll("'", '').toLowerCase()
}

/** The words of a text that was folded or typed. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
