import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees memory that is no longer used, at once. The pictures of a page have some 10 MB each, and Node would free them only when several
 * pages have gathered.
 */
export function collectGarbage(): void {
  collect ??= exposed()
  collect()
}

let collect: (() => void) | null = null

function exposed(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
