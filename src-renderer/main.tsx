/*
 * The frame of index.html is painted first. The code of the app is fetched meanwhile (electron.vite.config.ts), and runs after it.
 * Main holds its own modules back until that asks it for something: while it reads them it draws no window, and hands out no code.
 */
const LONGEST_WAIT_MS = 500
const begin = () => void import('./start.tsx')
requestAnimationFrame(begin)
// A window that nobody can see is not painted.
setTimeout(begin, LONGEST_WAIT_MS)
