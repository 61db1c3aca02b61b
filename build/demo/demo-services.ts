import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { startRelay, startSandbox, type RelayService, type SandboxService } from './services.ts'

/** Where the demo keeps what was tried out, between one start and the next. */
export const demoFolder = join(projectFolder, '.funding-desk', 'demo')

/**
 * Sandbox and relay with the data and, where they are still free, the ports of the last time. Two at a time would write to one
 * folder; the second one is refused. `fresh` forgets that data first.
 */
export async function startDemoServices({ fresh = false } = {}): Promise<{
  sandbox: SandboxService
  relay: RelayService
}> {
  const file = join(demoFolder, 'ports.json')
  const last = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { sandbox: number; relay: number },
    () => ({ sandbox: 0, relay: 0 }),
  )
  if (last.relay !== 0 && (await isRelay(last.relay))) {
    console.error(
      'The demo is open already. Use its window, or end it (Ctrl-C where it was started) and start again.',
    )
    process.exit(1)
  }
  if (fresh) await rm(demoFolder, { recursive: true, force: true })
  await mkdir(demoFolder, { recursive: true })
  const sandbox = await startSandbox({
    data: join(demoFolder, 'sandbox'),
    port: await freeOr(last.sandbox),
    offers: 3,
  })
  const relay = await startRelay({
    data: join(demoFolder, 'relay'),
    port: await freeOr(last.relay),
    jwks_url: sandbox.jwks_url,
  }).catch(async (error: unknown) => {
    await sandbox.stop()
    throw error
  })
  await writeFile(file, JSON.stringify({ sandbox: sandbox.port, relay: relay.port }))
  return { sandbox, relay }
}

/** Whether the relay of another start still answers there. */
function isRelay(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The port if nobody has taken it meanwhile, else 0: any free one. */
function freeOr(port: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}
