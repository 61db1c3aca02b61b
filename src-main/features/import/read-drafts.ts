import { decodeText } from './decode-text.ts'
import { type Cell, type FilledForm, fillForm } from './fill-form.ts'
import {
  CUT,
  MAX_DEPTH,
  MAX_DRAFTS,
  MAX_LEFT_OUT,
  MAX_TEXT_BYTES,
  MAX_VALUES,
  MAX_VALUES_OF_DRAFT,
  nameOf,
  tooManyDrafts,
  tooManyLeftOut,
  tooManyOfDraft,
  tooManyValues,
  unreadable,
} from './limits.ts'
import { readCsv, readSheet, type Row, type TableFile } from './read-table.ts'
import { isWorkbook, readPage, readWorkbook } from './read-workbook.ts'
import type { ImportSource } from '../../platform/files/ports.ts'
import { DRAFT_FILE_KIND, DRAFT_FILE_VERSION } from '../../../src-shared/features/import/import.ts'
import { failure } from '../../platform/base/failure.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { outlineJson } from '../../../src-shared/platform/base/outline-json.ts'

export interface ReadDraft extends FilledForm, Omit<Row, 'cells'> {}

export interface ReadFile {
  /** Null for JSON. */
  table: TableFile | null
  drafts: ReadDraft[]
}

export type OnRead = (done: number, total: number) => void

/**
 * Reads a file of drafts: exported JSON, JSON in the partner's format, a list of either, CSV, a workbook, or a web page with a table that is
 * named like a workbook.
 */
export function readDrafts(source: ImportSource, onRead: OnRead = () => {}): ReadFile {
  const { profile, today } = source
  const { table, rows } = readRows(source)
  if (rows.length === 0) throw unreadable(msg.errorsFiles.noDraftInFile, msg.errorsFiles.csvNeeds)
  const drafts: ReadDraft[] = []
  let leftOut = 0
  for (const { cells, ...row } of rows) {
    const draft = { ...row, ...fillForm(profile, cells, today, table?.notation) }
    leftOut += draft.left_out.length
    if (leftOut > MAX_LEFT_OUT) throw tooManyLeftOut()
    drafts.push(draft)
    onRead(drafts.length, rows.length)
  }
  return { table, drafts }
}

function readRows(source: ImportSource): { table: TableFile | null; rows: Row[] } {
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)
  if (isWorkbook(bytes)) return readSheet(source, readWorkbook(bytes))
  if (bytes.length > MAX_TEXT_BYTES) {
    const advice = msg.errorsFiles.notImported(msg.errorsFiles.splitSeveral)
    throw failure('FILE_TOO_LARGE', msg.errorsFiles.over2Mb, advice)
  }
  const decoded = decodeText(bytes, source.choices?.encoding)
  const text = decoded.text.replace(/^\uFEFF/, '')
  if (/^\s*[[{]/.test(text)) return readJson(text)
  if (/^\s*<(?:!doctype|html|table|\?xml|meta|head|body|div|style)/i.test(text))
    return readSheet(source, readPage(text))
  return readCsv(source, { ...decoded, text })
}

function readJson(text: string): { table: null; rows: Row[] } {
  const outline = outlineJson(text)
  if (outline.entries > MAX_DRAFTS) throw tooManyDrafts()
  if (outline.values > MAX_VALUES) throw tooManyValues()
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    // Where the text stops to be JSON would not help a broker.
    throw unreadable(msg.errorsFiles.noWholeJson, msg.errorsFiles.exportAgain)
  }
  const rows: Row[] = []
  for (const [index, one] of (Array.isArray(content) ? content : [content]).entries()) {
    const cells: Cell[] = []
    if (!addCells(cells, valuesOf(one), '', 0)) throw tooManyOfDraft()
    rows.push({
      row: index + 1,
      cells,
      private_notes: [],
      skipped: [],
      remarks: [],
      no_deal: null,
      closed: null,
    })
  }
  return { table: null, rows }
}

function valuesOf(one: unknown): unknown {
  if (typeof one !== 'object' || one === null || Array.isArray(one))
    throw unreadable(msg.errorsFiles.noDrafts, msg.errorsFiles.pickExported)
  const { kind, format_version, values } = one as Record<string, unknown>
  if (kind !== DRAFT_FILE_KIND) return one
  if (format_version !== DRAFT_FILE_VERSION)
    throw unreadable(msg.errorsFiles.otherVersion, msg.errorsFiles.installNewest)
  return values
}

/**
 * Adds every single value of a draft with its path, at any depth. Returns false if the draft has more than `MAX_VALUES_OF_DRAFT` values.
 */
function addCells(cells: Cell[], value: unknown, path: string, depth: number): boolean {
  if (value === null || value === undefined || value === '') return true
  if (cells.length === MAX_VALUES_OF_DRAFT) return false
  // A name that was cut off must not match a field, even if the rest of it is the path of a field.
  const isCut = path.endsWith(CUT)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    cells.push({ path: isCut ? null : path, name: path, raw: value })
  else if (depth > MAX_DEPTH)
    cells.push({ path: null, name: path, raw: formatMessage(msg.errorsFiles.tooDeep) })
  else
    for (const [key, inside] of Object.entries(value)) {
      const below = isCut ? path : nameOf(path === '' ? key : `${path}.${key}`)
      if (!addCells(cells, inside, below, depth + 1)) return false
    }
  return true
}
