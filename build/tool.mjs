/** The commands that install what is needed and run one program: a tool, a reader, or a measurement in tests/. */
import { parseArgs } from 'node:util'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { inDesktopSession } from './runtime/desktop-session.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'
import { toolPath } from './test-gate.mjs'

/** Names of the acts (groups of screenshots). Must match tests/gallery/scenes.ts. */
const ACTS = ['first-run', 'new-office', 'busy-office', 'stuck-office', 'spanish-office']

const HELP = {
  types: `Usage: npm run types

Checks the types of all projects, as npm run check does. A second run checks only what changed.

  --help   show this

Exit code: 0 no error, 1 errors, 2 it could not run.
`,

  format: `Usage: npm run format [-- FILE…]

Formats the named files, or all except Markdown, which is wrapped by hand. npm run check refuses other formatting.

  --help   show this

Exit code: 0 success, 1 a file could not be read, 2 it could not run.
`,

  statements: `Usage: npm run statements -- FOLDER|FILE… [--json]

Reads PDFs on this computer, and tells which statements are verified. Without --json, prints a table: a line for each month of an
account, with the checks that agree, and the first reason why a file is not verified. The files are compared with each other: a
month must open with the balance with which the month before closed.

  FOLDER     folder with PDF files
  FILE       one PDF file
  --json     one JSON object from file name to result: verdict, reasons, accounts, positions, and funder_credits
  --seconds N  time limit per file (default 1200); a file that takes longer is unreadable
  --help     show this

Exit code: 0 all files were read or refused, 2 a folder or file cannot be read.
`,

  conformance: `Usage: npm run conformance -- --base-url URL --client-id ID --client-secret-env VAR [options]

Tests our client with every row of the partner's specification against an API, and prints one line per row. It sends one
complete application of a fictional merchant, so use a sandbox.

  --base-url URL            base address of the API
  --client-id ID            client id
  --client-secret-env VAR   environment variable with the client secret
  --profile FILE            endpoint profile (default: the standard one)
  --payload FILE            the application to send, as JSON (default: a fictional one for the standard payload profile)
  --webhook-url URL         address for notifications; if it is on this computer (127.0.0.1, port 0 for a free one), this
                            program listens there
  --requests-per-second N   rate limit (default 1, 0: no limit)
  --wait SECONDS            time to wait for the partner's own actions (default 30)
  --json                    one JSON object per line: {"id","section","what","result","detail"}
  --help                    show this

Exit code: 0 no row failed, 1 a row failed, 2 it could not run.
`,

  bench: `Usage: npm run bench -- NAME [--json]

Measures and prints one line, {"name","met","metrics","goals","rounds","runtime"}. tests/bench/NAME.ts describes the method at its top.

  alert           from a notification's arrival at the relay to the desktop notification, versus a bare program
  autosave        from a key typed into a draft to its durable commit, versus fsync; the delay of main
  catch-up        an app that returns to 10,000 waiting events, versus a bare program: time, lost, twice
  import          preview of 1,000 rows of CSV and XLSX versus the parser library alone; the delay of main
  interactions    a broker's actions on the pipeline: p99 of the slowest, growth from 2,500 to 40,000 deals
  memory          the idle app with 10,000 deals versus a bare Electron window: proportional set size of all processes
  relay-catch-up  500 streams of one relay that catch up at once: memory, and the statements of idle streams and events
  relay-ingest    verified and durable notifications at the relay versus a bare program; growth to 1.6 million events
  relay-network   two relays with PostgreSQL, 1,000 offices, and 2,000 streams: events per second, delivery, memory, cost
  scroll          scrolling a list of 100,000 deals in the app: dropped frames, elements in the page
  search          search-as-you-type over 20,000 deals versus plain SQLite FTS5; growth from 5,000 to 80,000 deals
  startup         the app versus a bare Electron window: first paint, usable, growth from 2,500 to 40,000 deals
  statements      bank statements with known truth: verified, wrong, faults, positions, scans, time of 60 pages, memory
  test-time       wall time of npm test
  upload          20 documents of 10 MB to a server on loopback versus standard tools; growth of resident memory
  workday         every screen of the app, round after round: growth of memory, elements, listeners, and files

  --json   one JSON object per line on stdout
  --help   show this

Exit code: 0 all goals met, 1 a goal missed, 2 it could not run.
`,

  torture: `Usage: npm run torture -- NAME [--json]

Injects faults many times and counts losses. Prints one line, {"name","met","metrics","goals","rounds","runtime"}.
tests/torture/NAME.ts describes the method at its top.

  bad-input      every channel, file, profile, notification, and signature with hostile content: crashes and leaked secrets
  damage-vault   flips, cuts, and swaps bytes in every file of the data folder, 200 times: silent losses, permanently failing starts
  kill-draft     kill -9 of the app while typing, 100 times or for 10 minutes: lost committed keys
  kill-relay     SIGKILL to the relay during a burst, 50 times: acknowledged notifications lost, or applied twice in the app
  kill-submit    kill of the app at every step of a submission: submissions sent twice or lost
  network        latency, resets, half-open connections, 500s, cut and slow responses: submissions and events lost, or twice
  relay-network  kill -9 of relays and of PostgreSQL with a standby, 50 times: notifications lost, twice, or at another office

  --json   one JSON object per line on stdout
  --help   show this

Exit code: 0 all goals met, 1 a goal missed, 2 it could not run.
`,

  gallery: `Usage: npm run gallery [-- ACT…]

Takes pictures of every screen of the real app in every state (empty, full, failing, loading), light and dark, at 1280×800,
1920×1080, and 200 % zoom, and in Spanish. Writes them to out/gallery/. Without an act, takes all:
${ACTS.join(', ')}.

  --help   show this

Exit code: 0 all taken, 1 some missing, 2 it could not run.
`,
}

/** The benches and torture tests that need the running app. */
const NEED_APP = new Set([
  ...['alert', 'autosave', 'import', 'memory', 'scroll', 'startup', 'workday'],
  ...['bad-input', 'damage-vault', 'kill-draft', 'kill-submit'],
])

/** @type {Record<keyof typeof HELP, (args: string[]) => Promise<0 | 1>>} */
const RUN = {
  types: (args) => runTool('typescript', 'tsc', ['-b'], parseArgs({ args, options: {} }).positionals),
  format(args) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const files = positionals.length > 0 ? positionals : ['.', '!**/*.md']
    return runTool('oxfmt', 'oxfmt', ['-c', 'build/oxfmt.json'], files)
  },
  statements: (args) => runProgram('tool', ['--no-warnings', 'build/statements/cli.ts', ...args]),
  conformance: (args) => runProgram('tool', ['--no-warnings', 'build/conformance/cli.ts', ...args]),
  bench: measure,
  torture: measure,
  gallery(acts) {
    const unknown = acts.find((act) => !ACTS.includes(act))
    if (unknown !== undefined) throw new Error(`Unknown act "${unknown}". Known acts: ${ACTS.join(', ')}.`)
    return runWithApp(['tests/gallery/gallery.ts', ...acts])
  },
}

const name = /** @type {keyof typeof HELP} */ (process.argv[2])

// Each command rejects bad arguments before it installs or builds anything.
await runMain(HELP[name], async ([, ...args]) => RUN[name](args))

/**
 * @param {string} packageName
 * @param {string} binary
 * @param {string[]} options
 * @param {string[]} files
 */
async function runTool(packageName, binary, options, files) {
  const { node } = await setup({ for: 'check' })
  const line = [await toolPath(packageName, binary), ...options, ...files]
  const { code } = await run(node.path, line, { cwd: projectFolder, stdio: 'inherit' })
  return code === 0 ? 0 : 1
}

/**
 * @param {'tool' | 'measure'} purpose
 * @param {string[]} line
 */
async function runProgram(purpose, line) {
  const { node } = await setup({ for: purpose })
  const { code } = await run(node.path, line, { cwd: projectFolder, stdio: 'inherit' })
  return /** @type {0 | 1} */ (code)
}

/**
 * Runs a bench or a torture test.
 * @param {string[]} args
 */
async function measure([wanted = '', ...more]) {
  const names = [...HELP[name].matchAll(/^ {2}([a-z][a-z-]*) {2}/gm)].map(([, one]) => one)
  if (!names.includes(wanted))
    throw new Error(
      `${wanted ? `Unknown name "${wanted}"` : 'A name is missing'}. Names for npm run ${name} -- NAME: ${names.join(', ')}.`,
    )
  const stranger = more.find((arg) => arg !== '--json')
  if (stranger !== undefined)
    throw new Error(`Unexpected argument "${stranger}". Give one NAME, and optionally --json. See --help.`)
  const line = [`tests/${name}/${name}.ts`, wanted, ...more]
  return NEED_APP.has(wanted) ? runWithApp(line) : runProgram('measure', line)
}

/**
 * Runs a program with the built app, under a virtual display with a separate keyring.
 * @param {string[]} line
 * @returns {Promise<0 | 1>}
 */
async function runWithApp(line) {
  const { node, electron } = await setup({ for: 'test' })
  if (!electron) throw new Error('Setup did not install Electron.')
  await buildApp(node.path)
  const env = { ...process.env, ...electronEnvironment(electron) }
  return /** @type {0 | 1} */ (await inDesktopSession({ cwd: projectFolder }, node.path, line, env))
}
