/** The commands that run gates (automatic checks) and tests: `npm test`, `check`, `test:all`, `test:chromium`, `test:windows`, and `vitest`. */
import { parseArgs } from 'node:util'
import {
  appGate,
  buildApp,
  buildGate,
  checkGates,
  chromiumGate,
  printSlowFiles,
  runGates,
  total,
  tourGate,
} from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import {
  chromiumOfElectron,
  electronEnvironment,
  findChromium,
  officialVersion,
} from './runtime/electron.mjs'
import { run } from './runtime/process.mjs'
import { openWindows, whyNoWindows, windowsPath } from './runtime/windows.mjs'
import { setup } from './setup.mjs'
import { projectOption, testGate, toolPath } from './test-gate.mjs'

const PROJECTS = ['unit', 'integration', 'e2e', 'package']
/** The projects whose tests run as Windows programs. */
const ON_WINDOWS = ['unit', 'integration']

const JSON_OPTION = /** @type {const} */ ({ type: 'boolean', default: false })

const HELP = {
  test: `Usage: npm test [-- --json]
       npm run test:all [-- --json]

Installs missing parts, checks format, lint, types, and dead code, runs unit and integration tests, builds the app, performs the
main task as npm start does without a display, and runs the most important end-to-end tests in the real app. npm run test:all
also runs the slow tests, the other end-to-end tests, and the tests of the packaged app, and repeats the end-to-end tests in
Chromium. What cannot run on this computer is skipped, and the output states the reason. The last line is "N passed, N failed": every test and every other gate counts as one.

  --all    what npm run test:all adds
  --json   one JSON object per line on stdout, everything else on stderr
  --help   show this

Exit code: 0 all gates pass, 1 one fails, 2 it could not run.
`,

  check: `Usage: npm run check [-- --json]

Checks format, lint, types, dead code, dependencies, and regular expressions, and runs unit and integration tests. Prints one line per gate, and
the output of failed ones.

  --json   one JSON object per line on stdout, everything else on stderr
  --help   show this

Exit code: 0 all gates pass, 1 one fails, 2 it could not run.
`,

  chromium: `Usage: npm run test:chromium [-- FILE…]

Builds the app and runs the end-to-end tests and tests/chromium/ with the app's page in Debian's Chromium, which has the same
major version as the Electron that ships to users. Main, preload, relay, and sandbox are the real ones. FILE is a part of a
test file's path. The last line is "N passed, N failed".

  --help   show this

Environment:
  CHROMIUM_PATH   path of a Chromium or Chrome to use instead; it may have another version

Exit code: 0 all tests pass, 1 one fails, 2 it could not run.
`,

  windows: `Usage: npm run test:windows [-- --project=${ON_WINDOWS.join('|')}] [-- FILE…]

Runs the unit and integration tests as a Windows program. On Linux as root, installs Wine 10 (with debootstrap, into a folder
of the cache) and Node 24 for Windows (with npm), and runs the tests in Wine. On Windows, runs the tests directly. Prints how
many tests were skipped, by reason. The last line is "N passed, N failed, N skipped".

  --project NAME   run only this project; repeatable
  FILE             run only test files whose path contains this text
  --help           show this

Exit code: 0 all passed, 1 a test failed, 2 it could not run.
`,

  vitest: `Usage: npm run vitest -- --project=${PROJECTS.join('|')} [FILE…] [vitest's own options]

Runs single tests like npm test: with Node 24, under virtual displays with separate keyrings. Builds the app first for
end-to-end and package tests.

  --help   show this

Exit code: 0 all passed, 1 a test failed, 2 it could not run.
`,
}

/** @type {Record<keyof typeof HELP, (args: string[]) => Promise<boolean>>} Each returns true if everything passed. */
const RUN = { test, check, chromium, windows, vitest }
const [, , given = ''] = process.argv
const isNamed = Object.hasOwn(RUN, given)
const name = /** @type {keyof typeof HELP} */ (isNamed ? given : 'test')
await runMain(HELP[name], async (args) => ((await RUN[name](args.slice(isNamed ? 1 : 0))) ? 0 : 1))

/** @param {string[]} args */
async function check(args) {
  const { json } = parseArgs({ args, options: { json: JSON_OPTION } }).values
  const { node } = await setup({ for: 'check' })
  return total(await runGates(checkGates(node.path), { json })).failed === 0
}

/** @param {string[]} args */
async function test(args) {
  const { all, json } = parseArgs({ args, options: { all: JSON_OPTION, json: JSON_OPTION } }).values
  const { node, env } = await setUpElectron(all ? 'chromium' : 'test')
  const options = { json, summaries: true }
  const verdicts = await runGates([...checkGates(node, { all }), buildGate(node)], options)
  // The tests of the app need the build.
  const noChromium = all && (await findChromium().then(() => '', String))
  if (noChromium) console.error(`- chromium skipped, as ${noChromium}`)
  const appGates = [
    // The tour needs D-Bus, so only Linux can run it.
    ...(process.platform === 'linux' ? [tourGate(node)] : []),
    appGate(node, env, { all }),
    ...(noChromium === '' ? [chromiumGate(node, env, [])] : []),
  ]
  verdicts.push(...(await runGates(appGates, options)))

  const { passed, failed } = total(verdicts)
  if (!json) printSlowFiles(verdicts)
  console.log(json ? JSON.stringify({ passed, failed }) : `${passed} passed, ${failed} failed`)
  return failed === 0
}

/** @param {'test' | 'chromium'} purpose */
async function setUpElectron(purpose) {
  const { node, electron } = await setup({ for: purpose })
  if (!electron) throw new Error('Setup did not install Electron.')
  return { node: node.path, env: electronEnvironment(electron) }
}

/**
 * Runs the end-to-end tests with the app's page in the Chromium version that ships to users.
 * @param {string[]} args
 */
async function chromium(args) {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (process.platform !== 'linux')
    throw new Error('These tests need Linux, because they run in a virtual display.')
  const { node, env } = await setUpElectron('chromium')
  const { version, major } = await findChromium()
  console.error(`Chromium ${version}`)
  if (major !== chromiumOfElectron())
    console.error(`Electron ${officialVersion()} contains Chromium ${chromiumOfElectron()}, not ${major}.`)

  const options = { json: false, summaries: true }
  const verdicts = await runGates([buildGate(node)], options)
  if (verdicts.every(({ passed }) => passed))
    verdicts.push(...(await runGates([chromiumGate(node, env, positionals)], options)))
  const { passed, failed } = total(verdicts)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0
}

/**
 * Runs the unit and integration tests as a Windows program, on Linux in Wine.
 * @param {string[]} args
 */
async function windows(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { project: { type: 'string', multiple: true, default: ON_WINDOWS } },
  })
  const unknown = values.project.find((project) => !ON_WINDOWS.includes(project))
  if (unknown !== undefined)
    throw new Error(`--project knows no "${unknown}". Choose ${ON_WINDOWS.join(' or ')}.`)
  const reason = whyNoWindows()
  if (reason !== null) throw new Error(`Windows programs cannot run here: ${reason}.`)

  const { node } = await setup({ for: 'tool' })
  const wine = process.platform === 'win32' ? undefined : await openWindows(console.error)
  // The tests take many minutes, so show their output while they run.
  const onOutput = (/** @type {string} */ text) => void process.stderr.write(text)
  /** @param {import('./test-gate.mjs').Program} program */
  const start = ({ command, args: line, env }) =>
    wine
      ? wine.runNode(line.map(translated), { env: { NO_COLOR: '1', CI: '1' }, onOutput })
      : run(command, line, { cwd: projectFolder, env, onOutput })
  try {
    const verdicts = []
    // Sequential, because each project already uses all processors.
    for (const project of values.project) {
      const options = { name: `windows-${project}`, files: positionals, start }
      const gate = testGate(node.path, [project], options)
      verdicts.push(...(await runGates([gate], { json: false, summaries: true })))
    }
    const skipped = verdicts.reduce((sum, { counts }) => sum + counts.skipped, 0)
    const { passed, failed } = total(verdicts)
    if (passed + failed + skipped === 0) throw new Error(`No test file matches ${positionals.join(' ')}.`)
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
    return failed === 0
  } finally {
    await wine?.close()
  }
}

/**
 * Converts the project's paths in an argument to paths of Windows programs.
 * @param {string} arg
 */
function translated(arg) {
  const at = arg.indexOf(projectFolder)
  return at < 0 ? arg : arg.slice(0, at) + windowsPath(arg.slice(at))
}

/**
 * Runs single tests with the same Node, Electron, and desktop as `npm test`.
 * @param {string[]} args
 */
async function vitest(args) {
  const wanted = args.flatMap((arg) => /^--project=(.*)$/.exec(arg)?.[1] ?? [])
  // Reject a call without a test project, because vitest would then run all projects, including the end-to-end tests with an outdated
  // build.
  if (wanted.length === 0 || wanted.some((project) => !PROJECTS.includes(project)))
    throw new Error(`Name a project: ${PROJECTS.map((project) => `--project=${project}`).join(', ')}.`)
  const needsApp = wanted.includes('e2e') || wanted.includes('package')
  const { node, electron } = await setup({ for: needsApp ? 'test' : 'check' })
  if (needsApp) await buildApp(node.path)
  const env = { ...process.env, ...(electron ? electronEnvironment(electron) : {}) }
  const options = args.map((arg) => arg.replace(/^--project=(.*)$/, (_, project) => projectOption(project)))
  const line = [await toolPath('vitest', 'vitest'), 'run', '--config', 'tests/vitest.config.ts', ...options]
  const { code } = await run(node.path, line, { cwd: projectFolder, env, stdio: 'inherit' })
  return code === 0
}
