/*
 * Waits until the browser has painted the frame of the screen that index.html contains (navigation and placeholders). In the meantime, the
 * browser downloads the app's code (electron.vite.config.ts), which runs afterward. Main delays loading its own modules until this code
 * sends the first request. While main loads its modules, it can neither show a window nor serve code.
 */
const LONGEST_WAIT_MS = 500
const begin = () => void import('./start.tsx')
requestAnimationFrame(begin)
// A hidden window is never painted, so in a hidden window the timer starts the app.
setTimeout(begin, LONGEST_WAIT_MS)
