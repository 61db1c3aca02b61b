/** `npm run gallery`: takes screenshots of every screen in every state and saves them in out/gallery/. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { runWithApp } from './measure.mjs'

/** Names of the acts (groups of screenshots). Must match tests/gallery/scenes.ts. */
const ACTS = ['first-run', 'new-office', 'busy-office', 'stuck-office', 'spanish-office']

const help = `Usage: npm run gallery [-- ACT…]

Takes pictures of every screen of the real app in every state (empty, full, failing, loading), light and dark, at 1280×800,
1920×1080, and 200 % zoom, and in Spanish. Writes them to out/gallery/. Without an act, takes all:
${ACTS.join(', ')}.

  --help   show this

Exit code: 0 all taken, 1 some missing, 2 it could not run.
`

await runMain(help, async (args) => {
  // Reject an unknown act before installing or building anything.
  const unknown = args.find((name) => !ACTS.includes(name))
  if (unknown !== undefined) throw new Error(`Unknown act "${unknown}". Known acts: ${ACTS.join(', ')}.`)
  return runWithApp(join(projectFolder, 'tests', 'gallery', 'gallery.ts'), args)
})
