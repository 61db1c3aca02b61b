/** `npm run torture -- NAME`: faults, counted, beside the count that is allowed. */
import { measure } from './measure.mjs'
import { runMain } from './runtime/command.mjs'

const help = `Usage: npm run torture -- NAME [--json]

Breaks something on purpose, many times, and counts what was lost. Prints one line, {"name","met","metrics","goals","rounds",
"runtime"}. How is said at the head of tests/torture/NAME.ts.

  bad-input     every channel, file, profile, notification and signature with hostile content: crashes, and secrets let out
  damage-vault  flips, cuts and swaps bytes in every file of the data folder, 200 times: silent losses, starts that fail for good
  kill-draft    kill -9 of the app while typing, 100 times: committed keys that are gone afterwards
  kill-relay    SIGKILL to the relay in a burst, 50 times: acknowledged notifications lost, or applied twice in the app
  kill-submit   the app is killed at every step of a submission: nothing is sent twice, nothing is lost
  network       latency, resets, half-open connections, 500s, cut and slow answers: submissions and events lost, or twice

  --json   one JSON object a line on stdout
  --help   show this

Exit code: 0 the goals are met, 1 they are not, 2 it could not run.
`

/** Those that torture the running app. */
const NEED_APP = new Set(['bad-input', 'damage-vault', 'kill-draft', 'kill-submit'])

await runMain(help, (args) => measure('torture', NEED_APP, args, help))
