import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkContinuity } from '../../src-main/features/statement-reader/continuity.ts'
import { describeReading } from '../../src-main/features/statement-reader/describe.ts'
import { unreadable } from '../../src-main/features/statement-reader/finding.ts'
import type { FindingDetail } from '../../src-shared/features/statements/statement.ts'
import { readInProcess, type SourceReading } from './source-reader.ts'

/** Files larger than this are refused without reading, as in the app. */
const MOST_BYTES = 100 * 1024 * 1024

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, seconds: { type: 'string', default: '1200' } },
})
const [folder] = positionals
const seconds = Number(values.seconds)
if (folder === undefined || positionals.length > 1 || !(seconds > 0)) {
  process.stderr.write('Give one folder. See --help.\n')
  process.exit(2)
}

const names = await readdir(folder).catch(() => null)
if (names === null) {
  process.stderr.write('The folder cannot be read.\n')
  process.exit(2)
}
const files = names.filter((name) => name.toLowerCase().endsWith('.pdf')).toSorted()
const readings: SourceReading[] = []
for (const [at, name] of files.entries()) {
  const one = await readOne(join(folder, name))
  readings.push(one)
  if (values.json === true) process.stderr.write(`${at + 1}/${files.length} ${name} ${one.reading.verdict}\n`)
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
else
  for (const [name, { verdict, reasons }] of results)
    process.stdout.write(`${verdict.padEnd(11)} ${name}${reasons.length > 0 ? `  ${reasons[0]}` : ''}\n`)

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
