/** Runs the tour, a scripted walk through the app, for `npm start` without a display and for `npm test`. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { inDesktopSession } from '../runtime/desktop-session.mjs'

export const tourFolder = join(projectFolder, 'out', 'tour')

/**
 * Runs the tour with the built app in an isolated desktop session.
 * @param {string} node path of Node 24
 * @param {(text: string) => void} [onOutput] gets the tour's output instead of the terminal
 * @returns {Promise<number>} the exit code; 0 if every step passed and has a picture
 */
export async function runTour(node, onOutput) {
  // Delete the pictures of an earlier run. Otherwise, they would look like pictures of this run.
  await rm(tourFolder, { recursive: true, force: true })
  await mkdir(tourFolder, { recursive: true })
  const session = /** @type {const} */ ({ display: 'virtual', keyring: 'throw-away', cwd: projectFolder })
  const tour = [join(projectFolder, 'build', 'demo', 'tour.ts')]
  return inDesktopSession({ ...session, ...(onOutput ? { onOutput } : {}) }, node, tour)
}
