import { fileURLToPath } from 'node:url'

/** Folder in which Node keeps the compiled code of the programs and worker threads that tests start. */
export const COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/funding-desk/compile-cache', import.meta.url),
)
