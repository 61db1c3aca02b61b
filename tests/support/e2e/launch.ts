import { launchApp, type RunningApp } from '../../../build/demo/launch-app.ts'
import { findElectron } from '../../../build/runtime/electron.mjs'
import { isInChromium, showInChromium } from '../chromium/show-in-chromium.ts'

/**
 * Starts the app for an end-to-end test, with this user data folder. In the test project `chromium`, Chromium shows the app's pages
 * instead of Electron.
 */
export async function launch(data: string): Promise<RunningApp> {
  const app = await launchApp({ electron: await findElectron(), data })
  return isInChromium ? showInChromium(app) : app
}
