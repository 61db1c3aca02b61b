import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const RELAY = fileURLToPath(new URL('../../services/relay/src/main.ts', import.meta.url))
export const SANDBOX = fileURLToPath(new URL('../../services/sandbox/src/main.ts', import.meta.url))

export interface Program<Ready> {
  /** The JSON line that the program printed when it was ready. */
  ready: Ready
  pid: number
  /** Returns what the program has written to stderr so far. */
  log: () => string
  /** Ends the program in order. Resolves with the exit code. */
  stop: () => Promise<number | null>
  /** Sends SIGKILL, so that the program cannot clean up anything. */
  kill: () => Promise<void>
  /** Closes the program's stdin, as if its parent process had ended. Resolves with the exit code. */
  closeStdin: () => Promise<number | null>
}

/** Minimum number of characters of a program's latest output to keep in memory. The rest is deleted, because a demo may run for days. */
const KEPT_LOG = 1_000_000
/** Ends a start that hangs. A service starts in a second, but a busy machine may take minutes. */
const READY_WITHIN_MS = 300_000

/** Windows cannot send SIGTERM to a program. A service that was started with this option also stops in order when its stdin closes. */
const STOPS_WITH_STDIN = '--exit-with-parent'

/** Starts a service in its own process and waits for its ready line. Rejects with the service's stderr if the service ends earlier. */
export async function startProgram<Ready>(
  entry: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Program<Ready>> {
  const env = { ...process.env, ...variables }
  const isWindows = process.platform === 'win32'
  const all = isWindows && !args.includes(STOPS_WITH_STDIN) ? [...args, STOPS_WITH_STDIN] : args
  const child = spawn(process.execPath, [entry, ...all], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
    // Cut only when the log has twice the needed length, because each cut copies the whole text.
    if (log.length > 2 * KEPT_LOG) log = log.slice(-KEPT_LOG)
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const late = new AbortController()
  const first = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    exited.then(() => null),
    sleep(READY_WITHIN_MS, null, late).catch(() => null),
  ])
  late.abort()
  if (first === null) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    child.kill('SIGKILL')
    const why = hasEnded ? 'ended before it was ready' : `was not ready within ${READY_WITHIN_MS / 1000} s`
    throw new Error(`${args.join(' ')} ${why}:\n${log}`)
  }
  const end = async (act: () => void) => {
    if (child.exitCode === null && child.signalCode === null) act()
    return (await exited)[0]
  }
  return {
    ready: JSON.parse(first) as Ready,
    pid: child.pid ?? 0,
    log: () => log,
    stop: () => end(() => (isWindows ? child.stdin.end() : child.kill('SIGTERM'))),
    kill: async () => void (await end(() => child.kill('SIGKILL'))),
    closeStdin: () => end(() => child.stdin.end()),
  }
}

/** Runs a command to its end. Returns its exit code and output. */
export async function runProgram(
  entry: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const env = { ...process.env, ...variables }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [entry, ...args], { env })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}
