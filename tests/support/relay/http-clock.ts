import { createRequire } from 'node:module'

/** Clock of the HTTP client's internal timers. Fake timers cannot control this clock, because it runs as long as the process. */
const { tick } = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick(ms: number): void }
const TICK_MS = 500

/** Advances the HTTP client's timers by `seconds` without waiting. */
export async function passForHttp(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 1000; passed += TICK_MS) {
    tick(TICK_MS)
    // Lets the callbacks of expired timers run.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets network events run until `isSo` returns true. */
export async function untilSo(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
