/** `npm run verify-proof`: checks a proof of submission without the app. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { installPackages } from './runtime/packages.mjs'

const help = `Usage: npm run verify-proof -- FILE [SENT FILES…] [options]

Checks a proof of submission: with --jwks, that each event matches what the funding partner signed, and that each sent file has a
hash that the proof records. Prints one line per check: ok, BROKEN, or UNPROVEN if the partner's signature does not cover an
event. What was sent, when, and how the partner answered is the record of the broker's computer, and no signature proves it.

  FILE               the proof as JSON (in a PDF proof, the attachment proof.json)
  SENT FILES         documents, or the request body, that you got from the broker or the partner
  --jwks FILE        the partner's published keys, from the partner itself; without them, every event is UNPROVEN
  --signing-keys NAMES  names of the keys that sign events; * matches any characters (iso-submission-*)
  --json             one JSON object per line: {"check","result","detail","entry"}
  --help             show this

Exit code: 0 no check failed (events may be UNPROVEN), 1 the proof is broken, 2 a file cannot be read.
`

await runMain(help, async (args) => {
  // The recipient of a proof may have a Node version that cannot run TypeScript. Therefore, convert the checks to JavaScript with Vite,
  // instead of downloading Node 24.
  if (!existsSync(join(projectFolder, 'node_modules', 'vite')))
    await installPackages(projectFolder, console.error)
  const { runnerImport } = await import('vite')
  const options = /** @type {const} */ ({ root: projectFolder, configFile: false, logLevel: 'error' })
  const { module } = await runnerImport(join(projectFolder, 'build', 'verify-proof.ts'), options)
  const { checkFile } = /** @type {typeof import('./verify-proof.ts')} */ (module)
  return checkFile(args)
})
