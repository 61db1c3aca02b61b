/** `npm run bench -- NAME`: measures one property of the product, such as the startup time, and compares the result with its goal. */
import { measure } from './measure.mjs'
import { runMain } from './runtime/command.mjs'

const help = `Usage: npm run bench -- NAME [--json]

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
`

/** Names of the benches that measure the running app. */
const NEED_APP = new Set(['alert', 'autosave', 'memory', 'scroll', 'startup', 'workday'])

await runMain(help, (args) => measure('bench', NEED_APP, args, help))
