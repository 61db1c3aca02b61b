/** What all commands under build/ have in common: --help, words instead of stack traces, and their exit codes. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether this module is the program that was started, and not one that another imports.
 * @param {string} url its import.meta.url
 */
export function isMain(url) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(url))
}

/**
 * Runs a command and sets the exit code: 0 all is met, 1 a finding, 2 it could not run.
 * @param {string} help
 * @param {(args: string[]) => Promise<0 | 1>} command
 */
export async function runMain(help, command) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    return
  }
  try {
    process.exitCode = await command(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
