/** Escapes characters in the built code so that V8 can store the code with one byte per character. */

const BEYOND_LATIN_1 = /(\\*)([\u0100-\uffff])/g

/**
 * Vite plugin. Writes each character beyond Latin-1, such as "…", as an escape (`\u2026`). A single such character would make V8 store the
 * whole program with two bytes per character. Such a program takes longer to load, and caused a garbage collection during the start of the
 * app (docs/performance.md).
 *
 * @returns {import('vite').Plugin}
 */
export function oneByteText() {
  return {
    name: 'one-byte-text',
    apply: 'build',
    // Run after all other plugins, because they would write the characters unescaped again.
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
 * @returns {string} an equivalent program
 */
export function inLatin1(code) {
  // In `String.raw`, an escape does not mean the same as its character. Such code cannot be converted.
  const raw = /\braw`[^`]*[\u0100-\uffff][^`]*`/.exec(code)
  if (raw !== null) throw new Error(`In ${raw[0].slice(0, 80)} letters cannot be escaped.`)
  return code.replace(BEYOND_LATIN_1, (_, backslashes, unit) => {
    // A backslash without effect may precede the character, for example in a regular expression. Remove this backslash, because together
    // with the backslash of the new escape it would mean a literal backslash.
    const kept = backslashes.slice(backslashes.length % 2)
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
