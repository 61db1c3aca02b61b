import { logToStderr } from '../log.ts'
import { startSandbox, type SandboxOptions } from '../sandbox.ts'

/** Runs the sandbox until a signal arrives or, on request, until stdin closes. Prints the ready line that callers wait for. */
export async function serve(options: SandboxOptions, exitWithParent: boolean): Promise<void> {
  const { stop, ...ready } = await startSandbox(options, logToStderr)
  let stopping = false
  function end(reason: string): void {
    if (stopping) return
    stopping = true
    logToStderr(`stopping: ${reason}`)
    void stop().then(() => process.stdin.destroy())
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal))
  if (exitWithParent) {
    // A closed pipe ends or breaks; a file or device only ends.
    for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => end('stdin closed'))
    process.stdin.resume()
  }
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready })}\n`)
}
