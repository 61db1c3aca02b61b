import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { startRelay, startSandbox, type RelayService, type SandboxService } from './services.ts'

/** Where the demo keeps what was tried out, between one start and the next. */
export const demoFolder = join(projectFolder, '.funding-desk', 'demo')

/** Sandbox and relay with the data and, where they are still free, the ports of the last time. */
export async function startDemoServices(): Promise<{ sandbox: SandboxService; relay: RelayService }> {
  await mkdir(demoFolder, { recursive: true })
  const file = join(demoFolder, 'ports.json')
  const last = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { sandbox: number; relay: number },
    () => ({ sandbox: 0, relay: 0 }),
  )
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

/** The port if nobody has taken it meanwhile, else 0: any free one. */
function freeOr(port: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}
