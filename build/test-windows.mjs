/** `npm run test:windows`: runs the unit and integration tests as a Windows program, on Linux in Wine. */
import { parseArgs } from 'node:util'
import { runGates, total } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { whyNoWindows, Windows, windowsPath } from './runtime/windows.mjs'
import { setup } from './setup.mjs'
import { readReport, reportPath, skippedByReason, testGate } from './test-gate.mjs'

const PROJECTS = ['unit', 'integration']

const help = `Usage: npm run test:windows [-- --project=${PROJECTS.join('|')}] [-- FILE…]

Runs the unit and integration tests as a Windows program. On Linux as root, installs Wine 10 (with debootstrap, into a folder
of the cache) and Node 24 for Windows (with npm), and runs the tests in Wine. On Windows, runs the tests directly. Prints what
was skipped, by reason. The last line is "N passed, N failed, N skipped".

  --project NAME   run only this project; repeatable
  FILE             run only test files whose path contains this text
  --help           show this

Exit code: 0 all passed, 1 a test failed, 2 it could not run.
`

await runMain(help, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { project: { type: 'string', multiple: true, default: PROJECTS } },
  })
  const unknown = values.project.find((name) => !PROJECTS.includes(name))
  if (unknown !== undefined)
    throw new Error(`--project knows no "${unknown}". Choose ${PROJECTS.join(' or ')}.`)
  const reason = whyNoWindows()
  if (reason !== null) throw new Error(`Windows programs cannot run here: ${reason}.`)

  const { node } = await setup({ for: 'tool' })
  const windows = process.platform === 'win32' ? undefined : await Windows.open(console.error)
  try {
    const start = windows ? inWine(windows) : directly
    const verdicts = []
    // Sequential, because each project already uses all processors.
    for (const project of values.project) {
      const options = { name: `windows-${project}`, files: positionals, start }
      const gate = testGate(node.path, [project], options)
      verdicts.push(...(await runGates([gate], { json: false, summaries: true })))
    }
    let skipped = 0
    for (const project of values.project) {
      for (const [why, names] of skippedByReason(await readReport(reportPath(`windows-${project}`)))) {
        skipped += names.length
        console.log(`\n${project}: ${names.length} skipped, ${why}:`)
        for (const name of names) console.log(`  ${name}`)
      }
    }
    const { passed, failed } = total(verdicts)
    if (passed + failed + skipped === 0) throw new Error(`No test file matches ${positionals.join(' ')}.`)
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
    return failed === 0 ? 0 : 1
  } finally {
    await windows?.close()
  }
})

/**
 * Runs the test runner in Wine. Shows its output while it runs, because the tests take many minutes.
 * @param {Windows} windows
 * @returns {(program: import('./test-gate.mjs').Program) => Promise<import('./gates.mjs').Outcome>}
 */
function inWine(windows) {
  return ({ args }) =>
    windows.runNode(args.map(translated), {
      env: { NO_COLOR: '1', CI: '1' },
      onOutput: (text) => void process.stderr.write(text),
    })
}

/**
 * Converts the project's paths in an argument to paths of Windows programs.
 * @param {string} arg
 */
function translated(arg) {
  const at = arg.indexOf(projectFolder)
  return at < 0 ? arg : arg.slice(0, at) + windowsPath(arg.slice(at))
}

/** @param {import('./test-gate.mjs').Program} program */
const directly = ({ command, args, env }) =>
  run(command, args, { cwd: projectFolder, env, onOutput: (text) => void process.stderr.write(text) })
