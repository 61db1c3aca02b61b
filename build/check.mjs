/** `npm run check`: everything but building the app and the end-to-end tests, in about three minutes. */
import { parseArgs } from 'node:util'
import { checkGates, runGates, total } from './gates.mjs'
import { runMain } from './runtime/command.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run check [-- --json]

Format, lint, types, dead code, dependencies, regular expressions, unit and integration tests. Prints a line for each, and the output of what failed.

  --json   one JSON object a line on stdout, everything else on stderr
  --help   show this

Exit code: 0 all is met, 1 a finding, 2 it could not run.
`

await runMain(help, async (args) => {
  const { json } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values
  const { node } = await setup({ for: 'check' })
  const { failed } = total(await runGates(checkGates(node.path), { json }))
  return failed === 0 ? 0 : 1
})
