import { parseArgs } from 'node:util'
import type { SandboxOptions } from './sandbox.ts'

export type Command =
  | { name: 'help' }
  | { name: 'serve'; options: SandboxOptions; exitWithParent: boolean }
  | { name: 'log'; data: string; json: boolean }

export const HELP = `The partner's funding service on loopback, for demos, development and tests.

Usage
  node services/sandbox/src/main.ts serve --data DIR [options]
  node services/sandbox/src/main.ts log --data DIR [--json]

serve     Starts the service, prints one JSON line on stdout when it is ready, and logs to stderr.
  --data DIR               folder that holds all state; created where needed
  --port N                 port, 0 for a free one (default 0)
  --host ADDRESS           address to listen at (default 127.0.0.1)
  --speed fast|demo|MS     milliseconds between the steps of the underwriting; fast is 40, demo is 2500
                           (default demo)
  --seed N                 whole number that decides identifiers and offers (default 1)
  --unbound-signatures     webhook signatures carry only iss and iat, and bind no body
  --max-document-mb N      largest document in megabytes (default 25)
  --clock-offset SECONDS   moves the service's clock, to see tokens and offers expire (default 0)
  --exit-with-parent       stops when stdin closes
log       Prints what reached the service: time, method, path, status, application.
  --data DIR               folder of the service
  --json                   one JSON object a line
`

const PACES: Record<string, number> = { fast: 40, demo: 2500 }
const DAY_MS = 24 * 3600 * 1000

const SERVE_OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  speed: { type: 'string', default: 'demo' },
  seed: { type: 'string', default: '1' },
  'unbound-signatures': { type: 'boolean', default: false },
  'max-document-mb': { type: 'string', default: '25' },
  'clock-offset': { type: 'string', default: '0' },
  'exit-with-parent': { type: 'boolean', default: false },
} as const
const LOG_OPTIONS = { data: { type: 'string' }, json: { type: 'boolean', default: false } } as const

/** Reads the arguments after the program's name. Bad ones throw an `Error` whose message is meant for the caller. */
export function parseCommandLine(args: string[]): Command {
  const [name, ...rest] = args
  if (args.includes('--help') || name === 'help') return { name: 'help' }
  switch (name) {
    case 'serve':
      return parseServe(rest)
    case 'log': {
      const { values } = parseArgs({ args: rest, options: LOG_OPTIONS })
      return { name: 'log', data: required(values.data), json: values.json }
    }
    default:
      throw new Error(
        name === undefined ? 'A command is needed: serve or log.' : `There is no command "${name}".`,
      )
  }
}

function parseServe(args: string[]): Command {
  const { values } = parseArgs({ args, options: SERVE_OPTIONS })
  return {
    name: 'serve',
    exitWithParent: values['exit-with-parent'],
    options: {
      data: required(values.data),
      host: values.host,
      port: wholeNumber('--port', values.port, 0, 65_535),
      paceMs: PACES[values.speed] ?? wholeNumber('--speed', values.speed, 0, DAY_MS, 'fast, demo or '),
      seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
      unboundSignatures: values['unbound-signatures'],
      maxDocumentBytes: wholeNumber('--max-document-mb', values['max-document-mb'], 1, 10_000) * 1024 * 1024,
      clockOffsetMs: wholeNumber('--clock-offset', values['clock-offset'], -1e9, 1e9) * 1000,
    },
  }
}

function required(data: string | undefined): string {
  if (data === undefined || data === '') throw new Error('--data DIR is needed.')
  return data
}

function wholeNumber(option: string, text: string, least: number, most: number, alternatives = ''): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`${option} takes ${alternatives}a whole number from ${least} to ${most}, not "${text}".`)
}
