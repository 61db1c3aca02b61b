import { createRequire } from 'node:module'
import { afterAll, beforeAll, vi } from 'vitest'

/** The one timer on which all the HTTP client's time-outs hang; files share it, since they share a process. */
const clientTimers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { reset: () => void }

/** In this file time passes when the test says so, for the HTTP client too. The network is real. */
export function onTestTime(): void {
  beforeAll(() => {
    clientTimers.reset()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterAll(() => {
    clientTimers.reset()
    vi.useRealTimers()
  })
}

/** Lets the network do what it has to until it is so. */
export async function untilSo(isSo: () => boolean): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
