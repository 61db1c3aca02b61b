const LONGEST = 300
const MOST_OPTIONAL = 8
/** An escape, a class, the start of a group, a quantifier, or any other single character. */
const TOKEN =
  /\\(?:[pPu]\{[^}]{1,40}\}|[^])|\[(?:\\[^]|[^\]\\]){0,80}\]|\((?:\?.)?|\{\d{1,4}(?:,\d{0,4})?\}|[^]/gu

/**
 * True if this pattern of a profile's schema takes linear time by its form: it has at most one repetition of variable length, outside of
 * groups and after `^`. A profile comes from outside, and its patterns run in main at each change of a draft.
 */
export function isLinearPattern(pattern: string): boolean {
  if (pattern.length > LONGEST) return false
  let depth = 0
  let optional = 0
  let variable = 0
  let isSplit = false
  let before = ''
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (/^\\[1-9k]$/.test(token)) return false
    if (token.startsWith('(')) {
      if (token !== '(' && token !== '(?:') return false
      depth++
    } else if (token === ')') depth--
    else if (token === '|' && depth === 0) isSplit = true
    else if (token === '?') optional++
    else if (/^(?:[*+]|\{.*\})$/.test(token)) {
      const isFixed = /^\{\d+\}$/.test(token)
      if (before === ')' || (depth > 0 && !isFixed)) return false
      if (!isFixed) variable++
    }
    before = token
  }
  if (optional > MOST_OPTIONAL || variable > 1) return false
  return variable === 0 || (pattern.startsWith('^') && !isSplit)
}
