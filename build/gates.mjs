/** The gates (automatic checks) of `npm run check` and `npm test`, and functions that run the gates and report their results. */
import os from 'node:os'
import { demoFolder, isDemoOpen } from './demo/open-demo.mjs'
import { runTour } from './demo/run-tour.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { run } from './runtime/process.mjs'
import { quietEnvironment, testGate as tests, toolPath } from './test-gate.mjs'

/**
 * @typedef {{ code: number, output: string, tests?: Counts, note?: string, unstable?: string[], slow?: [string, number][], skips?: [string, number][] }} Outcome
 *   `note` is printed even when the gate passed; `unstable` lists tests that failed once and passed when repeated; `slow` has the seconds
 *   of each test file; `skips` has the number of skipped tests for each reason
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, usesAllCores?: true, run: () => Promise<Outcome> }} Gate
 * @typedef {{ name: string, passed: boolean, seconds: number, counts: Counts, isTests: boolean, output: string, note: string, unstable: string[], slow: [string, number][], skips: [string, number][] }} Verdict
 */

/** Selects the tests of `npm test`. tests/vitest.config.ts explains the tags. */
const MAIN_TESTS = '!all'
const MAIN_JOURNEYS = 'journey && !all'
/** Number of inputs that a property test tries in `npm run test:all`. */
const MORE_RUNS = { PROPERTY_RUNS: '2000' }

/**
 * Returns all gates except the app's build and the end-to-end tests. The slowest tool is first, so that the other tools run while it is
 * running.
 * @param {string} node path of Node 24
 * @param {{ all?: boolean }} [options] `all` also runs the tests of `npm run test:all`
 * @returns {Gate[]}
 */
export const checkGates = (node, { all = false } = {}) => [
  tool(node, 'dead code', 'knip', ['-c', 'build/knip.json', '--no-progress']),
  tool(node, 'lint', 'oxlint', [
    '-c',
    'build/oxlint.json',
    '--type-aware',
    '--deny-warnings',
    '--report-unused-disable-directives',
    '.',
  ]),
  tool(node, 'types', 'typescript', ['-b', '--pretty', 'false'], 'tsc'),
  {
    name: 'dependencies',
    run: async () => {
      const line = ['--no-warnings', 'build/packaging/dependencies.ts']
      const { code, output, stderr } = await run(node, line, { cwd: projectFolder })
      return { code, output, note: stderr.trim() }
    },
  },
  {
    name: 'expressions',
    run: () => run(node, ['build/expressions.ts'], { cwd: projectFolder, env: quietEnvironment() }),
  },
  // Skip Markdown files, because their lines are wrapped by hand.
  tool(node, 'format', 'oxfmt', ['-c', 'build/oxfmt.json', '--check', '.', '!**/*.md']),
  ...['unit', 'integration'].map((project) =>
    tests(node, [project], all ? { env: MORE_RUNS } : { tags: MAIN_TESTS }),
  ),
]

/**
 * Returns a gate that builds the app. The gate fails while the demo is running, because the build would delete files that the running demo
 * uses.
 * @param {string} node path of Node 24
 * @param {string} [demo] the demo's folder
 * @returns {Gate}
 */
export const buildGate = (node, demo = demoFolder) => ({
  name: 'build',
  run: async () => {
    if (!(await isDemoOpen(demo))) return tool(node, 'build', 'electron-vite', ['build']).run()
    return {
      code: 1,
      output:
        'The demo is open here (npm start or npm run dev), and a build would replace the files that it uses. ' +
        'Stop it (Ctrl-C in its terminal), then run this again.',
    }
  },
})

/**
 * Builds the app for a command that needs it.
 * @param {string} node path of Node 24
 * @throws with the builder's output if the build fails
 */
export async function buildApp(node) {
  console.error('Building the app …')
  const { code, output } = await buildGate(node).run()
  if (code !== 0) throw new Error(`The app could not be built:\n${output.trim()}`)
}

/**
 * Returns a gate that performs a broker's main task in the app, exactly as `npm start` does without a display. The app must be built first.
 * @param {string} node path of Node 24
 * @returns {Gate}
 */
export const tourGate = (node) => ({
  name: 'main task',
  run: async () => {
    let output = ''
    const problems = await runTour(node, (text) => (output += text))
    return { code: problems.length === 0 ? 0 : 1, output: [output, ...problems].join('\n') }
  },
})

/**
 * Returns the gate with the end-to-end tests in the real app. The app must be built first. `npm test` runs only the most important ones.
 * `npm run test:all` runs all, and the tests of the packaged app, which build the package.
 * @param {string} node path of Node 24
 * @param {Record<string, string>} electron environment that selects Electron
 * @param {{ all: boolean }} options
 */
export const appGate = (node, electron, { all }) =>
  all
    ? tests(node, ['e2e', 'package'], { env: electron })
    : tests(node, ['e2e'], { env: electron, tags: MAIN_JOURNEYS })

/**
 * Returns the gate with the end-to-end tests whose page runs in Chromium instead of Electron. The app must be built first.
 * @param {string} node path of Node 24
 * @param {Record<string, string>} electron environment that selects Electron
 * @param {readonly string[]} files parts of the paths of test files; an empty list means all
 */
export const chromiumGate = (node, electron, files) => tests(node, ['chromium'], { env: electron, files })

/**
 * Runs gates: first those that use one core in parallel, one per core, then those that use all cores, one after another. No test therefore
 * shares its core with another test or tool. Reports each gate when it ends: one line, plus the output if the gate failed.
 * @param {readonly Gate[]} gates
 * @param {{ json: boolean, summaries?: boolean }} options `json` prints one object per line; `summaries` also prints the test runner's
 * summary
 * @returns {Promise<Verdict[]>}
 */
export async function runGates(gates, { json, summaries = false }) {
  /** @type {Verdict[]} */
  const verdicts = []
  /** @param {Gate[]} waiting */
  const work = async (waiting) => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      const verdict = await runGate(gate)
      verdicts.push(verdict)
      if (json) printJson(verdict)
      else printVerdict(verdict, summaries)
    }
  }
  const tools = gates.filter(({ usesAllCores }) => !usesAllCores)
  await Promise.all(Array.from({ length: os.availableParallelism() }, () => work(tools)))
  await work(gates.filter(({ usesAllCores }) => usesAllCores))
  return verdicts
}

/**
 * Prints the test files that took the longest.
 * @param {readonly Verdict[]} verdicts
 */
export function printSlowFiles(verdicts) {
  const files = verdicts.flatMap(({ slow }) => slow).toSorted(([, a], [, b]) => b - a)
  console.log('\nThe slowest test files:')
  for (const [file, seconds] of files.slice(0, 10))
    console.log(`${`${seconds.toFixed(1)} s`.padStart(8)}  ${file}`)
}

/**
 * Adds up the results of all gates. A gate that runs a tool counts as one result. A gate that runs tests counts each test.
 * @param {readonly Verdict[]} verdicts
 * @returns {{ passed: number, failed: number }}
 */
export function total(verdicts) {
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    verdicts.reduce((n, { counts }) => n + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

/**
 * @param {Gate} gate
 * @returns {Promise<Verdict>}
 */
async function runGate(gate) {
  const begin = performance.now()
  /** @type {Outcome} */
  const outcome = await gate
    .run()
    .catch((error) => ({ code: 1, output: error instanceof Error ? error.message : String(error) }))
  const seconds = (performance.now() - begin) / 1000
  const passed = outcome.code === 0 && (outcome.tests?.failed ?? 0) === 0
  const counts = outcome.tests ?? { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
  // A test runner may fail although no test failed, for example after an error outside of the tests. Count such a failure as one failed
  // test.
  if (!passed && counts.failed === 0) counts.failed = 1
  const { output, note = '', unstable = [], slow = [], skips = [] } = outcome
  return {
    name: gate.name,
    passed,
    seconds,
    counts,
    isTests: Boolean(outcome.tests),
    output,
    note,
    unstable,
    slow,
    skips,
  }
}

/**
 * @param {Verdict} verdict
 * @param {boolean} summaries
 */
function printVerdict({ name, passed, seconds, counts, isTests, output, note, unstable, skips }, summaries) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  const detail = isTests ? `${counts.passed} passed, ${counts.failed} failed${skipped}` : note
  console.log(
    `${passed ? '✓' : '✗'} ${name.padEnd(12)} ${`${seconds.toFixed(1)} s`.padStart(7)}  ${detail}`.trimEnd(),
  )
  for (const [why, count] of skips) console.log(`- ${count} skipped, ${why}`)
  for (const line of unstable) console.log(`! unstable: failed once, passed when repeated: ${line}`)
  if (!passed) console.log(`\n${output.trim()}\n`)
  else if (isTests && summaries) console.log(output.split('\n').filter(isSummary).join('\n'))
}

/** @param {string} line */
const isSummary = (line) => /^\s*(Test Files|Tests|Duration)\s{2}/.test(line)

/** @param {Verdict} verdict */
function printJson({ name, passed, seconds, counts, output, unstable }) {
  const result = passed ? 'pass' : 'fail'
  console.log(
    JSON.stringify({ gate: name, result, seconds: Number(seconds.toFixed(3)), ...counts, unstable }),
  )
  if (!passed) console.error(output.trim())
}

/**
 * Returns a gate that runs a tool from node_modules and passes if the tool exits with 0.
 * @param {string} node
 * @param {string} name
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {string} [binary] name of the program, if it differs from the package name
 * @returns {Gate}
 */
function tool(node, name, packageName, args, binary = packageName) {
  return {
    name,
    run: async () =>
      run(node, [await toolPath(packageName, binary), ...args], {
        cwd: projectFolder,
        env: quietEnvironment(),
      }),
  }
}
