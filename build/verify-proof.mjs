/** `npm run verify-proof`: checks a proof of submission without the app. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { installPackages } from './runtime/packages.mjs'

const help = `Usage: npm run verify-proof -- FILE [options]

Checks a proof of submission: that no entry was edited, removed, moved or cut off, that the device which it names signed it,
and, with --jwks, that each event says what the funding partner signed. Prints a line for each check: ok, BROKEN, or UNPROVEN
where the partner's signature does not vouch for an event.

  FILE               the proof as JSON (in a proof as PDF it is the attachment, proof.json)
  --fingerprint HEX  the fingerprint of the broker's device, told on another way: without it nobody can say whose device it was
  --jwks FILE        the partner's published keys. Without them every event is UNPROVEN
  --signing-keys NAMES  which of them sign events; * stands for any signs (iso-submission-*)
  --json             one JSON object a line: {"check","result","detail","entry"}
  --help             show this

Exit code: 0 the proof is whole (events may be UNPROVEN), 1 it is broken, 2 it can't be read.
`

await runMain(help, async (args) => {
  // Whoever gets a proof has any Node: the checks are translated here instead of fetching the product's own.
  if (!existsSync(join(projectFolder, 'node_modules', 'vite')))
    await installPackages(projectFolder, console.error)
  const { runnerImport } = await import('vite')
  const options = /** @type {const} */ ({ root: projectFolder, configFile: false, logLevel: 'error' })
  const { module } = await runnerImport(
    join(projectFolder, 'build', 'verify-proof', 'check-file.ts'),
    options,
  )
  const { checkFile } = /** @type {typeof import('./verify-proof/check-file.ts')} */ (module)
  return checkFile(args)
})
