import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const SANDBOX = fileURLToPath(new URL('../../services/sandbox/src/main.ts', import.meta.url))
const RELAY = fileURLToPath(new URL('../../services/relay/src/main.ts', import.meta.url))
const READY_WITHIN_MS = 30_000

const sandboxReady = z.object({
  base_url: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  jwks_url: z.string(),
  /** Where faults are switched; there only when it was asked for. */
  admin_url: z.string().optional(),
})
const relayReady = z.object({ url: z.string() })

export type SandboxService = Service & z.infer<typeof sandboxReady>

export interface RelayService extends Service, z.infer<typeof relayReady> {
  /** A fresh code with which one computer can be paired. */
  pairingCode(): Promise<string>
}

interface Service {
  data: string
  port: number
  stop(): Promise<void>
}

/** Starts the sandbox service on loopback; port 0 takes a free one. Runs under the Node that runs this. */
export async function startSandbox(options: {
  data: string
  port?: number
  speed?: string
  seed?: number
  /** How many offers a review ends with. */
  offers?: number
  environment?: 'sandbox' | 'production'
  shapes?: 'standard' | 'alternative'
  /** Operations to do without, by their names in an endpoint profile. */
  not_offered?: string[]
  /** Opens the admin endpoint; its address is then in `admin_url`. */
  admin?: boolean
}): Promise<SandboxService> {
  const { data, port = 0, speed = 'demo', seed = 1, environment = 'sandbox', shapes = 'standard' } = options
  const args = ['serve', '--data', data, '--port', `${port}`, '--speed', speed, '--seed', `${seed}`]
  args.push('--environment', environment, '--shapes', shapes)
  if (options.offers !== undefined) args.push('--offers', `${options.offers}`)
  if (options.not_offered !== undefined) args.push('--not-offered', options.not_offered.join(','))
  if (options.admin === true) args.push('--admin-port', '0')
  const { child, ready } = await startProgram(SANDBOX, args, data, sandboxReady)
  return { ...ready, data, port: portOf(ready.base_url), stop: () => stop(child) }
}

/** Starts a relay that knows the sandbox's keys and has an inlet for its notifications. */
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
  const args = ['serve', '--data', data, '--port', `${port}`]
  const { child, ready } = await startProgram(RELAY, args, data, relayReady)
  return {
    ...ready,
    data,
    port: portOf(ready.url),
    stop: () => stop(child),
    async pairingCode() {
      const pair = ['pair', '--data', data, '--name', 'Demo computer', '--environment', 'sandbox', '--json']
      return (JSON.parse(await runRelay(pair)) as { code: string }).code
    },
  }
}

async function startProgram<T>(
  program: string,
  args: string[],
  data: string,
  readyLine: z.ZodType<T>,
): Promise<{ child: ChildProcess; ready: T }> {
  await mkdir(data, { recursive: true })
  const child = spawn(process.execPath, [program, ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const complaints: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints.push(chunk.toString())
    if (complaints.length > 50) complaints.shift()
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const ready = await new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${program} is not ready`)), READY_WITHIN_MS)
    lines.once('line', (line) => {
      clearTimeout(timer)
      resolve(readyLine.parse(JSON.parse(line)))
    })
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${complaints.join('')}`)))
  }).catch((error: unknown) => {
    child.kill()
    throw error
  })
  return { child, ready }
}

function runRelay(args: string[]): Promise<string> {
  const child = spawn(process.execPath, [RELAY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`relay ${args[0]} ended with ${code}: ${complaint}`)),
    )
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(timer)
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
