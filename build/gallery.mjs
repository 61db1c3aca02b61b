/** `npm run gallery`: every screen in every state, as pictures in out/gallery/. */
import { join } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { runWithApp } from './measure.mjs'

const help = `Usage: npm run gallery [-- ACT…]

Takes pictures of every screen of the real app in every state (empty, full, failing, loading), light and dark, at 1280×800,
1920×1080 and 200 % zoom, and in Spanish, and puts them into out/gallery/. Acts: first-run, new-office, busy-office, stuck-office,
spanish-office; without any, all.

  --help   show this

Exit code: 0 all were taken, 1 not all, 2 it could not run.
`

await runMain(help, (args) => runWithApp(join(projectFolder, 'tests', 'gallery', 'gallery.ts'), args))
