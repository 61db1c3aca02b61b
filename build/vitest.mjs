/** `npm run vitest -- …`: single tests, on the Node, Electron and desktop that `npm test` gives them. */
import { join } from 'node:path'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { inDesktopSession } from './runtime/desktop-session.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { setup } from './setup.mjs'

const PROJECTS = ['unit', 'integration', 'e2e', 'package']

const help = `Usage: npm run vitest -- --project=${PROJECTS.join('|')} [FILE…] [vitest's own options]

Runs single tests as npm test does: with Node 24, under a virtual display with a keyring of its own. Builds the app first for
end-to-end tests.

  --help   show this

Exit code: 0 all passed, 1 one failed, 2 it could not run.
`

await runMain(help, async (args) => {
  const wanted = args.flatMap((arg) => /^--project=(.*)$/.exec(arg)?.[1] ?? [])
  // Without one, end-to-end tests would run too, on whatever was built last.
  if (wanted.length === 0 || wanted.some((name) => !PROJECTS.includes(name)))
    throw new Error(`Name what to run: ${PROJECTS.map((name) => `--project=${name}`).join(', ')}.`)
  const needsApp = wanted.includes('e2e') || wanted.includes('package')
  const { node, electron } = await setup({ for: needsApp ? 'test' : 'check' })
  if (wanted.includes('e2e')) await buildApp(node.path)
  const runner = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs')
  const session = /** @type {const} */ ({ display: 'virtual', keyring: 'throw-away', cwd: projectFolder })
  const env = { ...process.env, ...(electron ? electronEnvironment(electron) : {}) }
  const run = [runner, 'run', '--config', 'tests/vitest.config.ts', ...args]
  return (await inDesktopSession(session, node.path, run, env)) === 0 ? 0 : 1
})
