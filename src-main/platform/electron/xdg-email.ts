import { spawn } from 'node:child_process'

/** Some desktops keep `xdg-email` running until the mail program ends. A program that still runs after this time has opened. */
const LONGEST_MS = 5_000

/**
 * Opens a mail link on Linux with `xdg-email`, and rejects if that fails: the program is not installed, finds no mail program, or ends with
 * an error. Electron's `shell.openExternal` starts the same program but never looks at its result, so it reports success even then.
 */
export function openWithXdgEmail(link: string, longestMs = LONGEST_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    // `MM_NOTTTY` keeps `xdg-email` from choosing a program that needs a terminal.
    const child = spawn('xdg-email', [link], {
      stdio: 'ignore',
      env: { ...process.env, MM_NOTTTY: '1' },
    })
    const timer = setTimeout(() => {
      child.unref()
      resolve()
    }, longestMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`xdg-email ended with ${code ?? signal ?? 'no code'}.`))
    })
  })
}
