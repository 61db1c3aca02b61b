/**
 * `npm test`: the gates of `npm run check`, the app's build, and the most important end-to-end tests in the real app. `npm run test:all`
 * also runs the other tests.
 */
import { parseArgs } from 'node:util'
import {
  appGate,
  buildGate,
  checkGates,
  chromiumGate,
  printSlowFiles,
  runGates,
  total,
  tourGate,
} from './gates.mjs'
import { findChromium } from './runtime/chromium.mjs'
import { runMain } from './runtime/command.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm test [-- --json]
       npm run test:all [-- --json]

Installs missing parts, checks format, lint, types, and dead code, runs unit and integration tests, builds the app, performs the
main task as npm start does without a display, and runs the most important end-to-end tests in the real app. npm run test:all
also runs the slow tests, the other end-to-end tests, and the tests of the packaged app. If Chromium is installed, it repeats
the end-to-end tests there. The last line is "N passed, N failed": every test and every other gate counts as one.

  --all    what npm run test:all adds
  --json   one JSON object per line on stdout, everything else on stderr
  --help   show this

Exit code: 0 all gates pass, 1 one fails, 2 it could not run.
`

await runMain(help, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { node, electron } = await setup({ for: 'test' })
  if (!electron) throw new Error('Setup did not install Electron.')

  const { all, json } = values
  const options = { json, summaries: true }
  const verdicts = await runGates([...checkGates(node.path, { all }), buildGate(node.path)], options)
  // The tests of the app need the build.
  const env = electronEnvironment(electron)
  const withChromium = all && (await findChromium().catch(() => null)) !== null
  const appGates = [
    // The tour needs D-Bus, so only Linux can run it.
    ...(process.platform === 'linux' ? [tourGate(node.path)] : []),
    appGate(node.path, env, { all }),
    ...(withChromium ? [chromiumGate(node.path, env, [])] : []),
  ]
  verdicts.push(...(await runGates(appGates, options)))

  const { passed, failed } = total(verdicts)
  if (!json) printSlowFiles(verdicts)
  console.log(json ? JSON.stringify({ passed, failed }) : `${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
