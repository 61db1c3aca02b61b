/** Runs the tour, a scripted walk through the app, for `npm start` without a display and for `npm test`. Lists its steps. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { inDesktopSession } from '../runtime/desktop-session.mjs'

/** The steps of the tour, in order. Each step takes a picture. */
export const TOUR_STEPS = /** @type {const} */ ([
  'First run',
  'Connection tested',
  'Credentials stored in the keychain',
  'Relay paired',
  'Recovery code confirmed',
  'Empty pipeline',
  'New application',
  'Documents attached',
  'Values found in the application form',
  'Application filled',
  'Statements verified',
  'Checklist',
  'What goes out',
  'Partner received application and documents',
  'Pipeline',
  'Offer announced by a desktop notification',
  'Offer opened from the notification',
  'Same screen in dark mode',
  'Call log',
  'Settings',
])

export const tourFolder = join(projectFolder, 'out', 'tour')

/** @param {typeof TOUR_STEPS[number]} step */
export const pictureOf = (step) =>
  `${String(TOUR_STEPS.indexOf(step) + 1).padStart(2, '0')}-${step.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`

/**
 * Runs the tour with the built app in an isolated desktop session.
 * @param {string} node path of Node 24
 * @param {(text: string) => void} [onOutput] gets the tour's output instead of the terminal
 * @returns {Promise<string[]>} what went wrong; empty if the tour passed and every picture exists
 */
export async function runTour(node, onOutput) {
  // Delete the pictures of an earlier run. Otherwise, they would hide that this run took none.
  await rm(tourFolder, { recursive: true, force: true })
  await mkdir(tourFolder, { recursive: true })
  const code = await inDesktopSession({ cwd: projectFolder, ...(onOutput ? { onOutput } : {}) }, node, [
    join(projectFolder, 'build', 'demo', 'tour.ts'),
  ])
  if (code !== 0) return [`The tour ended with exit code ${code}.`]
  return (await missingPictures(tourFolder)).map((name) => `The tour took no picture ${name}.`)
}

/**
 * Returns the names of the pictures that are missing in a folder or empty.
 * @param {string} folder
 */
export async function missingPictures(folder) {
  const sizes = await Promise.all(
    TOUR_STEPS.map(async (step) => {
      const name = pictureOf(step)
      return {
        name,
        size: await stat(join(folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      }
    }),
  )
  return sizes.filter(({ size }) => size === 0).map(({ name }) => name)
}
