import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { RELAY, runProgram, SANDBOX, startProgram, type Program } from './program.ts'

const STOP_WITHIN_MS = 5000

const sandboxReady = z.object({
  base_url: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  jwks_url: z.string(),
  /** Address of the admin endpoint, if the caller requested this endpoint. */
  admin_url: z.string().optional(),
})
const relayReady = z.object({ url: z.string() })

export type SandboxService = Service & z.infer<typeof sandboxReady>

export interface RelayService extends Service, z.infer<typeof relayReady> {
  /** Creates a code with which one computer can pair with the relay. */
  pairingCode(): Promise<string>
}

interface Service {
  data: string
  port: number
  stop(): Promise<void>
}

/** Starts the sandbox on loopback with the current Node. Port 0 picks a free port. */
export async function startSandbox(options: {
  data: string
  port?: number
  speed?: string
  seed?: number
  /** Number of offers that the sandbox makes when it has reviewed an application. */
  offers?: number
  environment?: 'sandbox' | 'production'
  shapes?: 'standard' | 'alternative'
  /** Opens the admin endpoint and returns its address as `admin_url`. */
  admin?: boolean
}): Promise<SandboxService> {
  const { data, port = 0, speed = 'demo', seed = 1, environment = 'sandbox', shapes = 'standard' } = options
  await mkdir(data, { recursive: true })
  const args = ['serve', '--data', data, '--port', `${port}`, '--speed', speed, '--seed', `${seed}`]
  args.push('--environment', environment, '--shapes', shapes)
  if (options.offers !== undefined) args.push('--offers', `${options.offers}`)
  if (options.admin === true) args.push('--admin-port', '0')
  const { ready, stop } = await start(SANDBOX, args, sandboxReady)
  return { ...ready, data, port: portOf(ready.base_url), stop }
}

/** Starts a relay that knows the keys with which the sandbox signs, and that has a webhook URL for the sandbox's notifications. */
export async function startRelay(options: {
  data: string
  port?: number
  jwks_url: string
}): Promise<RelayService> {
  const { data, port = 0, jwks_url } = options
  await mkdir(data, { recursive: true })
  await runRelay(['environment', 'set', '--data', data, '--name', 'sandbox', '--jwks-url', jwks_url])
  const { inlets } = JSON.parse(await runRelay(['inlet', 'list', '--data', data, '--json'])) as {
    inlets: unknown[]
  }
  if (inlets.length === 0) await runRelay(['inlet', 'add', '--data', data, '--environment', 'sandbox'])
  return serveRelay({ data, port })
}

/** Starts a relay whose data folder already contains its settings. */
export async function serveRelay({ data, port }: { data: string; port: number }): Promise<RelayService> {
  const args = ['serve', '--data', data, '--port', `${port}`]
  const { ready, stop } = await start(RELAY, args, relayReady)
  return {
    ...ready,
    data,
    port: portOf(ready.url),
    stop,
    async pairingCode() {
      const pair = ['pair', '--data', data, '--name', 'Demo computer', '--environment', 'sandbox', '--json']
      return (JSON.parse(await runRelay(pair)) as { code: string }).code
    },
  }
}

async function start<T>(program: string, args: string[], readyLine: z.ZodType<T>) {
  const started = await startProgram<unknown>(program, [...args, '--exit-with-parent'])
  return { ready: readyLine.parse(started.ready), stop: () => stopProgram(started) }
}

async function runRelay(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(RELAY, args)
  if (code !== 0) throw new Error(`relay ${args[0]} ended with ${code}: ${stderr}`)
  return stdout
}

async function stopProgram(program: Program<unknown>): Promise<void> {
  const timer = setTimeout(() => void program.kill(), STOP_WITHIN_MS)
  await program.stop()
  clearTimeout(timer)
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
