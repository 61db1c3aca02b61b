import { join } from 'node:path'
import { addPairingCode } from '../../relay/src/offices/office-service.ts'
import { createInletSegment } from '../../relay/src/secrets.ts'
import { readSettings } from '../../relay/src/settings.ts'
import { createLog } from '../../relay/src/log.ts'
import { startRelay } from '../../relay/src/relay.ts'
import { chooseOffice, openStore } from '../../relay/src/store/open-store.ts'
import { startSandbox } from '../../sandbox/src/sandbox.ts'

/**
 * Runs the sandbox (the simulated partner) and the relay in one process, for users who try the app without an account. Both services listen
 * on loopback and store their data in one separate folder. The parent process sends the path of this folder and receives the connection
 * data. This process exits when its parent exits.
 */

const PACE_MS = 1_500

async function start(data: string) {
  const sandbox = await startSandbox(
    {
      data: join(data, 'sandbox'),
      port: 0,
      paceMs: PACE_MS,
      seed: 1,
      environment: 'sandbox',
      shapes: 'standard',
      offers: 2,
      adminPort: null,
    },
    () => {},
  )
  const { settings } = readSettings({ data: join(data, 'relay'), port: 0, log_level: 'error' }, {})
  const pairing_code = await prepareRelay(settings, sandbox.jwks_url)
  const relay = await startRelay(settings, createLog(settings.log_level))
  const { base_url, client_id, client_secret } = sandbox
  return { base_url, client_id, client_secret, relay_url: relay.url, pairing_code }
}

/** Configures the relay with the sandbox's keys, a webhook URL, and a pairing code for one computer. */
async function prepareRelay(settings: Parameters<typeof openStore>[0], jwks_url: string): Promise<string> {
  const now = Date.now()
  const store = await openStore(settings)
  try {
    const office = store.office((await chooseOffice(store)).office_id, 'demo')
    await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
    const created_at = new Date(now).toISOString()
    await office.addInlet({ inlet: createInletSegment(), environment: 'sandbox', created_at })
    return (await addPairingCode(office, { name: 'Demo', environment: 'sandbox' }, now)).code
  } finally {
    await store.close()
  }
}

/**
 * Connection to the parent process. An Electron utility process has this `parentPort`; a forked Node process has `process.send` instead.
 */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

function serve(message: unknown, reply: (answer: object) => void): void {
  const { data } = message as { data: string }
  start(data).then(
    (services) => reply({ services }),
    (error: unknown) => reply({ failed: error instanceof Error ? error.message : String(error) }),
  )
}

const { parentPort } = process as unknown as { parentPort?: ParentPort }
if (parentPort !== undefined) {
  parentPort.on('message', ({ data }) => serve(data, (answer) => parentPort.postMessage(answer)))
} else {
  process.on('message', (message) => serve(message, (answer) => process.send?.(answer)))
  process.on('disconnect', () => process.exit(0))
}
