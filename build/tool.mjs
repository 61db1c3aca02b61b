/** `npm run types`, `format`, `statements`, and `conformance`: install what is needed, and run one program. */
import { parseArgs } from 'node:util'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'
import { toolPath } from './test-gate.mjs'

const HELP = {
  types: `Usage: npm run types

Checks the types of all projects, as npm run check does. A second run checks only what changed.

  --help   show this

Exit code: 0 no error, 1 errors, 2 it could not run.
`,

  format: `Usage: npm run format [-- FILE…]

Formats the named files, or all except Markdown, which is wrapped by hand. npm run check refuses other formatting.

  --help   show this

Exit code: 0 success, 1 a file could not be read, 2 it could not run.
`,

  statements: `Usage: npm run statements -- FOLDER [--json]

Reads every PDF in a folder on this computer, and tells which statements are verified. Without --json, prints one line per
file. Files of one folder are compared with each other: a month must open with the balance with which the month before closed.

  FOLDER     folder with PDF files
  --json     one JSON object from file name to result: verdict, reasons, accounts, positions, and funder_credits
  --seconds N  time limit per file (default 1200); a file that takes longer is unreadable
  --help     show this

Exit code: 0 all files were read or refused, 2 the folder cannot be read.
`,

  conformance: `Usage: npm run conformance -- --base-url URL --client-id ID --client-secret-env VAR [options]

Tests our client with every row of the partner's specification against an API, and prints one line per row. It sends one
complete application of a fictional merchant, so use a sandbox.

  --base-url URL            base address of the API
  --client-id ID            client id
  --client-secret-env VAR   environment variable with the client secret
  --profile FILE            endpoint profile (default: the standard one)
  --payload FILE            the application to send, as JSON (default: a fictional one for the standard payload profile)
  --webhook-url URL         address for notifications; if it is on this computer (127.0.0.1, port 0 for a free one), this
                            program listens there
  --requests-per-second N   rate limit (default 1, 0: no limit)
  --wait SECONDS            time to wait for the partner's own actions (default 30)
  --json                    one JSON object per line: {"id","section","what","result","detail"}
  --help                    show this

Exit code: 0 no row failed, 1 a row failed, 2 it could not run.
`,
}

const name = /** @type {keyof typeof HELP} */ (process.argv[2])

await runMain(HELP[name], async ([, ...args]) => {
  if (name === 'types' || name === 'format') {
    // Reject other arguments before installing anything.
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: name === 'format' })
    const { node } = await setup({ for: 'check' })
    const files = positionals.length > 0 ? positionals : ['.', '!**/*.md']
    const line =
      name === 'types'
        ? [await toolPath('typescript', 'tsc'), '-b']
        : [await toolPath('oxfmt', 'oxfmt'), '-c', 'build/oxfmt.json', ...files]
    const { code } = await run(node.path, line, { cwd: projectFolder, stdio: 'inherit' })
    return code === 0 ? 0 : 1
  }
  const { node } = await setup({ for: 'tool' })
  const line = ['--no-warnings', `build/${name}/cli.ts`, ...args]
  const { code } = await run(node.path, line, { cwd: projectFolder, stdio: 'inherit' })
  return /** @type {0 | 1} */ (code)
})
