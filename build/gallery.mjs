/** `npm run gallery`: every screen in every state, as pictures in out/gallery/. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { runWithApp } from './measure.mjs'

/** As in tests/gallery/scenes.ts. */
const ACTS = ['first-run', 'new-office', 'busy-office', 'stuck-office', 'spanish-office']

const help = `Usage: npm run gallery [-- ACT…]

Takes pictures of every screen of the real app in every state (empty, full, failing, loading), light and dark, at 1280×800,
1920×1080 and 200 % zoom, and in Spanish, and puts them into out/gallery/. Without an act, of all:
${ACTS.join(', ')}.

  --help   show this

Exit code: 0 all were taken, 1 not all, 2 it could not run.
`

await runMain(help, async (args) => {
  // Before anything is installed or built for an act that is none.
  const unknown = args.find((name) => !ACTS.includes(name))
  if (unknown !== undefined) throw new Error(`There is no act "${unknown}". There are: ${ACTS.join(', ')}.`)
  return runWithApp(join(projectFolder, 'tests', 'gallery', 'gallery.ts'), args)
})
