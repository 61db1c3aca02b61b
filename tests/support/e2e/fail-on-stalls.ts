import { afterEach, beforeEach, expect } from 'vitest'
import { LONGEST_STALL_MS, type StallWatch } from './stall-watch.ts'

/** Fails every test of the calling test file in which the main thread of the app stalls (computes without a pause for too long). */
export function failOnStalls(stalls: () => StallWatch): void {
  beforeEach(() => stalls().reset())
  afterEach(async () => {
    const { ms } = await stalls().longest()
    expect(ms, 'the longest stall of the main process, in ms').toBeLessThanOrEqual(LONGEST_STALL_MS)
  })
}
