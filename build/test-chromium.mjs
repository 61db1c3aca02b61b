/** `npm run test:chromium`: the end-to-end tests, with the app's page in the Chromium version that ships to users. */
import { parseArgs } from 'node:util'
import { buildGate, chromiumGate, runGates, total } from './gates.mjs'
import { chromiumOfElectron, findChromium } from './runtime/chromium.mjs'
import { runMain } from './runtime/command.mjs'
import { electronEnvironment, officialVersion } from './runtime/electron.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run test:chromium [-- FILE…]

Builds the app and runs the end-to-end tests and tests/chromium/ with the app's page in Debian's Chromium, which has the same
major version as the Electron that ships to users. Main, preload, relay, and sandbox are the real ones. FILE is a part of a
test file's path. The last line is "N passed, N failed".

  --help   show this

Environment:
  CHROMIUM_PATH   path of a Chromium or Chrome to use instead; it may have another version

Exit code: 0 all tests pass, 1 one fails, 2 it could not run.
`

await runMain(help, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (process.platform !== 'linux')
    throw new Error('These tests need Linux, because they run in a virtual display.')
  const { node, electron } = await setup({ for: 'chromium' })
  if (!electron) throw new Error('Setup did not install Electron.')
  const { version, major } = await findChromium()
  console.error(`Chromium ${version}`)
  if (major !== chromiumOfElectron())
    console.error(`Electron ${officialVersion()} contains Chromium ${chromiumOfElectron()}, not ${major}.`)

  const options = { json: false, summaries: true }
  const verdicts = await runGates([buildGate(node.path)], options)
  if (verdicts.every(({ passed }) => passed))
    verdicts.push(
      ...(await runGates([chromiumGate(node.path, electronEnvironment(electron), positionals)], options)),
    )
  const { passed, failed } = total(verdicts)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
