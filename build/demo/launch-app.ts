import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import type { EnvironmentPreset } from '../../src-shared/ipc/contract.ts'
import { projectFolder } from '../runtime/cache.mjs'
import { electronFlags, type FoundElectron } from '../runtime/electron.mjs'

export interface RunningApp {
  application: ElectronApplication
  page: Page
  /** What the page and main complained about, for whoever looks into a failure. */
  complaints: string[]
  /** Closes the window the way a user does. */
  close(): Promise<void>
}

interface LaunchOptions {
  electron: FoundElectron
  /** The app's user data folder. */
  data: string
  env?: Record<string, string>
  /** Further arguments, as the system gives them: a link to open. */
  args?: string[]
}

/** The services beside us need no politeness. */
const LOOPBACK_PRESET: EnvironmentPreset = {
  environment: 'sandbox',
  base_url: '',
  client_id: '',
  requests_per_second: 0,
  undo_seconds: 0,
}

/**
 * Whoever reads the screen by its English words (tests, the demo) needs them on every computer; a choice that was made stays.
 */
async function speakEnglish(data: string): Promise<void> {
  await mkdir(data, { recursive: true })
  const preferences = { appearance: { language: 'en', color_scheme: 'auto' } }
  await writeFile(join(data, 'preferences.json'), JSON.stringify(preferences), { flag: 'wx' }).catch(() => {})
}

/** The environment in which the built app runs on a data folder of its own, as a broker's does. */
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
 * The same, for an app that is yet to be connected with the services beside it. The app pairs `relay_url` without a question,
 * where its data names no relay yet.
 */
export function demoEnvironment(data: string, relay_url = ''): Record<string, string> {
  return {
    ...appEnvironment(data),
    FUNDING_DESK_PROFILE_ENV: JSON.stringify({ ...LOOPBACK_PRESET, relay_url }),
  }
}

/** Starts the built app (`out/`) with a data folder of its own, and waits for its window. */
export async function launchApp({ electron, data, env = {}, args = [] }: LaunchOptions): Promise<RunningApp> {
  await speakEnglish(data)
  const application = await _electron.launch({
    executablePath: electron.executable,
    args: [...electronFlags(electron.executable), projectFolder, ...args],
    env: { ...demoEnvironment(data), ...env },
    // As the system says, not as Playwright would.
    colorScheme: null,
    timeout: 30_000,
  })
  const complaints: string[] = []
  application.process().stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
  const page = await application.firstWindow()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`page: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  // The page has a frame at once; what stands in it comes with the app's code.
  await page.locator('#root > *').first().waitFor({ state: 'attached' })
  return { application, page, complaints, close: () => application.close() }
}
