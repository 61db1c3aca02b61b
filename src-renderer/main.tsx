/*
 * Maximum wait until the browser has painted the content of index.html (navigation and placeholders). The app's code runs only after this
 * paint. In the meantime, the browser loads this code (electron.vite.config.ts). Main loads its remaining modules only after this code
 * sends the first request, because main can neither show a window nor deliver code while it loads modules.
 */
const LONGEST_WAIT_MS = 500
const begin = () => void import('./start.tsx')
requestAnimationFrame(begin)
// The browser never paints a hidden window. In a hidden window, this timer starts the app.
setTimeout(begin, LONGEST_WAIT_MS)
