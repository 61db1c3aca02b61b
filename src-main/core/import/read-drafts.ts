import { parse } from 'csv-parse/sync'
import { createColumnFinder } from './columns.ts'
import { withoutGuard } from './csv.ts'
import { type Cell, type FilledForm, fillForm } from './fill-form.ts'
import type { ImportSource } from '../ports/files.ts'
import { DRAFT_FILE_KIND, DRAFT_FILE_VERSION } from '../../../src-shared/domain/import.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { Message } from '../../../src-shared/messages/message.ts'
import { formatMessage, msg } from '../../../src-shared/messages/msg.ts'
import { outlineJson } from '../../../src-shared/outline-json.ts'
import { labelOf } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'

export interface ReadDraft extends FilledForm {
  row: number
}

export interface ReadFile {
  columns: { column: string; field: string | null }[]
  drafts: ReadDraft[]
}

export type OnRead = (done: number, total: number) => void

/** The values of one draft in the file, before the app looks for their fields in the form. */
interface Row {
  row: number
  cells: Cell[]
}

/** Reads a file of drafts: exported JSON, JSON in the partner's format, a list of either, or CSV with headings. */
export function readDrafts(
  { profile, text, today }: ImportSource,
  onRead: OnRead = () => {},
): Result<ReadFile> {
  const content = text.replace(/^\uFEFF/, '')
  const found = /^\s*[[{]/.test(content) ? readJson(content) : readCsv(profile, content)
  if (!found.ok) return found
  const { columns, rows } = found.value
  if (rows.length === 0) return unreadable(msg.errorsFiles.noDraftInFile, msg.errorsFiles.csvNeeds)
  const drafts: ReadDraft[] = []
  let leftOut = 0
  for (const { row, cells } of rows) {
    const draft = { row, ...fillForm(profile, cells, today) }
    leftOut += draft.left_out.length
    if (leftOut > MAX_LEFT_OUT) return tooManyLeftOut()
    drafts.push(draft)
    onRead(drafts.length, rows.length)
  }
  return ok({ columns, drafts })
}

/** Thrown to stop the CSV parser at the first line beyond a limit, before it parses the rest of the file. */
class BeyondLimit extends Error {
  readonly refusal: Result<never>

  constructor(refusal: Result<never>) {
    super()
    this.refusal = refusal
  }
}

function readCsv(
  profile: PayloadProfile,
  text: string,
): Result<{ columns: ReadFile['columns']; rows: Row[] }> {
  const find = createColumnFinder(profile)
  let columns: { column: string; path: string | null }[] | null = null
  const rows: Row[] = []
  let lines = 0
  let values = 0
  const take = (cells: string[]): null => {
    lines++
    if (lines > MAX_LINES) throw new BeyondLimit(tooManyLines())
    if (cells.length > MAX_VALUES_OF_DRAFT) throw new BeyondLimit(tooManyOfDraft())
    if (columns === null) {
      columns = cells.map((heading, at) => {
        const column = nameOf(heading.trim() || columnName(at))
        return { column, path: find(column) }
      })
      return null
    }
    const known = columns
    const filled = cells.flatMap((cell, at): Cell[] => {
      const { column, path } = known[at] ?? { column: columnName(at), path: null }
      return cell.trim() === '' ? [] : [{ path, name: column, raw: withoutGuard(cell) }]
    })
    if (filled.length === 0) return null
    values += filled.length
    if (values > MAX_VALUES) throw new BeyondLimit(tooManyValues())
    if (rows.length === MAX_DRAFTS) throw new BeyondLimit(tooManyDrafts())
    rows.push({ row: lines, cells: filled })
    return null
  }
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: 200_000,
      on_record: take,
    })
  } catch (error) {
    if (error instanceof BeyondLimit) return error.refusal
    return unreadable(msg.errorsFiles.noCsv, msg.errorsFiles.saveCsvQuoted)
  }
  return ok({
    columns: (columns ?? []).map(({ column, path }) => ({
      column,
      field: path === null ? null : labelOf(profile, path),
    })),
    rows,
  })
}

/** Returns the name for a column without a heading. */
function columnName(at: number): string {
  return formatMessage(msg.errorsFiles.column(at + 1))
}

/** Returns the character that separates the columns: the most frequent one of the possible characters in the heading line. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
}

function readJson(text: string): Result<{ columns: []; rows: Row[] }> {
  const outline = outlineJson(text)
  if (outline.entries > MAX_DRAFTS) return tooManyDrafts()
  if (outline.values > MAX_VALUES) return tooManyValues()
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return unreadable(msg.errorsFiles.noWholeJson, msg.errorsFiles.exportAgain)
  }
  const rows: Row[] = []
  for (const [index, one] of (Array.isArray(content) ? content : [content]).entries()) {
    const values = valuesOf(one)
    if (!values.ok) return values
    const cells: Cell[] = []
    if (!addCells(cells, values.value, '', 0)) return tooManyOfDraft()
    rows.push({ row: index + 1, cells })
  }
  return ok({ columns: [], rows })
}

function valuesOf(one: unknown): Result<unknown> {
  if (typeof one !== 'object' || one === null || Array.isArray(one))
    return unreadable(msg.errorsFiles.noDrafts, msg.errorsFiles.pickExported)
  const { kind, format_version, values } = one as Record<string, unknown>
  if (kind !== DRAFT_FILE_KIND) return ok(one)
  if (format_version !== DRAFT_FILE_VERSION)
    return unreadable(msg.errorsFiles.otherVersion, msg.errorsFiles.installNewest)
  return ok(values)
}

/**
 * Adds every single value of a draft with its path, at any depth. Returns false if the draft has more than `MAX_VALUES_OF_DRAFT` values.
 */
function addCells(cells: Cell[], value: unknown, path: string, depth: number): boolean {
  if (value === null || value === undefined || value === '') return true
  if (cells.length === MAX_VALUES_OF_DRAFT) return false
  // A name that was cut off must not match a field, even if what is left of it is the path of a field.
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

const CUT = '…'

function nameOf(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}${CUT}` : name
}

function tooManyDrafts(): Result<never> {
  return unreadable(msg.errorsFiles.tooManyDrafts(MAX_DRAFTS), msg.errorsFiles.splitSeveral)
}

function tooManyLines(): Result<never> {
  return unreadable(msg.errorsFiles.tooManyLines(MAX_LINES), msg.errorsFiles.deleteEmptyLines)
}

function tooManyOfDraft(): Result<never> {
  return unreadable(msg.errorsFiles.tooManyValues, msg.errorsFiles.pickApplications)
}

function tooManyValues(): Result<never> {
  return unreadable(msg.errorsFiles.tooManyOfFile(MAX_VALUES), msg.errorsFiles.splitSeveral)
}

function tooManyLeftOut(): Result<never> {
  return unreadable(msg.errorsFiles.tooManyLeftOut(MAX_LEFT_OUT), msg.errorsFiles.dropColumns)
}

function unreadable(message: Message, advice: Message): Result<never> {
  return fail(appError('IMPORT_NOT_READABLE', message, msg.errorsFiles.notImported(advice)))
}

/**
 * Limits of an imported file. Each is far above the size of real files, and limits the time and memory for an import. This one is for the
 * number of drafts.
 */
export const MAX_DRAFTS = 1_000
/**
 * Maximum number of values and containers in a JSON file, or of filled cells in a CSV file. On average, this is 200 for each of
 * `MAX_DRAFTS` drafts.
 */
export const MAX_VALUES = 200_000
export const MAX_VALUES_OF_DRAFT = 2_000
/** Maximum number of values in a file for which the form has no field. Each of them is stored with its draft. */
export const MAX_LEFT_OUT = 20_000
/** Maximum number of lines in a CSV file, including empty ones. */
export const MAX_LINES = 50_000
/** Maximum number of characters of a column heading or a path. Longer ones are cut off, because no field has such a long name. */
export const MAX_NAME = 200
/** Maximum depth of nested content. No form is as deep. Deeper content counts as a single value. */
export const MAX_DEPTH = 12
