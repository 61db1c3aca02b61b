import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { setUpAndSubmit } from '../../build/demo/journey.ts'
import { startNotificationDaemon } from '../../build/demo/notification-daemon.ts'
import { startRelay, startSandbox } from '../../build/demo/services.ts'
import { isMain } from '../../build/runtime/command.mjs'
import { inDesktopSession } from '../../build/runtime/desktop-session.mjs'
import { type Renderers, renderersOf } from './renderers.ts'

// The package test runs this program as the user `broker` inside the Debian tree (a folder with a complete Debian system). The desktop
// session consists of that system's programs. The program starts the installed app and performs the task named in the first argument. It
// prints what it saw as one line of JSON.

export interface SeenInDebian extends Renderers {
  /** Text of the desktop notification about the offer. Null if the task was only to open the app. */
  offer: string | null
  /** Names of the merchants in the pipeline. */
  merchants: string[]
}

async function look(task: string, program: string, pdf: string, picture: string): Promise<SeenInDebian> {
  const home = process.env['HOME'] ?? ''
  const daemon = await startNotificationDaemon()
  const sandbox = await startSandbox({ data: join(home, `sandbox-${task}`), speed: 'fast' })
  const relay = await startRelay({ data: join(home, `relay-${task}`), jwks_url: sandbox.jwks_url })
  const application = await _electron.launch({
    executablePath: program,
    // By default, Playwright turns Chromium's sandbox off.
    chromiumSandbox: true,
    env: { ...(process.env as Record<string, string>), FUNDING_DESK_NODE: process.execPath },
    colorScheme: null,
  })
  try {
    const page = await application.firstWindow()
    let offer: string | null = null
    if (task === 'submit') {
      await setUpAndSubmit({ application, page }, sandbox, relay, pdf)
      offer = (await daemon.waitFor('Offer available')).body
      await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    }
    const rows = page.getByRole('row').filter({ hasText: 'LLC' })
    await rows.first().waitFor()
    await page.screenshot({ path: picture })
    return { ...(await renderersOf('/opt/funding-desk')), offer, merchants: await rows.allInnerTexts() }
  } finally {
    await application.close()
    await relay.stop()
    await sandbox.stop()
    daemon.stop()
  }
}

if (isMain(import.meta.url)) {
  const [task = '', program = '', pdf = '', picture = '', isInside] = process.argv.slice(2)
  if (isInside === undefined) {
    // Use the broker's own keyring. It stores the vault's key, so that the vault opens in a later session, too.
    const again = [process.argv[1] ?? '', task, program, pdf, picture, 'inside']
    process.exitCode = await inDesktopSession({ keepsHome: true }, process.execPath, again)
  } else {
    console.log(JSON.stringify(await look(task, program, pdf, picture)))
  }
}
