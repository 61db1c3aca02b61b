import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import type { EnvironmentPreset } from '../../src-shared/features/connection/contract.ts'
import { projectFolder } from '../runtime/cache.mjs'
import { electronFlags, type FoundElectron } from '../runtime/electron.mjs'

export interface RunningApp {
  application: ElectronApplication
  page: Page
  /** Warnings and errors that the page and the main process logged, for debugging a failure. */
  complaints: string[]
  /** The pages of all open windows. */
  windows(): Page[]
  /** Resolves to the page of the next window that opens. */
  nextWindow(): Promise<Page>
  /** Closes the window as a user does. */
  close(): Promise<void>
}

interface LaunchOptions {
  electron: FoundElectron
  /** The app's user data folder. */
  data: string
  env?: Record<string, string>
  /** Further arguments, for example a link to open. */
  args?: string[]
}

/** Preset for the environment (sandbox or production) that the app uses. Has no rate limit, because the services run on this computer. */
const LOOPBACK_PRESET: EnvironmentPreset = {
  environment: 'sandbox',
  base_url: '',
  client_id: '',
  requests_per_second: 0,
  undo_seconds: 0,
}

/**
 * Sets the language of the app to English, because tests and the demo search for English text. Does nothing if a preferences file exists.
 */
async function speakEnglish(data: string): Promise<void> {
  await mkdir(data, { recursive: true })
  const preferences = { appearance: { language: 'en', color_scheme: 'auto' } }
  await writeFile(join(data, 'preferences.json'), JSON.stringify(preferences), { flag: 'wx' }).catch(() => {})
}

/** Returns environment variables that run the built app with a separate data folder. */
export function appEnvironment(data: string): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return {
    ...Object.fromEntries(inherited),
    FUNDING_DESK_DATA: data,
    FUNDING_DESK_NODE: process.execPath,
  }
}

/**
 * Like `appEnvironment`, but also sets a preset for an app that is not connected to the local services yet. With this preset, an app that
 * is not paired with a relay may pair with `relay_url` without asking the user.
 */
export function demoEnvironment(data: string, relay_url = ''): Record<string, string> {
  return {
    ...appEnvironment(data),
    FUNDING_DESK_PROFILE_ENV: JSON.stringify({ ...LOOPBACK_PRESET, relay_url }),
  }
}

/** Maximum time for one step in the app. It ends a step that hangs, and no step takes nearly as long, even on a busy machine. */
const STEP_LIMIT_MS = 120_000

/** Starts the built app (`out/`) with a separate data folder and waits for its window. */
export async function launchApp({ electron, data, env = {}, args = [] }: LaunchOptions): Promise<RunningApp> {
  await speakEnglish(data)
  const application = await _electron.launch({
    executablePath: electron.executable,
    args: [...electronFlags(electron.executable), projectFolder, ...args],
    env: { ...demoEnvironment(data), ...env },
    // Use the system's color scheme instead of Playwright's default.
    colorScheme: null,
    timeout: STEP_LIMIT_MS,
  })
  const complaints: string[] = []
  application.process().stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
  application.context().setDefaultTimeout(STEP_LIMIT_MS)
  const page = await application.firstWindow({ timeout: STEP_LIMIT_MS })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`page: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  // `index.html` shows an empty frame immediately. `#root` gets its first child when the app's code has run.
  await page.locator('#root > *').first().waitFor({ state: 'attached' })
  return {
    application,
    page,
    complaints,
    windows: () => application.windows(),
    nextWindow: () => application.waitForEvent('window', { timeout: STEP_LIMIT_MS }),
    close: () => application.close(),
  }
}
