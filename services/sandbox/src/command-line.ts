import { parseArgs } from 'node:util'
import { ENVIRONMENTS } from '../../../src-shared/domain/vocabulary.ts'
import { OPERATION_NAMES } from './operations.ts'
import type { SandboxOptions } from './sandbox.ts'
import { isLoopback } from './sender-addresses.ts'
import { SHAPE_NAMES } from './shapes.ts'

export type Command =
  | { name: 'help' }
  | { name: 'serve'; options: SandboxOptions; exitWithParent: boolean }
  | { name: 'log'; data: string; json: boolean }

export const HELP = `Simulates the partner's API on loopback for demos, development, and tests.

Usage
  node services/sandbox/src/main.ts serve --data DIR [options]
  node services/sandbox/src/main.ts log --data DIR [--json]

serve     Starts the sandbox, prints one JSON line on stdout when it is ready, and logs to stderr.
  --data DIR               folder for all state; created if missing
  --port N                 port, 0 for a free one (default 0)
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --speed fast|demo|MS     milliseconds between underwriting steps; fast is 40, demo is 2500
                           (default demo)
  --seed N                 whole number that determines ids and offers (default 1)
  --offers N               number of offers after a review (default 1); a reference with the word multiple gets three
  --unbound-signatures     webhook signatures contain only iss and iat and do not cover the body
  --max-document-mb N      maximum document size in megabytes (default 25)
  --clock-offset SECONDS   shifts the clock, to make tokens and offers expire (default 0)
  --environment NAME       sandbox or production; each has its own credentials, keys, and data (default sandbox)
  --sender-address IP      loopback sender address of webhooks; repeatable, the first is in use
                           (default 127.0.0.1 to .4, in production .5 to .8)
  --shapes NAME            format of responses that the specification does not show: standard or alternative
                           (default standard)
  --not-offered LIST       unavailable operations, such as documents.list,offer.accept: they return 404 or 405
  --admin-port N           port of the admin endpoint on 127.0.0.1, which controls faults; 0 for a free one
                           (default: none)
  --exit-with-parent       stops when stdin closes
log       Prints the received requests: time, method, path, status, application.
  --data DIR               folder of the sandbox
  --json                   one JSON object per line
`

const PACES: Record<string, number> = { fast: 40, demo: 2500 }
const DAY_MS = 24 * 3600 * 1000

const SERVE_OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  speed: { type: 'string', default: 'demo' },
  seed: { type: 'string', default: '1' },
  offers: { type: 'string', default: '1' },
  'unbound-signatures': { type: 'boolean', default: false },
  'max-document-mb': { type: 'string', default: '25' },
  'clock-offset': { type: 'string', default: '0' },
  environment: { type: 'string', default: 'sandbox' },
  'sender-address': { type: 'string', multiple: true },
  shapes: { type: 'string', default: 'standard' },
  'not-offered': { type: 'string', default: '' },
  'admin-port': { type: 'string' },
  'exit-with-parent': { type: 'boolean', default: false },
} as const
const LOG_OPTIONS = { data: { type: 'string' }, json: { type: 'boolean', default: false } } as const

/**
 * Parses the arguments after the program's name.
 * @throws Error with a message for the user
 */
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
  const adminPort = values['admin-port']
  return {
    name: 'serve',
    exitWithParent: values['exit-with-parent'],
    options: {
      data: required(values.data),
      host: values.host,
      port: wholeNumber('--port', values.port, 0, 65_535),
      paceMs: PACES[values.speed] ?? wholeNumber('--speed', values.speed, 0, DAY_MS, 'fast, demo or '),
      seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
      offers: wholeNumber('--offers', values.offers, 1, 6),
      unboundSignatures: values['unbound-signatures'],
      maxDocumentBytes: wholeNumber('--max-document-mb', values['max-document-mb'], 1, 10_000) * 1024 * 1024,
      clockOffsetMs: wholeNumber('--clock-offset', values['clock-offset'], -1e9, 1e9) * 1000,
      environment: oneOf('--environment', values.environment, ENVIRONMENTS),
      senderAddresses: values['sender-address']?.map(loopback) ?? null,
      shapes: oneOf('--shapes', values.shapes, SHAPE_NAMES),
      notOffered: values['not-offered']
        .split(',')
        .filter((name) => name !== '')
        .map((name) => oneOf('--not-offered', name, OPERATION_NAMES)),
      adminPort: adminPort === undefined ? null : wholeNumber('--admin-port', adminPort, 0, 65_535),
    },
  }
}

function required(data: string | undefined): string {
  if (data === undefined || data === '') throw new Error('--data DIR is needed.')
  return data
}

function oneOf<T extends string>(option: string, text: string, known: readonly T[]): T {
  const found = known.find((name) => name === text)
  if (found !== undefined) return found
  throw new Error(`${option} takes ${known.join(', ')}, not "${text}".`)
}

function loopback(address: string): string {
  if (isLoopback(address)) return address
  throw new Error(`--sender-address takes an address within 127.0.0.0/8, not "${address}".`)
}

function wholeNumber(option: string, text: string, least: number, most: number, alternatives = ''): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`${option} takes ${alternatives}a whole number from ${least} to ${most}, not "${text}".`)
}
