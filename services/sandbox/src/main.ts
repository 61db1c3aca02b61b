import { enableCompileCache } from 'node:module'
import { printableLines } from '../../../src-shared/printable.ts'
import { HELP, parseCommandLine, type Command } from './command-line.ts'

/** Exit code for errors; 0 means success. */
const COULD_NOT_RUN = 2

async function main(): Promise<void> {
  // Halves the start time, which every test that runs the sandbox waits for.
  enableCompileCache()
  let command: Command
  try {
    command = parseCommandLine(process.argv.slice(2))
  } catch (error) {
    complain(error, ' See --help.')
    return
  }
  // Each command imports only its own modules, so that `help` and `log` do not load the server.
  try {
    if (command.name === 'help') process.stdout.write(HELP)
    else if (command.name === 'log') (await import('./commands/log.ts')).printLog(command.data, command.json)
    else await (await import('./commands/serve.ts')).serve(command.options, command.exitWithParent)
  } catch (error) {
    complain(error)
  }
}

function complain(error: unknown, hint = ''): void {
  process.stderr.write(
    printableLines(`sandbox: ${error instanceof Error ? error.message : String(error)}${hint}\n`),
  )
  process.exitCode = COULD_NOT_RUN
}

await main()
