/** `npm run check`: runs all gates except the app's build and the end-to-end tests. */
import { parseArgs } from 'node:util'
import { checkGates, runGates, total } from './gates.mjs'
import { runMain } from './runtime/command.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run check [-- --json]

Checks format, lint, types, dead code, dependencies, and regular expressions, and runs unit and integration tests. Prints one line per gate, and
the output of failed ones.

  --json   one JSON object per line on stdout, everything else on stderr
  --help   show this

Exit code: 0 all gates pass, 1 one fails, 2 it could not run.
`

await runMain(help, async (args) => {
  const { json } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values
  const { node } = await setup({ for: 'check' })
  const { failed } = total(await runGates(checkGates(node.path), { json }))
  return failed === 0 ? 0 : 1
})
