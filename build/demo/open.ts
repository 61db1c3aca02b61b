import { join } from 'node:path'
import { describeElectron, findElectron } from '../runtime/electron.mjs'
import { connectApp } from './connect.ts'
import { startDemoServices } from './demo-services.ts'
import { demoFolder } from './open-demo.mjs'
import { demoEnvironment, launchApp } from './launch-app.ts'
import { makeSamplePdfs, recentSamplePdfs } from './sample-pdfs.ts'

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
  const hasDocuments = await makeSamplePdfs(documents, recentSamplePdfs(new Date())).then(
    () => true,
    // Without Ghostscript, no sample PDFs can be created. Continue, because users can attach their own PDFs.
    () => false,
  )
  console.log(`
Funding Desk is open (${describeElectron(electron)}).
  Sandbox  ${sandbox.base_url}
  Relay    ${relay.url}

Try this:
  1. New application (Ctrl or ⌘ + N). Type something, quit, and run npm start again: your text is still there.
  2. Attach PDFs${hasDocuments ? ` from ${documents}` : ' of your own'}.
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
