/** `npm run statements`: reads the bank statements in a folder without the app. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run statements -- FOLDER [--json]

Reads every PDF in a folder on this computer, and tells which statements are verified. Without --json, prints one line per
file. Files of one folder are compared with each other: a month must open with the balance with which the month before closed.

  FOLDER     folder with PDF files
  --json     one JSON object from file name to result: verdict, reasons, accounts, positions, and funder_credits
  --seconds N  time limit per file (default 1200); a file that takes longer is unreadable
  --help     show this

Exit code: 0 all files were read or refused, 2 the folder cannot be read.
`

await runMain(help, async (args) => {
  const { node } = await setup({ for: 'tool' })
  const program = join(projectFolder, 'build', 'statements', 'cli.ts')
  const { code } = await run(node.path, ['--no-warnings', program, ...args], {
    cwd: projectFolder,
    stdio: 'inherit',
  })
  return /** @type {0 | 1} */ (code)
})
