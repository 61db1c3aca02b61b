/** Shared by all commands under build/: --help, readable errors instead of stack traces, and exit codes. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dropSigningKey } from '../release/update-keys.mjs'

/**
 * True if Node was started with this module, false if it was imported.
 * @param {string} url its import.meta.url
 */
export function isMain(url) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(url))
}

/** Must match `engines` of package.json, which npm checks only during an installation. */
const oldestNode = /** @type {const} */ ([20, 19])

/** Returns a message if the running Node is too old, otherwise an empty string. */
function complaintAboutNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return ''
  return (
    `This needs Node ${oldestNode.join('.')} or newer, and this is Node ${process.versions.node}. ` +
    'Install a newer one from https://nodejs.org and run this again.\n'
  )
}

/**
 * Runs a command and sets the exit code: 0 success, 1 a finding, 2 the command could not run.
 * @param {string} help
 * @param {(args: string[]) => Promise<0 | 1>} command
 * @param {{ keepsSigningKey?: boolean }} [options] true for commands that use the update key or refuse to run if it is set. For all
 * other commands, the key is removed from the environment
 */
export async function runMain(help, command, { keepsSigningKey = false } = {}) {
  if (!keepsSigningKey) dropSigningKey()
  const args = process.argv.slice(2)
  const complaint = complaintAboutNode()
  if (complaint) {
    process.stderr.write(complaint)
    process.exitCode = 2
    return
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    return
  }
  try {
    process.exitCode = await command(args)
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 2
  }
}

/**
 * Formats an error for the user. Keeps only the first sentence of Node's errors about command line arguments, because the rest is for
 * programmers.
 * @param {unknown} error
 */
function formatError(error) {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
  if (!code.startsWith('ERR_PARSE_ARGS_')) return error.message
  return `${error.message.split(/\.?(?:\s*\n|\. |$)/)[0]}. See --help.`
}
