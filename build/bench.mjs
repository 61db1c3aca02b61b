/** `npm run bench -- NAME`: a figure of this product, beside the goal that it is to reach. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run bench -- NAME [--json]

Measures and prints one line, {"name","met","metrics","goals","rounds","runtime"}. How is said at the head of tests/bench/NAME.ts.

  upload   a 200 MB document to a service on loopback: throughput beside curl's, growth of resident memory

  --json   one JSON object a line on stdout
  --help   show this

Exit code: 0 the goals are met, 1 they are not, 2 it could not run.
`

await runMain(help, async (args) => {
  const { node } = await setup({ for: 'check' })
  const program = join(projectFolder, 'tests', 'bench', 'bench.ts')
  const { code } = await run(node.path, [program, ...args], { cwd: projectFolder, stdio: 'inherit' })
  return /** @type {0 | 1} */ (code)
})
