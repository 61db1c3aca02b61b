import type { Timers } from '../base/system.ts'

/** Interval in milliseconds between two checks for network changes, such as another Wi-Fi or a VPN. */
const LOOK_MS = 3_000

/** Returns a string that changes when the computer's network connection changes. */
export type NetworkState = () => string

/**
 * Calls `onChange` when the computer's network changed. After such a change, existing connections no longer work, but report no error, so
 * the caller must replace them. The caller can also retry failed requests immediately. The computer's addresses are compared, because each
 * operating system reports network changes in a different way. Returns a function that stops watching.
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
