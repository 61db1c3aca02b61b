import type { Timers } from '../../core/ports/system.ts'

/** Polling interval for changes such as a cable, another Wi-Fi, or a VPN. */
const LOOK_MS = 3_000

/** Returns a string that changes when the computer's network connection changes. */
export type NetworkState = () => string

/**
 * Calls `onChange` when the computer's network changed. After such a change, existing connections no longer work, but report no error.
 * Pending retries can run immediately. Operating systems report changes in different ways, but the addresses always change. Returns a
 * function that stops watching.
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
