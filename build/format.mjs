/** `npm run format`: formats the sources. */
import { parseArgs } from 'node:util'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'
import { toolPath } from './test-gate.mjs'

const help = `Usage: npm run format [-- FILE…]

Formats the named files, or all except Markdown, which is wrapped by hand. npm run check refuses other formatting.

  --help   show this

Exit code: 0 success, 1 a file could not be read, 2 it could not run.
`

await runMain(help, async (args) => {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  const files = positionals.length > 0 ? positionals : ['.', '!**/*.md']
  const { node } = await setup({ for: 'check' })
  const formatter = [await toolPath('oxfmt', 'oxfmt'), '-c', 'build/oxfmt.json', ...files]
  const { code } = await run(node.path, formatter, { cwd: projectFolder, stdio: 'inherit' })
  return code === 0 ? 0 : 1
})
