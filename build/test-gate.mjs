/** Runs projects of tests/vitest.config.ts as a gate. Reruns failed test files if only a few failed. */
import os from 'node:os'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { projectFolder } from './runtime/cache.mjs'
import { run } from './runtime/process.mjs'

/**
 * @typedef {import('./gates.mjs').Gate} Gate
 * @typedef {import('./gates.mjs').Outcome} Outcome
 * @typedef {import('./gates.mjs').Counts} Counts
 * @typedef {{ command: string, args: string[], env: NodeJS.ProcessEnv }} Program
 * @typedef {{ name: string, status: string, startTime?: number, endTime?: number, assertionResults: { status: string, fullName: string, title?: string, ancestorTitles?: string[], failureMessages?: string[] }[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: FileResult[] }} Report
 */

/** Maximum number of failed files to rerun. If more files fail, the cause is a broken build, not a busy machine. */
const MOST_REPEATED_FILES = 3

/**
 * Returns a gate that runs the tests of some projects together. Reruns each failed test file once, without other tests in parallel. A
 * test that passes in the rerun counts as passed, but is reported as unstable: it depends on the load of the machine and should be fixed.
 * If a test fails twice, the gate fails.
 * @param {string} node path of Node 24
 * @param {readonly string[]} projects
 * @param {{
 *   env?: Record<string, string>,
 *   files?: readonly string[],
 *   tags?: string,
 *   name?: string,
 *   start?: (program: Program) => Promise<Outcome>, }} [options] `files`: parts of the paths of the test files to run (default: all);
 *   `tags`: expression that selects tests by the tags of tests/vitest.config.ts (default: all tests); `name` of the gate and its report;
 *   `start` runs the test runner, for example in another system
 * @returns {Gate}
 */
export function testGate(node, projects, options = {}) {
  const { env = {}, files: chosen = [], tags, name = projects.join(' + '), start = startHere } = options
  /**
   * @param {string} report name of the report
   * @param {readonly string[]} files an empty list means all files of the projects
   * @param {number} [workers] By default, vitest leaves one processor core idle. Use all cores, because these tests mostly wait for
   *   processes.
   */
  const runOnce = async (report, files, workers = os.availableParallelism()) => {
    const path = reportPath(report)
    await mkdir(dirname(path), { recursive: true })
    await rm(path, { force: true })
    const { code, output } = await start({
      command: node,
      args: [
        await toolPath('vitest', 'vitest'),
        'run',
        '--config=tests/vitest.config.ts',
        ...projects.map(projectOption),
        `--maxWorkers=${workers}`,
        // The chosen files may all belong to another project.
        ...(files.length > 0 ? ['--passWithNoTests'] : []),
        ...(tags === undefined ? [] : [`--tags-filter=${tags}`]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${path}`,
        ...files,
      ],
      env: { ...quietEnvironment(), ...env },
    })
    return { code, output, report: await readReport(path) }
  }
  return {
    name,
    usesAllCores: true,
    run: async () => {
      const first = await runOnce(name, chosen)
      const files = filesToRepeat(first.report)
      const outcome =
        files.length === 0 ? outcomeOf(first) : combine(first, await runOnce(`${name}-repeated`, files, 1))
      const otherwise = tags === undefined ? 'as its file says' : 'as only npm run test:all runs them'
      return { ...outcome, slow: secondsByFile(first.report), skips: countSkips(first.report, otherwise) }
    },
  }
}

/**
 * Returns the option with which the test runner runs a project, including its parts: `unit` consists of `unit` and `unit-renderer`.
 * @param {string} project
 */
export const projectOption = (project) => `--project=${project}*`

/** @param {Program} program */
const startHere = ({ command, args, env }) => run(command, args, { cwd: projectFolder, env })

/**
 * @param {Report | undefined} report
 * @returns {string[]} the failed files, relative to the project; empty if too many failed for a rerun to be useful
 */
export function filesToRepeat(report) {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed')
  if (failed.length > MOST_REPEATED_FILES) return []
  return failed.map(({ name }) => (isAbsolute(name) ? relative(projectFolder, name) : name))
}

/**
 * @typedef {{ code: number, output: string, report: Report | undefined }} Run
 * @param {Run} first
 * @param {Run} repeated the rerun of the files that failed in the first run
 * @returns {Outcome}
 */
export function combine(first, repeated) {
  const whole = outcomeOf(first)
  const again = outcomeOf(repeated)
  const output = `${first.output}\n\nThe failed files, repeated alone:\n${repeated.output}`
  const ran = (again.tests?.passed ?? 0) > 0
  if (repeated.code !== 0 || !ran || again.tests?.failed !== 0) return { ...whole, output }
  const { passed = 0, failed = 0, skipped = 0 } = whole.tests ?? {}
  return {
    code: 0,
    output,
    tests: { passed: passed + failed, failed: 0, skipped },
    unstable: failuresOf(first.report),
  }
}

/**
 * @param {Run} run
 * @returns {Outcome}
 */
const outcomeOf = ({ code, output, report }) => ({ code, output, tests: countsOf(report) })

/**
 * @param {Report | undefined} report
 * @returns {Counts}
 */
function countsOf(report) {
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  // Also count failed files without any test result: these files could not be loaded.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/**
 * @param {Report | undefined} report
 * @returns {[file: string, seconds: number][]} how long the tests of each file took
 */
const secondsByFile = (report) =>
  (report?.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => [
    relative(projectFolder, name),
    (endTime - startTime) / 1000,
  ])

/**
 * @param {Report | undefined} report
 * @returns {string[]} one line per failure: the test and the first line of its message
 */
function failuresOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    if (status !== 'failed') return []
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return [name]
    return failed.map(({ fullName, failureMessages = [] }) => {
      const [message = ''] = (failureMessages[0] ?? '').split('\n')
      return `${fullName} (${message})`
    })
  })
}

/**
 * Counts the skipped tests of a report by the reason in the title of the test or of its group ("…: skipped, as REASON").
 * @param {Report | undefined} report
 * @param {string} otherwise reason of the tests whose titles contain none
 * @returns {[why: string, count: number][]}
 */
export function countSkips(report, otherwise) {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { status, title = '', ancestorTitles = [] } of tests) {
    if (status === 'passed' || status === 'failed') continue
    const why = [...ancestorTitles, title].flatMap((one) => /: skipped, (as .*)$/.exec(one)?.[1] ?? [])[0]
    counts.set(why ?? otherwise, (counts.get(why ?? otherwise) ?? 0) + 1)
  }
  return [...counts]
}

/**
 * Path of the report that a gate writes.
 * @param {string} name
 */
export const reportPath = (name) =>
  join(projectFolder, 'out', 'reports', `${name.replaceAll(' + ', '-')}.json`)

/**
 * @param {string} path
 * @returns {Promise<Report | undefined>} the report of vitest's JSON reporter
 */
async function readReport(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/**
 * Environment for test runners. Turns colors off, because color codes would make logs unreadable. Turns CI mode on, in which a forgotten
 * `.only` is an error.
 */
export const quietEnvironment = () => ({ ...process.env, NO_COLOR: '1', CI: '1' })

/**
 * @param {string} packageName
 * @param {string} binary
 */
export async function toolPath(packageName, binary) {
  const folder = join(projectFolder, 'node_modules', packageName)
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const path = typeof bin === 'string' ? bin : bin[binary]
  if (!path) throw new Error(`${packageName} has no program ${binary}.`)
  return join(folder, path)
}
