/**
 * Runs child processes that never outlive this process: if this process is interrupted, it ends all programs that `run` started. This
 * module imports only Node's modules, because it runs before the npm packages are installed.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { withoutSigningKey } from '../release/update-keys.mjs'

/** @typedef {{ code: number, stdout: string, stderr: string, output: string, timedOut: boolean }} RunResult */

/** @type {Set<() => Promise<void> | void>} */
const cleanups = new Set()
let listening = false
let interrupted = false
/** Maximum time to wait for further output after a program has ended. */
const drainMs = 2000

/**
 * Registers `cleanup` for an interrupt or termination of this process. `cleanup` is called once, and this process waits for its end.
 * @param {() => Promise<void> | void} cleanup
 * @returns {() => void} unregisters `cleanup`
 */
export function onInterrupt(cleanup) {
  cleanups.add(cleanup)
  if (!listening) {
    listening = true
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.once(signal, () => void endWith(signal))
    }
  }
  return () => cleanups.delete(cleanup)
}

/** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
async function endWith(signal) {
  interrupted = true
  await Promise.allSettled([...cleanups].map(async (cleanup) => cleanup()))
  process.exit(128 + constants.signals[signal])
}

/**
 * Runs a program to its end and returns its output. A non-zero exit code is a result, not an exception.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   cwd?: string,
 *   env?: NodeJS.ProcessEnv,
 *   timeoutMs?: number,
 *   input?: string,
 *   stdio?: 'collect' | 'inherit',
 *   onOutput?: (text: string) => void,
 *   endsSlowly?: boolean, }} [options] `stdio: 'inherit'` shows the output instead of collecting it; `onOutput` receives output as it
 *   arrives; `endsSlowly`: kill the program on an interrupt, because it would continue for minutes
 * @returns {Promise<RunResult>} code 127 if the program could not be started
 */
export function run(
  command,
  args,
  { cwd, env, timeoutMs, input, stdio = 'collect', onOutput, endsSlowly } = {},
) {
  return new Promise((resolve) => {
    // After an interrupt, start no new program, and never settle the promise. The caller then cannot report the interrupted work as failed.
    if (interrupted) return
    const shown = stdio === 'inherit'
    const child = spawn(command, args, {
      cwd,
      env: withoutSigningKey(env ?? process.env),
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        shown ? 'inherit' : 'pipe',
        shown ? 'inherit' : 'pipe',
      ],
      windowsHide: true,
    })
    let stdout = ''
    let stderr = ''
    let output = ''
    let timedOut = false
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text
      output += text
      onOutput?.(text)
    })
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
      output += text
      onOutput?.(text)
    })
    // A program may end before it has read all input. Ignore the resulting error of the pipe, because only the exit code matters.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)

    const timer = timeoutMs && setTimeout(() => ((timedOut = true), child.kill('SIGKILL')), timeoutMs)
    const ended = new Promise((done) => child.once('close', done))
    const forget = onInterrupt(async () => {
      child.kill(endsSlowly ? 'SIGKILL' : 'SIGTERM')
      await ended
    })
    const finish = (/** @type {number} */ code) => {
      if (timer) clearTimeout(timer)
      forget()
      if (!interrupted) resolve({ code, stdout, stderr, output, timedOut })
    }
    child.once('error', (error) => {
      stderr += error.message
      output += error.message
      finish(127)
    })
    child.once('exit', (code, signal) => {
      const exitCode = code ?? (signal ? 128 + constants.signals[signal] : 1)
      // The program may have started a background process that keeps our pipes open forever. Therefore, limit the wait.
      const grace = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, drainMs)
      child.once('close', () => {
        clearTimeout(grace)
        finish(exitCode)
      })
    })
  })
}

/**
 * Runs a program and returns its output. Rejects if the program fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function succeed(command, args, options) {
  const { code, stdout, output } = await run(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.trim()}`)
  return stdout
}

/**
 * Runs npm with the user's own registry configuration.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  // `npm run` sets this variable to the path of npm's own script. Running this script with Node avoids a search in PATH. On Windows, it
  // also avoids npm.cmd, which only a shell can run.
  const own = process.env['npm_execpath']
  if (own && /npm-cli\.c?js$/.test(own)) return run(process.execPath, [own, ...args], options)
  if (process.platform === 'win32') return run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options)
  return run('npm', args, options)
}
