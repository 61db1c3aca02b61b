import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import type { FindingDetail, StatementReading } from '../../../src-shared/features/statements/statement.ts'
import { unreadable } from './finding.ts'

/** What the app keeps of one reading. */
export interface StoredStatement {
  reading: StatementReading
  /** Height of each page in points. It turns places into PDF coordinates. */
  page_heights: number[]
  /** True if the text of a page was recognized in a picture. */
  is_recognized: boolean
}

/** The kind of documents that the app reads without being asked. */
export const BANK_STATEMENT = 'bank_statement'

/**
 * Version of the reader. Increase it when the reader reads more or better, so that the app reads the statements again. The broker's
 * corrections do not depend on it.
 */
export const READER_VERSION = 16

/** Maximum size of a reading as JSON. 10,000 transactions need about 3 MB. */
const MOST_BYTES = 24 * 1024 * 1024

/** Compresses a reading. Returns null if it is larger than any statement. */
export function packStatement(stored: StoredStatement): string | null {
  const { packed, size } = compress(stored)
  return size > MOST_BYTES ? null : packed
}

function compress(stored: StoredStatement) {
  const json = Buffer.from(JSON.stringify(stored))
  return { packed: gzipSync(json).toString('base64'), size: json.length }
}

/** Reverses `packStatement`. Returns null if the text is damaged. */
export async function unpackStatement(packed: string): Promise<StoredStatement | null> {
  try {
    const json = await promisify(gunzip)(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES })
    return JSON.parse(json.toString()) as StoredStatement
  } catch {
    return null
  }
}

/** Returns the packed reading of a file that could not be read. */
export function packUnreadable(detail: FindingDetail): string {
  return compress({ reading: unreadable(detail), page_heights: [], is_recognized: false }).packed
}
