/** `npm test`: the gates of `npm run check`, the app's build, and the end-to-end tests in the real app. */
import { parseArgs } from 'node:util'
import { appGate, buildGate, checkGates, runGates, total, tourGate } from './gates.mjs'
import { runMain } from './runtime/command.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm test [-- --json] [-- --retry-electron]

Installs missing parts, checks format, lint, types, and dead code, runs unit and integration tests, builds the app, performs the
main task as npm start does without a display, runs the end-to-end tests in the real app, and tests the packaged app. The last line is
"N passed, N failed": every test and every other gate counts as one.

  --json             one JSON object per line on stdout, everything else on stderr
  --retry-electron   retry the download of the official Electron, even if it failed within the last day
  --help             show this

Exit code: 0 all gates pass, 1 one fails, 2 it could not run.
`

await runMain(help, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      'retry-electron': { type: 'boolean', default: false },
    },
  })
  const { node, electron } = await setup({ for: 'test', retryElectron: values['retry-electron'] })
  if (!electron) throw new Error('Setup did not install Electron.')

  const options = { json: values.json, summaries: true }
  const verdicts = await runGates([...checkGates(node.path), buildGate(node.path)], options)
  // The tour needs D-Bus, so only Linux can run it.
  if (process.platform === 'linux') verdicts.push(...(await runGates([tourGate(node.path)], options)))
  // Run the tests of the app after all other gates, because they use all processor cores and may fail on a busy machine.
  verdicts.push(...(await runGates([appGate(node.path, electronEnvironment(electron))], options)))

  const { passed, failed } = total(verdicts)
  console.log(values.json ? JSON.stringify({ passed, failed }) : `${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
