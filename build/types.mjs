/** `npm run types`: checks the types of all TypeScript projects in this repository. */
import { parseArgs } from 'node:util'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'
import { toolPath } from './test-gate.mjs'

const help = `Usage: npm run types

Checks the types of all projects, as npm run check does. A second run checks only what changed.

  --help   show this

Exit code: 0 no error, 1 errors, 2 it could not run.
`

await runMain(help, async (args) => {
  parseArgs({ args, options: {} })
  const { node } = await setup({ for: 'check' })
  const compiler = await toolPath('typescript', 'tsc')
  const { code } = await run(node.path, [compiler, '-b'], { cwd: projectFolder, stdio: 'inherit' })
  return code === 0 ? 0 : 1
})
