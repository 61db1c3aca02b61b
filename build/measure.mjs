/** `npm run bench`, `npm run torture`, and `npm run gallery`: install what is needed, and run a program in tests/. */
import { join } from 'node:path'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { inDesktopSession } from './runtime/desktop-session.mjs'
import { electronEnvironment } from './runtime/electron.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

/** Names of the acts (groups of screenshots). Must match tests/gallery/scenes.ts. */
const ACTS = ['first-run', 'new-office', 'busy-office', 'stuck-office', 'spanish-office']

const HELP = {
  bench: `Usage: npm run bench -- NAME [--json]

Measures and prints one line, {"name","met","metrics","goals","rounds","runtime"}. tests/bench/NAME.ts describes the method at its top.

  alert           from an offer at the sandbox to the desktop notification, through relay and app
  autosave        from a key typed into a draft to its durable commit, and the delay of main, with 10,000 deals
  catch-up        an app that returns to 10,000 waiting events, until all are applied: seconds, lost, twice
  interactions    a broker's actions on the pipeline with 10,000 deals: p99 of the slowest, from call to answer
  memory          the idle app with 10,000 deals versus a bare Electron window: proportional set size of all processes
  relay-catch-up  500 streams of one relay that catch up at once: memory, and the statements of idle streams and events
  relay-ingest    verified and durable notifications per second at the relay, and the cost of an event in a long log
  relay-network   two relays with PostgreSQL, 1,000 offices, and 2,000 streams: events per second, delivery, memory, cost
  scroll          scrolling a list of 100,000 deals in the app: dropped frames, elements in the page
  search          search-as-you-type over 100,000 deals in the encrypted vault: p99 of first page, total, and counts
  startup         the app with 10,000 deals versus a bare Electron window: time to the first paint, and until it is usable
  statements      bank statements with known truth: verified, wrong, faults, positions, scans, time of 60 pages, memory
  upload          a 200 MB document to a server on loopback: speed relative to standard tools, growth of resident memory
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
  ...['alert', 'autosave', 'memory', 'scroll', 'startup', 'workday'],
  ...['bad-input', 'damage-vault', 'kill-draft', 'kill-submit'],
])

const folder = /** @type {keyof typeof HELP} */ (process.argv[2])
const program = join(projectFolder, 'tests', folder, `${folder}.ts`)

// Reject an unknown name before installing or building anything.
await runMain(HELP[folder], async ([, ...args]) => {
  if (folder === 'gallery') {
    const unknown = args.find((name) => !ACTS.includes(name))
    if (unknown !== undefined) throw new Error(`Unknown act "${unknown}". Known acts: ${ACTS.join(', ')}.`)
    return runWithApp(args)
  }
  const [wanted = '', ...more] = args
  const names = [...HELP[folder].matchAll(/^ {2}([a-z][a-z-]*) {2}/gm)].map(([, name]) => name)
  if (!names.includes(wanted))
    throw new Error(
      `${wanted ? `Unknown name "${wanted}"` : 'A name is missing'}. Names for npm run ${folder} -- NAME: ${names.join(', ')}.`,
    )
  const stranger = more.find((arg) => arg !== '--json')
  if (stranger !== undefined)
    throw new Error(`Unexpected argument "${stranger}". Give one NAME, and optionally --json. See --help.`)
  if (NEED_APP.has(wanted)) return runWithApp(args)
  const { node } = await setup({ for: 'measure' })
  const { code } = await run(node.path, [program, ...args], { cwd: projectFolder, stdio: 'inherit' })
  return /** @type {0 | 1} */ (code)
})

/**
 * Runs the program with the built app, under a virtual display with a separate keyring.
 * @param {readonly string[]} args
 * @returns {Promise<0 | 1>}
 */
async function runWithApp(args) {
  const { node, electron } = await setup({ for: 'test' })
  if (!electron) throw new Error('Setup did not install Electron.')
  await buildApp(node.path)
  const session = /** @type {const} */ ({ display: 'virtual', keyring: 'throw-away', cwd: projectFolder })
  const env = { ...process.env, ...electronEnvironment(electron) }
  return /** @type {0 | 1} */ (await inDesktopSession(session, node.path, [program, ...args], env))
}
