/** `npm run torture -- NAME`: injects faults, counts the resulting losses, and compares the count with the allowed number. */
import { measure } from './measure.mjs'
import { runMain } from './runtime/command.mjs'

const help = `Usage: npm run torture -- NAME [--json]

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
`

/** Names of the torture tests that need the running app. */
const NEED_APP = new Set(['bad-input', 'damage-vault', 'kill-draft', 'kill-submit'])

await runMain(help, (args) => measure('torture', NEED_APP, args, help))
