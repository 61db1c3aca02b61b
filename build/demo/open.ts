import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describeElectron, findElectron } from '../runtime/electron.mjs'
import { connectApp } from './connect.ts'
import { startDemoServices } from './demo-services.ts'
import { demoFolder } from './open-demo.mjs'
import { demoEnvironment, launchApp } from './launch-app.ts'
import { writeSamplePapers } from './sample-papers.ts'

// Starts the sandbox and the relay on this computer and opens the app connected to them. Runs until the app exits.

const electron = await findElectron()
const ends: (() => Promise<void>)[] = []
try {
  const { sandbox, relay } = await startDemoServices({ fresh: process.argv.includes('--fresh') })
  ends.push(
    () => relay.stop(),
    () => sandbox.stop(),
  )
  const data = join(demoFolder, 'app')
  const app = await launchApp({ electron, data, env: demoEnvironment(data, relay.url) })
  await connectApp(app.page, sandbox, relay).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const documents = join(demoFolder, 'documents')
  await rm(documents, { recursive: true, force: true })
  const { altered } = await writeSamplePapers(documents)
  console.log(`
Funding Desk is open (${describeElectron(electron)}).
  Sandbox  ${sandbox.base_url}
  Relay    ${relay.url}

Try this:
  1. New application (Ctrl or ⌘ + N). Type something, quit, and run npm start again: your text is still there.
  2. Attach the PDFs in ${documents}.
     The app offers the values of the application form, and verifies the bank statements. Only the driver's license is missing.
     It is in the folder More, with a statement that someone altered: ${basename(altered)}. The app does not verify this one.
  3. Submit. After a few seconds, a desktop notification announces an offer.

Your data stays in .funding-desk/demo; "npm start -- --fresh" deletes it.
To stop, press Ctrl-C here. If you close the window, the app keeps listening for offers, as it does for a broker.
User guide: docs/guide/README.md`)
  await app.application.waitForEvent('close', { timeout: 0 })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('If it happens again, run “npm start -- --fresh”: it deletes the demo data and starts over.')
  process.exitCode = 1
} finally {
  for (const end of ends) await end()
}
