import { formatMessage } from '../../src-shared/messages/msg.ts'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { printable } from '../../src-shared/text.ts'
import { MAX_PROOF_MB, readProof, tooLarge } from '../../src-shared/proof/proof-file.ts'
import { verifyProof, type ProofCheck } from '../../src-shared/proof/verify-proof.ts'
import { createKeySource, SIGNING_KEYS, type KeySource } from '../../src-shared/webhook/key-source.ts'

/**
 * Checks the proof named in the arguments and prints the findings. Returns 1 if the proof is broken.
 * @throws if a file cannot be read
 */
export async function checkFile(args: string[]): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      fingerprint: { type: 'string' },
      jwks: { type: 'string' },
      'signing-keys': { type: 'string', default: SIGNING_KEYS },
      json: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new Error('Give one file. See --help.')
  const text = await readText(path, MAX_PROOF_MB)
  const proof = text === null ? tooLarge() : readProof(text)
  if (!proof.ok)
    throw new Error(printable(`${formatMessage(proof.error.message)} ${formatMessage(proof.error.advice)}`))
  const checks = await verifyProof(proof.value, {
    ...(values.fingerprint === undefined ? {} : { fingerprint: values.fingerprint.toLowerCase() }),
    ...(values.jwks === undefined
      ? {}
      : { keys: keysOf(await readJson(values.jwks), values['signing-keys']) }),
  })
  for (const check of checks) console.log(printable(values.json ? JSON.stringify(check) : formatCheck(check)))
  const isWhole = checks.every(({ result }) => result !== 'fail')
  if (!values.json) for (const line of summary(checks, isWhole)) console.log(line)
  return isWhole ? 0 : 1
}

/**
 * Returns the result of the checks and its meaning in words. An intact chain proves only that no entry was changed after it was recorded.
 * It does not prove that the entries are true.
 */
function summary(checks: readonly ProofCheck[], isWhole: boolean): string[] {
  if (!isWhole) return ['The proof is broken.']
  const unproven = checks.filter(({ result }) => result === 'unproven').length
  const events = unproven === 1 ? '1 event' : `${unproven} events`
  return [
    'The proof is intact: no entry was edited, removed, moved, or cut off since the device signed it.',
    ...(unproven === 0 ? [] : [`UNPROVEN: the partner's signature does not cover ${events}.`]),
    'Proven: what the named device recorded and, for events marked ok, what the partner signed.',
    'Not proven: that the device recorded the truth. Its owner can omit entries or write others, and sign again.',
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
  if (text === null) throw new Error(`${printable(path)} is larger than ${MAX_KEYS_MB} MB.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${printable(path)} is not JSON.`)
  }
}

/**
 * Returns the text of a file, or null if it is too large. Checks the size while reading, because devices and pipes do not report their size
 * in advance.
 */
async function readText(path: string, max_mb: number): Promise<string | null> {
  try {
    const file = await open(path)
    try {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of file.createReadStream({ autoClose: false })) {
        size += (chunk as Buffer).length
        if (size > max_mb * 1024 * 1024) return null
        chunks.push(chunk as Buffer)
      }
      return Buffer.concat(chunks).toString('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `The file ${path} does not exist.` : `${path} cannot be read (${code}).`
    throw new Error(printable(why), { cause: error })
  }
}

/** Maximum size of a file with public keys. A real file of this kind is many times smaller. */
const MAX_KEYS_MB = 1

const MARKS = { pass: 'ok      ', fail: 'BROKEN  ', unproven: 'UNPROVEN' } as const

function formatCheck({ check, result, detail, entry }: ProofCheck): string {
  return `${MARKS[result]} ${check}${entry === undefined ? '' : `, entry ${entry}`}: ${detail}`
}
