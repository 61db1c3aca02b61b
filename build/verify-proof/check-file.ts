import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { printable } from '../../src-shared/platform/base/text.ts'
import {
  createKeySource,
  SIGNING_KEYS,
  type KeySource,
} from '../../src-shared/platform/webhook/key-source.ts'
import { MAX_PROOF_MB, readProof } from './read-proof.ts'
import { verifyProof, type ProofCheck } from './verify-proof.ts'

/** Maximum size of a file with public keys. A real file of this kind is many times smaller. */
const MAX_KEYS_MB = 1
/** Maximum size of a file to compare. It is far above the size of any document that a funding partner accepts. */
const MAX_SENT_MB = 1024

/**
 * Checks the proof named in the arguments, and the files named after it. Prints the findings. Returns 1 if a check failed.
 * @throws if a file cannot be read
 */
export async function checkFile(args: string[]): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      jwks: { type: 'string' },
      'signing-keys': { type: 'string', default: SIGNING_KEYS },
      json: { type: 'boolean', default: false },
    },
  })
  const [path, ...sent] = positionals
  if (path === undefined) throw new Error('Give the file of a proof. See --help.')
  try {
    const proof = readProof(await readText(path, MAX_PROOF_MB))
    const files = []
    for (const one of sent) files.push({ name: basename(one), sha256: await hashOf(one) })
    const keys =
      values.jwks === undefined ? undefined : keysOf(await readJson(values.jwks), values['signing-keys'])
    const checks = await verifyProof(proof, { files, ...(keys !== undefined && { keys }) })
    const lines = values.json
      ? checks.map((check) => JSON.stringify(check))
      : [...checks.map(formatCheck), ...summary(checks, proof.entries.length)]
    for (const line of lines) console.log(printable(line))
    return checks.some(({ result }) => result === 'fail') ? 1 : 0
  } catch (error) {
    throw new Error(printable((error as Error).message), { cause: error })
  }
}

/** Returns what the checks prove and do not prove, in words. */
function summary(checks: readonly ProofCheck[], entries: number): string[] {
  const events = checks.filter(({ check }) => check === 'event')
  const signed = events.filter(({ result }) => result === 'pass').length
  return [
    checks.some(({ result }) => result === 'fail')
      ? 'The proof is broken: it contradicts itself, the partner’s signatures, or a given file.'
      : 'No check failed.',
    `Proven: ${signed} of ${events.length} events, by the funding partner’s signature, if you got the keys from the partner itself.`,
    `Not proven: the other ${entries - signed} of ${entries} entries. What was sent, when, and how the partner answered is the record of the broker’s computer. Its owner can change, add, or omit entries.`,
    ...(checks.length > events.length
      ? [
          'A matching file is the one that the record names. This does not prove that the partner received it.',
        ]
      : []),
  ]
}

function keysOf(jwks: unknown, signingKeys: string): KeySource {
  return createKeySource({
    fetchKeySet: () => Promise.resolve(jwks),
    now: Date.now,
    signingKeys: () => signingKeys,
  })
}

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path, MAX_KEYS_MB)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is not JSON.`)
  }
}

async function readText(path: string, max_mb: number): Promise<string> {
  const chunks: Buffer[] = []
  await read(path, max_mb, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await read(path, MAX_SENT_MB, (chunk) => hash.update(chunk))
  return hash.digest('hex')
}

/** Reads a file in pieces. Checks its size while reading, because devices and pipes do not report their size in advance. */
async function read(path: string, max_mb: number, take: (chunk: Buffer) => void): Promise<void> {
  let size = 0
  try {
    for await (const chunk of createReadStream(path)) {
      size += (chunk as Buffer).length
      if (size > max_mb * 1024 * 1024) break
      take(chunk as Buffer)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `The file ${path} does not exist.` : `${path} cannot be read (${code}).`
    throw new Error(why, { cause: error })
  }
  if (size > max_mb * 1024 * 1024) throw new Error(`${path} is larger than ${max_mb} MB.`)
}

const MARKS = { pass: 'ok      ', fail: 'BROKEN  ', unproven: 'UNPROVEN' } as const

function formatCheck({ check, result, detail, entry }: ProofCheck): string {
  return `${MARKS[result]} ${check}${entry === undefined ? '' : `, entry ${entry}`}: ${detail}`
}
