import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { projectFolder } from '../runtime/cache.mjs'
import { describeElectron, electronEnvironment, findElectron } from '../runtime/electron.mjs'
import { toolPath } from '../test-gate.mjs'
import { connectApp } from './connect.ts'
import { demoEnvironment, launchApp } from './launch-app.ts'
import { demoFolder, demoIsOpen, isDemoOpen, readPorts, writePorts } from './open-demo.mjs'
import { writeSamplePapers } from './sample-papers.ts'
import { startRelay, startSandbox, type RelayService, type SandboxService } from './services.ts'

// Starts the sandbox and the relay on this computer, and the app connected to them. Runs until the app exits. With `--develop`, the app runs
// with hot reload: the renderer updates immediately, and changes to main and preload restart the app.

const develops = process.argv.includes('--develop')
const data = join(demoFolder, 'app')
const ends: (() => Promise<void>)[] = []
const electron = await findElectron()
if (await isDemoOpen(demoFolder)) {
  console.error(demoIsOpen)
  process.exit(1)
}
try {
  const { sandbox, relay } = await startServices()
  if (develops) await develop(sandbox, relay)
  else await open(sandbox, relay)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (!develops)
    console.error(
      'If it happens again, run “npm start -- --fresh”: it deletes the demo data and starts over.',
    )
  process.exitCode = 1
} finally {
  for (const end of ends) await end()
}

/** Starts both services with their previous data, and with their previous ports if these are free. `--fresh` deletes the data first. */
async function startServices() {
  const last = await readPorts(demoFolder)
  if (process.argv.includes('--fresh')) await rm(demoFolder, { recursive: true, force: true })
  await mkdir(demoFolder, { recursive: true })
  const sandbox = await startSandbox({
    data: join(demoFolder, 'sandbox'),
    port: await freePort(last.sandbox),
    offers: 3,
    admin: develops,
  })
  ends.unshift(() => sandbox.stop())
  const relay = await startRelay({
    data: join(demoFolder, 'relay'),
    port: await freePort(last.relay),
    jwks_url: sandbox.jwks_url,
  })
  ends.unshift(() => relay.stop())
  await writePorts(demoFolder, { sandbox: sandbox.port, relay: relay.port })
  return { sandbox, relay }
}

/** Returns the port if it is free, otherwise another free port. */
function freePort(port = 0): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
}

async function open(sandbox: SandboxService, relay: RelayService): Promise<void> {
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
}

async function develop(sandbox: SandboxService, relay: RelayService): Promise<void> {
  console.log(describeElectron(electron))
  const debugging = await freePort()
  const electronVite = await toolPath('electron-vite', 'electron-vite')
  const vite = spawn(
    process.execPath,
    [electronVite, 'dev', '--watch', '--remoteDebuggingPort', `${debugging}`],
    {
      cwd: projectFolder,
      stdio: 'inherit',
      env: { ...demoEnvironment(data, relay.url), ...electronEnvironment(electron) },
    },
  )
  process.once('SIGINT', () => vite.kill('SIGINT'))
  process.once('SIGTERM', () => vite.kill('SIGTERM'))
  const ended = once(vite, 'exit')
  await Promise.race([ended, connect(debugging, sandbox, relay)])
  await ended
}

/** Waits for the app's window, then connects the app to the sandbox and the relay. */
async function connect(debugging: number, sandbox: SandboxService, relay: RelayService): Promise<void> {
  for (let tries = 0; tries < 120; tries++, await sleep(500)) {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugging}`).catch(() => null)
    const page = browser?.contexts()[0]?.pages()[0]
    // Try several times, because the page may reload during a try while the dev server is still starting.
    const connected =
      page !== undefined &&
      (await connectApp(page, sandbox, relay).then(
        () => true,
        () => false,
      ))
    await browser?.close()
    if (!connected) continue
    console.log(`Connected to ${sandbox.base_url} and ${relay.url}.`)
    return console.log(`Sandbox admin endpoint: ${sandbox.admin_url} (services/sandbox/README.md)`)
  }
  console.error('The app could not connect to the sandbox. Its window shows the reason.')
}
