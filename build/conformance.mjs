/** `npm run conformance`: our client against any implementation of the partner's specification. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run conformance -- --base-url URL --client-id ID --client-secret-env VAR [options]

Drives our client through every row of the partner's specification against a service, and prints one line a row. It sends
one complete application of a made-up merchant, so use a sandbox.

  --base-url URL            base address of the service
  --client-id ID            client id
  --client-secret-env VAR   environment variable that holds the client secret
  --profile FILE            endpoint profile (default: the standard one)
  --payload FILE            the application to send, as JSON (default: a made-up one by the standard payload profile)
  --webhook-url URL         where the service can send notifications; on this computer (127.0.0.1, port 0 for a free one) the
                            program listens there itself
  --requests-per-second N   at most so many (default 1, 0: no limit)
  --wait SECONDS            how long to wait for what the service does by itself (default 30)
  --json                    one JSON object a line: {"id","section","what","result","detail"}
  --help                    show this

Exit code: 0 no row failed, 1 one did, 2 it could not run.
`

await runMain(help, async (args) => {
  const { node } = await setup({ for: 'tool' })
  const program = join(projectFolder, 'build', 'conformance', 'cli.ts')
  const { code } = await run(node.path, [program, ...args], { cwd: projectFolder, stdio: 'inherit' })
  return /** @type {0 | 1} */ (code)
})
