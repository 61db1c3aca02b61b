/** Code that `npm run bench` and `npm run torture` share: installs what is needed, and runs the program with the given name in tests/. */
import { join } from 'node:path'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { inDesktopSession } from './runtime/desktop-session.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

/**
 * Runs the program with the given name. If the program measures the real app, first builds the app, and runs the program in a separate
 * desktop session.
 * @param {'bench' | 'torture'} folder
 * @param {ReadonlySet<string>} needApp
 * @param {readonly string[]} args
 * @param {string} help text that lists the names
 * @returns {Promise<0 | 1>}
 */
export async function measure(folder, needApp, args, help) {
  const [wanted = '', ...more] = args
  const names = [...help.matchAll(/^ {2}([a-z][a-z-]*) {2}/gm)].map(([, name]) => name)
  // Reject an unknown name before installing or building anything.
  if (!names.includes(wanted))
    throw new Error(
      `${wanted ? `Unknown name "${wanted}"` : 'A name is missing'}. Names for npm run ${folder} -- NAME: ${names.join(', ')}.`,
    )
  const stranger = more.find((arg) => arg !== '--json')
  if (stranger !== undefined)
    throw new Error(`Unexpected argument "${stranger}". Give one NAME, and optionally --json. See --help.`)
  const program = join(projectFolder, 'tests', folder, `${folder}.ts`)
  if (!needApp.has(wanted)) {
    const { node } = await setup({ for: 'measure' })
    const { code } = await run(node.path, [program, ...args], { cwd: projectFolder, stdio: 'inherit' })
    return /** @type {0 | 1} */ (code)
  }
  return runWithApp(program, args)
}

/**
 * Runs a program with the built app, under a virtual display with a separate keyring.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<0 | 1>}
 */
export async function runWithApp(program, args) {
  const { node, electron } = await setup({ for: 'test' })
  if (!electron) throw new Error('Setup did not install Electron.')
  await buildApp(node.path)
  const session = /** @type {const} */ ({ display: 'virtual', keyring: 'throw-away', cwd: projectFolder })
  const env = { ...process.env, ...electronEnvironment(electron) }
  return /** @type {0 | 1} */ (await inDesktopSession(session, node.path, [program, ...args], env))
}
