import { useEffect, useState } from 'react'
import { call, on } from '../../api/funding-desk.ts'
import { WINDOW_ID } from '../../api/window-id.ts'

/** A value that was asked to be seen is hidden again after this long. */
const SHOWN_FOR_MS = 15_000
/** Shorter than main waits for the next word of a window (`SHOWN_LEASE_MS`). */
const SAID_EVERY_MS = 8_000

let shownHere = 0
let saying: ReturnType<typeof setInterval> | undefined

/** Tells main, as long as something sensitive is seen in this window, so that it stays out of screenshots. */
export function useGuardedScreen(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const say = (shown: boolean) => void call('screen.shown', { window_id: WINDOW_ID, shown })
    shownHere++
    if (shownHere === 1) {
      say(true)
      saying = setInterval(() => say(true), SAID_EVERY_MS)
    }
    return () => {
      shownHere--
      if (shownHere > 0) return
      clearInterval(saying)
      say(false)
    }
  }, [isShown])
}

/** A value that is seen for a while: until the time is over, the window is left, or the screen is locked. */
export function useShown(): [shown: string | null, show: (value: string | null) => void] {
  const [shown, setShown] = useState<string | null>(null)
  const isShown = shown !== null
  useGuardedScreen(isShown)
  useEffect(() => {
    if (!isShown) return
    const hide = () => setShown(null)
    const timer = setTimeout(hide, SHOWN_FOR_MS)
    const stopListening = on('screen.locked', hide)
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [isShown])
  return [shown, setShown]
}
