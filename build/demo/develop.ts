import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { projectFolder } from '../runtime/cache.mjs'
import { describeElectron, electronEnvironment, findElectron } from '../runtime/electron.mjs'
import { connectApp } from './connect.ts'
import { demoEnvironment } from './launch-app.ts'
import { freePort, startDemoServices } from './demo-services.ts'
import { demoFolder } from './open-demo.mjs'

// Runs the sandbox, the relay, and the app with hot reload. The renderer updates immediately; changes to main and preload restart the app.

const electron = await findElectron()
console.log(describeElectron(electron))
const { sandbox, relay } = await startDemoServices({ admin: true })
const debugging = await freePort()
const electronVite = join(
  dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')),
  'bin/electron-vite.js',
)
const vite = spawn(
  process.execPath,
  [electronVite, 'dev', '--watch', '--remoteDebuggingPort', `${debugging}`],
  {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...demoEnvironment(join(demoFolder, 'app'), relay.url), ...electronEnvironment(electron) },
  },
)
process.once('SIGINT', () => vite.kill('SIGINT'))
process.once('SIGTERM', () => vite.kill('SIGTERM'))
const ended = new Promise<void>((resolve) => vite.once('exit', () => resolve()))
try {
  await Promise.race([ended, connect()])
  await ended
} finally {
  await relay.stop()
  await sandbox.stop()
}

/** Waits for the app's window, then connects the app to the sandbox and the relay, as `npm start` does. */
async function connect(): Promise<void> {
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
