import { existsSync } from 'node:fs'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { ENVIRONMENTS } from '../../../src-shared/platform/words/vocabulary.ts'
import { printable, printableLines } from '../../../src-shared/platform/base/text.ts'
import type { SandboxOptions } from './sandbox.ts'
import { logToStderr, toTimestamp } from './clock-and-log.ts'
import { SHAPE_NAMES } from './shapes.ts'
import { readRequestLog, databaseFile } from './store.ts'

const COULD_NOT_RUN = 2
const PACES: Record<string, number> = { fast: 40, demo: 2500 }
const DAY_MS = 24 * 3600 * 1000

interface ServeOptions extends Omit<SandboxOptions, 'paceMs' | 'adminPort'> {
  speed: number
  adminPort?: number
  exitWithParent: boolean
}

export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command('sandbox')
    .description("Simulates the partner's API on loopback for demos, development, and tests.")
    .exitOverride()
    .showHelpAfterError('See --help.')
    .configureOutput({ writeErr: (text) => process.stderr.write(printableLines(text)) })
  program
    .command('serve')
    .description('Start the sandbox, print one JSON line on stdout when it is ready, and log to stderr.')
    .requiredOption('--data <DIR>', 'folder for all state; created if missing', folder)
    .option('--port <N>', 'port; 0 picks a free one', wholeNumber(0, 65_535), 0)
    .option(
      '--speed <PACE>',
      'milliseconds between underwriting steps, fast (40), or demo (2500)',
      (text) => PACES[text] ?? wholeNumber(0, DAY_MS)(text),
      PACES['demo'],
    )
    .option('--seed <N>', 'number that determines ids and offers', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
    .option(
      '--offers <N>',
      'number of offers after a review; a reference with the word multiple gets three',
      wholeNumber(1, 6),
      1,
    )
    .addOption(
      new Option('--environment <NAME>', 'each has its own credentials, keys, and data')
        .choices(ENVIRONMENTS)
        .default('sandbox'),
    )
    .addOption(
      new Option('--shapes <NAME>', 'format of responses that the specification does not show')
        .choices(SHAPE_NAMES)
        .default('standard'),
    )
    .option(
      '--admin-port <N>',
      'port of the admin endpoint on 127.0.0.1, which controls faults; 0 for a free one (default: none)',
      wholeNumber(0, 65_535),
    )
    .option('--exit-with-parent', 'stop when stdin closes', false)
    .action(serve)
  program
    .command('log')
    .description('Print the received requests: time, method, path, status, application.')
    .requiredOption('--data <DIR>', 'folder of the sandbox', folder)
    .option('--json', 'one JSON object per line', false)
    .action(printLog)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its own errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : COULD_NOT_RUN
    process.stderr.write(
      printableLines(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`),
    )
    return COULD_NOT_RUN
  }
}

/** Prints a line to stdout when the sandbox is ready, because programs that start it wait for this line. */
async function serve(given: ServeOptions): Promise<void> {
  const options: SandboxOptions = {
    ...given,
    paceMs: given.speed,
    adminPort: given.adminPort ?? null,
  }
  // Import the server here and not at the top of the file, so that the `log` command and the help do not load it.
  const { startSandbox } = await import('./sandbox.ts')
  const { stop, ...ready } = await startSandbox(options, logToStderr)
  let stopping = false
  function end(reason: string): void {
    if (stopping) return
    stopping = true
    logToStderr(`stopping: ${reason}`)
    void stop().then(() => process.stdin.destroy())
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal))
  if (given.exitWithParent) {
    // If stdin is a pipe, its end may emit `close` or `error` instead of `end`. If stdin is a file or a device, its end emits only `end`.
    for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => end('stdin closed'))
    process.stdin.resume()
  }
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready })}\n`)
}

function printLog({ data, json }: { data: string; json: boolean }): void {
  if (!existsSync(databaseFile(data))) throw new Error(`${data} contains no sandbox data.`)
  const lines = readRequestLog(data).map((request) => {
    const { at, method, path, status, application_id } = request
    return json
      ? JSON.stringify({ time: toTimestamp(at), method, path, status, application_id })
      : [toTimestamp(at), method, path, status ?? 'aborted', application_id ?? ''].join(' ').trimEnd()
  })
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''))
}

function folder(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty.')
  return text
}

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
}
