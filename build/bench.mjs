/** `npm run bench -- NAME`: a figure of this product, beside the goal that it is to reach. */
import { measure } from './measure.mjs'
import { runMain } from './runtime/command.mjs'

const help = `Usage: npm run bench -- NAME [--json]

Measures and prints one line, {"name","met","metrics","goals","rounds","runtime"}. How is said at the head of tests/bench/NAME.ts.

  alert         an offer at the service to the notification on the desktop, through relay and app
  autosave      a key typed into a draft to its durable commit, and how long main is held up, with 10,000 deals
  catch-up      an app that comes back to 10,000 waiting events, until all are applied: seconds, lost, twice
  interactions  what a broker does on the pipeline with 10,000 deals: p99 of the slowest, from call to answer
  memory        the app idle with 10,000 deals beside a bare Electron window: proportional set size of all processes
  relay-ingest  verified and durable notifications a second at the relay, and what an event costs in a long log
  scroll        the list of 100,000 deals scrolled through in the app: frames that were dropped, elements in the page
  search        a search over 100,000 deals in the encrypted vault, as it is typed: p99 of first page, total and counts
  startup       the app with 10,000 deals beside a bare Electron window: to the first paint, and until it can be used
  upload        a 200 MB document to a service on loopback: throughput beside curl's, growth of resident memory
  workday       every screen of the app, round after round: what its memory, elements, listeners and files grow by

  --json   one JSON object a line on stdout
  --help   show this

Exit code: 0 the goals are met, 1 they are not, 2 it could not run.
`

/** Those that measure the running app. */
const NEED_APP = new Set(['alert', 'autosave', 'memory', 'scroll', 'startup', 'workday'])

await runMain(help, (args) => measure('bench', NEED_APP, args, help))
