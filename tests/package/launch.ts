import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { withKeyring } from '../../build/runtime/desktop-session.mjs'
import { electronFlags } from '../../build/runtime/electron.mjs'

/** Starts a packaged program. By default, it starts with the flags that it needs for the current user. */
export const launchApp = (program: string, env: Record<string, string>, args = electronFlags(program)) =>
  _electron.launch({
    executablePath: program,
    args,
    // By default, Playwright turns Chromium's sandbox off. If the sandbox cannot start, `args` contains this switch.
    chromiumSandbox: true,
    env: { ...(process.env as Record<string, string>), FUNDING_DESK_NODE: process.execPath, ...env },
    colorScheme: null,
  })

/** Waits for the app's first screen, opens the settings, and returns the part about updates. */
export async function openUpdates(application: ElectronApplication) {
  const page = await application.firstWindow()
  await page.waitForFunction(() => document.querySelector('h1, h2') !== null)
  await page.evaluate(() => void (window.location.hash = '#/settings/about'))
  return page.getByRole('region', { name: 'Updates', exact: true })
}

/**
 * Writes a script that starts a program for the user 1000 of a new namespace, who has no rights of root. The user gets their own session
 * bus and keyring, because the bus of another user would refuse them.
 * @returns the script's path
 */
export async function startAsUser(home: string, program: string): Promise<string> {
  const runtime = join(home, 'run')
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  const keyring = join(home, 'with-keyring')
  await writeFile(keyring, withKeyring)
  const script = join(home, 'start')
  const lines = [
    '#!/bin/sh',
    `export XDG_RUNTIME_DIR='${runtime}' XDG_DATA_HOME='${join(home, 'data')}'`,
    `exec unshare --user --map-user=1000 --map-group=1000 dbus-run-session -- bash '${keyring}' '${program}' "$@"`,
  ]
  await writeFile(script, `${lines.join('\n')}\n`, { mode: 0o755 })
  return script
}
