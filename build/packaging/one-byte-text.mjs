/** Has every program consist of letters that V8 keeps in a byte each. */

const BEYOND_LATIN_1 = /(\\*)([\u0100-\uffff])/g

/**
 * A single "…" makes V8 keep the text of the whole program, for as long as it runs, with two bytes a letter: to read it takes
 * longer, and main's collector ran for it in the middle of a start (docs/performance.md). So such a letter is written `\u2026`.
 *
 * @returns {import('vite').Plugin}
 */
export function oneByteText() {
  return {
    name: 'one-byte-text',
    apply: 'build',
    // When all else has been done: whatever prints a program anew prints its letters as they are.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = inLatin1(chunk.code)
      },
    },
  }
}

/**
 * @param {string} code of a program
 * @returns {string} the same program
 */
export function inLatin1(code) {
  // There alone an escape is not the letter that it stands for.
  const raw = /\braw`[^`]*[\u0100-\uffff][^`]*`/.exec(code)
  if (raw !== null) throw new Error(`In ${raw[0].slice(0, 80)} letters can't be escaped.`)
  return code.replace(BEYOND_LATIN_1, (_, backslashes, unit) => {
    // One that stood before the letter for nothing, as in a pattern, would make a backslash of the new one.
    const kept = backslashes.slice(backslashes.length % 2)
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
