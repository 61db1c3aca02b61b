/** `npm run conformance`: tests the app's client against any server that implements the partner's specification. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run conformance -- --base-url URL --client-id ID --client-secret-env VAR [options]

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
`

await runMain(help, async (args) => {
  const { node } = await setup({ for: 'tool' })
  const program = join(projectFolder, 'build', 'conformance', 'cli.ts')
  const { code } = await run(node.path, [program, ...args], { cwd: projectFolder, stdio: 'inherit' })
  return /** @type {0 | 1} */ (code)
})
