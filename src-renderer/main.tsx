/*
 * Maximum wait until the browser has painted the content of index.html (navigation and placeholders). The app's code (start.tsx) runs only
 * after this paint, but the browser loads that code earlier (electron.vite.config.ts). Main loads its remaining modules only after the
 * app's code has sent its first request. While main loads modules, it can neither show a window nor deliver code.
 */
const LONGEST_WAIT_MS = 500
const begin = () => void import('./start.tsx')
requestAnimationFrame(begin)
// The browser never paints a hidden window. In a hidden window, this timer starts the app.
setTimeout(begin, LONGEST_WAIT_MS)
