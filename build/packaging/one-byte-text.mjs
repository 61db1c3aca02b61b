/** Escapes characters so that V8 can store every program with one byte per character. */

const BEYOND_LATIN_1 = /(\\*)([\u0100-\uffff])/g

/**
 * Vite plugin. A single "…" makes V8 store the whole program with two bytes per character. Such a program takes longer to load, and it
 * caused a garbage collection during a start (docs/performance.md). The plugin therefore writes such a character as an escape (`\u2026`).
 *
 * @returns {import('vite').Plugin}
 */
export function oneByteText() {
  return {
    name: 'one-byte-text',
    apply: 'build',
    // Run after all other plugins, because they print the characters unescaped.
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
  // String.raw is the only place where an escape differs from its character.
  const raw = /\braw`[^`]*[\u0100-\uffff][^`]*`/.exec(code)
  if (raw !== null) throw new Error(`In ${raw[0].slice(0, 80)} letters cannot be escaped.`)
  return code.replace(BEYOND_LATIN_1, (_, backslashes, unit) => {
    // A backslash without effect may precede the character, as in a regular expression. Drop this backslash, because together with the new
    // one it would form an escaped backslash.
    const kept = backslashes.slice(backslashes.length % 2)
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
