import type { Timers } from '../../core/ports/timers.ts'

/** So often it is looked: a cable is plugged in, a Wi-Fi changes, a VPN comes up. */
const LOOK_MS = 3_000

/** Any text that is another one when the computer's way to the network is another one. */
export type NetworkState = () => string

/**
 * Tells when the computer's network changed: connections of before are dead then and do not know it, and whoever waits before a
 * next try need wait no longer. The operating systems tell it in as many ways as there are; addresses change in all of them.
 * Answers how to stop watching.
 */
export function watchNetwork(state: NetworkState, timers: Timers, onChange: () => void): () => void {
  let known = state()
  let cancel = () => {}
  const look = () => {
    const now = state()
    if (now !== known) {
      known = now
      onChange()
    }
    cancel = timers.after(LOOK_MS, look)
  }
  cancel = timers.after(LOOK_MS, look)
  return () => cancel()
}
