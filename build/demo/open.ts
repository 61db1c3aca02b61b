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
    // Without Ghostscript there are no sample PDFs, but users can attach any other PDF.
    () => false,
  )
  console.log(`
Funding Desk is open (${describeElectron(electron)}).
  Sandbox service  ${sandbox.base_url}
  Relay            ${relay.url}

Try this:
  1. New application (Ctrl or ⌘ + N). Type anything; stop, and run npm start again: it is all there.
  2. Attach PDFs${hasDocuments ? ` from ${documents}` : ', any you have'}.
  3. Submit. The service reviews it for a few seconds, then an offer is announced by your system.

What you do here stays in .funding-desk/demo; "npm start -- --fresh" begins anew.
To stop, press Ctrl-C here. Closing the window leaves the app listening for offers, as it does for a broker.
The guide, a page a task: docs/guide/README.md`)
  await app.application.waitForEvent('close', { timeout: 0 })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(
    'If it happens again: “npm start -- --fresh” forgets what was tried out before, and begins anew.',
  )
  process.exitCode = 1
} finally {
  for (const end of ends) await end()
}
