import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkContinuity } from '../../src-main/features/statement-reader/continuity.ts'
import { type DescribedReading, describeReading } from '../../src-main/features/statement-reader/describe.ts'
import { unreadable } from '../../src-main/features/statement-reader/finding.ts'
import type { FindingDetail } from '../../src-shared/features/statements/statement.ts'
import { readInProcess, type SourceReading } from './source-reader.ts'

/** Files larger than this are refused without reading, as in the app. */
const MOST_BYTES = 100 * 1024 * 1024

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, seconds: { type: 'string', default: '1200' } },
})
const seconds = Number(values.seconds)
if (positionals.length === 0 || !(seconds > 0)) {
  process.stderr.write('Give a folder, or files. See --help.\n')
  process.exit(2)
}

const paths: string[] = []
for (const path of positionals) {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => null,
  )
  if (isFolder === null) {
    process.stderr.write(`${path} cannot be read.\n`)
    process.exit(2)
  }
  const names = isFolder ? (await readdir(path)).filter((name) => name.toLowerCase().endsWith('.pdf')) : []
  paths.push(...(isFolder ? names.toSorted().map((name) => join(path, name)) : [path]))
}
const files = paths.map((path) => basename(path))
const readings: SourceReading[] = []
for (const [at, path] of paths.entries()) {
  const one = await readOne(path)
  readings.push(one)
  if (values.json === true)
    process.stderr.write(`${at + 1}/${files.length} ${files[at]} ${one.reading.verdict}\n`)
}
const checked = checkContinuity(readings.map(({ reading }) => reading))
const results = files.map(
  (name, at) =>
    [
      name,
      describeReading(checked[at] ?? unreadable('file_not_opened'), readings[at]?.is_recognized ?? false),
    ] as const,
)
if (values.json === true)
  process.stdout.write(`${JSON.stringify(Object.fromEntries(results), withoutUnknown)}\n`)
else process.stdout.write(tableOf(results.flatMap(([name, reading]) => rowsOf(name, reading))))

type Row = readonly string[]

/** The rows of a file: one for each month of an account, or its first reason. */
function rowsOf(name: string, { verdict: ofFile, reasons, accounts, currency }: DescribedReading): Row[] {
  const verdictIn = (code: string | undefined) => (code === undefined ? ofFile : `${ofFile} (${code})`)
  const verdict = verdictIn(currency)
  const months = accounts.flatMap(({ number_last4, months: own, currency: code = currency }) =>
    own.map(({ from, to, opening_cents, closing_cents, metrics, passed, proof }): Row => [
      name,
      verdictIn(code),
      number_last4,
      `${from} to ${to}`,
      ...[opening_cents, metrics.deposits_cents, metrics.withdrawals_cents, closing_cents].map(dollars),
      evidenceOf(passed, proof?.bits),
    ]),
  )
  const [reason] = reasons
  if (reason === undefined && months.length > 0) return months
  return [...months, [name, verdict, '', reason ?? '']]
}

/** The checks that passed, and how sure they are. */
function evidenceOf(passed: readonly string[], bits: number | undefined): string {
  return [...passed, ...(bits === undefined ? [] : [`${bits} bits`])].join(', ')
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
}

function tableOf(rows: readonly Row[]): string {
  const heading: Row = ['File', 'Verdict', 'Account', 'Period', 'Opening', 'In', 'Out', 'Closing', 'Evidence']
  const isMonth = (cells: Row) => cells.length === heading.length
  const all = [heading, ...rows]
  const widths = heading.map((_, at) =>
    Math.max(...all.filter((cells) => isMonth(cells) || at < 3).map((cells) => cells[at]?.length ?? 0)),
  )
  const isAmount = (at: number) => at > 3 && at < 8
  return all
    .map((cells) =>
      cells.map((cell, at) => (isAmount(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))),
    )
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('')
}

/** A statement can print no account number. Another program must not take the empty text for a number. */
function withoutUnknown(key: string, value: unknown): unknown {
  return key === 'number_last4' && value === '' ? null : value
}

async function readOne(path: string): Promise<SourceReading> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch {
    return refused('file_not_opened')
  }
  if (bytes.length > MOST_BYTES) return refused('file_too_large')
  return readInProcess(bytes, seconds * 1000)
}

function refused(detail: FindingDetail): SourceReading {
  return { reading: unreadable(detail), is_recognized: false }
}
