/** A stretch of a text, and the line on which it begins, from 1. */
export interface Place {
  from: number
  to: number
  line: number
}

/**
 * Finds the value of a path (`sections.0.title`) in valid JSON. For a missing value, returns the start of the nearest value
 * around it. Keys may contain dots.
 */
export function placeInJson(text: string, path: string): Place {
  let at = 0
  const skipSpace = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  /** The text of a string, the quotes left out; goes behind it. */
  function string(): string {
    const from = at++
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at++
    return JSON.parse(text.slice(from, at)) as string
  }
  /** Goes over a value; answers the place of what `rest` names within it, or of itself. */
  function value(rest: string | null): Place | null {
    skipSpace()
    const from = at
    let found: Place | null = null
    const opening = text[at]
    if (opening === '{' || opening === '[') {
      at++
      for (let index = 0; ; index++) {
        skipSpace()
        if (text[at] === '}' || text[at] === ']' || at >= text.length) break
        const key = opening === '[' ? String(index) : string()
        if (opening === '{') {
          skipSpace()
          at++
        }
        found = value(below(rest, key)) ?? found
        skipSpace()
        if (text[at] === ',') at++
      }
      at++
    } else if (opening === '"') string()
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at++
    return found ?? (rest === null ? null : { from, to: at, line: text.slice(0, from).split('\n').length })
  }
  return value(path) ?? { from: 0, to: 0, line: 1 }
}

/** Returns the rest of a path after a key, or null when the path does not lead there. */
function below(rest: string | null, key: string): string | null {
  if (rest === null || rest === '') return null
  if (rest === key) return ''
  return rest.startsWith(`${key}.`) ? rest.slice(key.length + 1) : null
}
