import { mkdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { demoFolder, demoIsOpen, isDemoOpen, readPorts, writePorts } from './open-demo.mjs'
import { startRelay, startSandbox, type RelayService, type SandboxService } from './services.ts'

/**
 * Starts the sandbox and the relay with their previous data, and with their previous ports if these are free. Rejects if another demo is
 * running, because both demos would write to the same folder. `fresh` deletes the data first. `admin` opens the sandbox's admin endpoint.
 */
export async function startDemoServices({ fresh = false, admin = false } = {}): Promise<{
  sandbox: SandboxService
  relay: RelayService
}> {
  if (await isDemoOpen(demoFolder)) {
    console.error(demoIsOpen)
    process.exit(1)
  }
  const last = await readPorts(demoFolder)
  if (fresh) await rm(demoFolder, { recursive: true, force: true })
  await mkdir(demoFolder, { recursive: true })
  const sandbox = await startSandbox({
    data: join(demoFolder, 'sandbox'),
    port: await freePort(last.sandbox),
    offers: 3,
    admin,
  })
  const relay = await startRelay({
    data: join(demoFolder, 'relay'),
    port: await freePort(last.relay),
    jwks_url: sandbox.jwks_url,
  }).catch(async (error: unknown) => {
    await sandbox.stop()
    throw error
  })
  await writePorts(demoFolder, { sandbox: sandbox.port, relay: relay.port })
  return { sandbox, relay }
}

/** Returns the port if it is free, otherwise another free port. */
export function freePort(port = 0): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
}
