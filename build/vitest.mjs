/** `npm run vitest -- …`: runs single tests with the same Node, Electron, and desktop as `npm test`. */
import { join } from 'node:path'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'
import { projectOption } from './test-gate.mjs'

const PROJECTS = ['unit', 'integration', 'e2e', 'package']

const help = `Usage: npm run vitest -- --project=${PROJECTS.join('|')} [FILE…] [vitest's own options]

Runs single tests like npm test: with Node 24, under virtual displays with separate keyrings. Builds the app first for
end-to-end and package tests.

  --help   show this

Exit code: 0 all passed, 1 a test failed, 2 it could not run.
`

await runMain(help, async (args) => {
  const wanted = args.flatMap((arg) => /^--project=(.*)$/.exec(arg)?.[1] ?? [])
  // Reject a call without a test project, because vitest would then run all projects, including the end-to-end tests with an outdated
  // build.
  if (wanted.length === 0 || wanted.some((name) => !PROJECTS.includes(name)))
    throw new Error(`Name a project: ${PROJECTS.map((name) => `--project=${name}`).join(', ')}.`)
  const needsApp = wanted.includes('e2e') || wanted.includes('package')
  const { node, electron } = await setup({ for: needsApp ? 'test' : 'check' })
  if (needsApp) await buildApp(node.path)
  const runner = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, ...(electron ? electronEnvironment(electron) : {}) }
  const options = args.map((arg) => arg.replace(/^--project=(.*)$/, (_, name) => projectOption(name)))
  const line = [runner, 'run', '--config', 'tests/vitest.config.ts', ...options]
  const { code } = await run(node.path, line, { cwd: projectFolder, env, stdio: 'inherit' })
  return code === 0 ? 0 : 1
})
