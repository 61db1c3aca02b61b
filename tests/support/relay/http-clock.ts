import { createRequire } from 'node:module'

/**
 * Function that advances the clock for the timeouts of undici, the HTTP client. Fake timers cannot control this clock, because undici
 * starts it only once per process.
 */
const { tick } = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick(ms: number): void }
const TICK_MS = 500

/** Makes the HTTP client believe that `seconds` have passed, without waiting. */
export async function passForHttp(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 1000; passed += TICK_MS) {
    tick(TICK_MS)
    // Let the callbacks of expired timeouts run.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets network events happen until `isSo` returns true. */
export async function untilSo(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
