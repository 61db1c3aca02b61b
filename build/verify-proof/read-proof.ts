import { outlineJson } from '../../src-shared/platform/base/outline-json.ts'
import {
  PROOF_FORMAT,
  proofFileSchema,
  type ProofFile,
} from '../../src-shared/features/proof/proof-schema.ts'

/**
 * Limits of a file that is read as a proof. They are far above the size of any real proof, and limit the time and memory for reading.
 */
export const MAX_PROOF_MB = 64
const MAX_PROOF_ENTRIES = 50_000
const MAX_DEPTH = 8
/** Maximum number of values and containers in a file. 30 per entry is more than any real entry needs. */
const MAX_VALUES = MAX_PROOF_ENTRIES * 30

/**
 * Parses the text of a proof, which has at most `MAX_PROOF_MB`.
 * @throws if the text is not a proof. The message may contain characters of the text that must be escaped before they are printed.
 */
export function readProof(text: string): ProofFile {
  // Check the limits before building any values.
  const { depth, values } = outlineJson(text)
  if (depth > MAX_DEPTH) throw new Error('This file is nested too deeply for a proof of submission.')
  if (values > MAX_VALUES) throw tooManyEntries()
  let json: { format?: unknown; version?: unknown; entries?: unknown } | null
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('This file is not JSON, or it is incomplete.')
  }
  if (json?.format !== PROOF_FORMAT) throw new Error('This file is not a proof of submission.')
  if (Array.isArray(json.entries) && json.entries.length > MAX_PROOF_ENTRIES) throw tooManyEntries()
  const parsed = proofFileSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`This proof has an invalid format at "${issue?.path.join('.')}": ${issue?.message}`)
}

function tooManyEntries(): Error {
  return new Error(
    `This file has more than ${MAX_PROOF_ENTRIES} entries, the maximum for a proof of submission.`,
  )
}
