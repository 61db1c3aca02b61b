/** Runs Git commands in a given folder, which contains a copy of the project. */
import { run } from '../runtime/process.mjs'

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {Promise<string>} its output
 */
export async function git(folder, ...args) {
  const { code, stdout, output } = await run('git', args, { cwd: folder })
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`)
  return stdout.trim()
}
