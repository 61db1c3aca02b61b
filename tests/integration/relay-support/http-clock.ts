import { createRequire } from 'node:module'

/** The clock of the HTTP client's own timers, which no fake timer of a test can hold: it lives as long as the process. */
const { tick } = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick(ms: number): void }
const TICK_MS = 500

/** Lets so many seconds pass for connections that the HTTP client has open; nobody waits for them. */
export async function passForHttp(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 1000; passed += TICK_MS) {
    tick(TICK_MS)
    // What a timer that is over brings about has its turn.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets the network do what it has to until it is so. */
export async function untilSo(isSo: () => boolean): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
