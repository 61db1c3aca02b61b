import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readProof } from '../../src-shared/proof/proof-file.ts'
import { verifyProof, type ProofCheck } from '../../src-shared/proof/verify-proof.ts'
import { createKeySource, SIGNING_KEYS, type KeySource } from '../../src-shared/webhook/key-source.ts'

/** Checks the proof that the arguments name and prints what was found; 1 when it is broken. Throws what cannot be read. */
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
  if (path === undefined || positionals.length > 1) throw new Error('Name one file. --help tells more.')
  const proof = readProof(await readText(path))
  if (!proof.ok) throw new Error(`${proof.error.message} ${proof.error.advice}`)
  const checks = await verifyProof(proof.value, {
    ...(values.fingerprint === undefined ? {} : { fingerprint: values.fingerprint.toLowerCase() }),
    ...(values.jwks === undefined
      ? {}
      : { keys: keysOf(await readJson(values.jwks), values['signing-keys']) }),
  })
  for (const check of checks) console.log(values.json ? JSON.stringify(check) : inWords(check))
  const isWhole = checks.every(({ result }) => result === 'pass')
  if (!values.json) console.log(isWhole ? 'The proof is whole.' : 'The proof is broken.')
  return isWhole ? 0 : 1
}

function keysOf(jwks: unknown, signingKeys: string): KeySource {
  return createKeySource({
    fetchKeySet: () => Promise.resolve(jwks),
    now: Date.now,
    signingKeys: () => signingKeys,
  })
}

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is no JSON.`)
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `There is no file ${path}.` : `${path} can't be read (${code}).`
    throw new Error(why, { cause: error })
  }
}

function inWords({ check, result, detail, entry }: ProofCheck): string {
  return `${result === 'pass' ? 'ok    ' : 'BROKEN'} ${check}${entry === undefined ? '' : `, entry ${entry}`}: ${detail}`
}
