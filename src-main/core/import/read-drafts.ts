import { parse } from 'csv-parse/sync'
import { DRAFT_FILE_KIND, DRAFT_FILE_VERSION } from '../../../src-shared/domain/import.ts'
import type { FormValues } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { applyChanges, labelOf, resolvePath, rowsAt } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { emptyValues } from '../drafts/create-draft.ts'
import { createColumnFinder } from './columns.ts'
import { withoutGuard } from './csv.ts'
import { fitValue, plain } from './fit-value.ts'

const MAX_DRAFTS = 1_000
/** More than any form has; a file with more in one draft is something else. */
const MAX_CELLS = 2_000
/** Deeper than any form; what is nested further is taken as one value. */
const MAX_DEPTH = 12

/** A value of the file that is not in the form. `path` is unlike any other of its draft. */
export interface LeftOutValue {
  path: string
  label: string
  value: string
  why: string
}

export interface ReadDraft {
  row: number
  values: FormValues
  fitted: number
  left_out: LeftOutValue[]
}

export interface ReadFile {
  columns: { column: string; field: string | null }[]
  drafts: ReadDraft[]
}

/** One value of the file on its way into a form: where it should go, and what the file calls it. */
interface Cell {
  path: string | null
  name: string
  raw: string | number | boolean
}

/** Reads a file of drafts: JSON as it was exported or as it goes over the wire, one or a list of them; or CSV with headings. */
export function readDrafts(profile: PayloadProfile, text: string): Result<ReadFile> {
  const content = text.replace(/^\uFEFF/, '')
  const read = /^\s*[[{]/.test(content) ? readJson(profile, content) : readCsv(profile, content)
  if (!read.ok) return read
  const { length } = read.value.drafts
  if (length === 0) return unreadable(words().errorsFiles.noDraftInFile, words().errorsFiles.csvNeeds)
  if (length > MAX_DRAFTS)
    return unreadable(words().errorsFiles.tooManyDrafts(length, MAX_DRAFTS), words().errorsFiles.splitSeveral)
  return read
}

function readCsv(profile: PayloadProfile, text: string): Result<ReadFile> {
  let lines: string[][]
  try {
    lines = parse(text, { delimiter: delimiterOf(text), relax_column_count: true, max_record_size: 200_000 })
  } catch {
    return unreadable(words().errorsFiles.noCsv, words().errorsFiles.saveCsvQuoted)
  }
  const [headings = [], ...rows] = lines
  if (lines.some((cells) => cells.length > MAX_CELLS)) return tooMany()
  const find = createColumnFinder(profile)
  const columns = headings.map((heading, index) => {
    const column = heading.trim() || words().errorsFiles.column(index + 1)
    return { column, path: find(column) }
  })
  const drafts = rows.flatMap((cells, index): ReadDraft[] => {
    const filled = cells.flatMap((cell, at): Cell[] => {
      const { column, path } = columns[at] ?? { column: words().errorsFiles.column(at + 1), path: null }
      return cell.trim() === '' ? [] : [{ path, name: column, raw: withoutGuard(cell) }]
    })
    return filled.length === 0 ? [] : [intoForm(profile, index + 2, filled)]
  })
  return ok({
    columns: columns.map(({ column, path }) => ({
      column,
      field: path === null ? null : labelOf(profile, path),
    })),
    drafts,
  })
}

/** What stands most often between the headings. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
}

function readJson(profile: PayloadProfile, text: string): Result<ReadFile> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return unreadable(words().errorsFiles.noWholeJson, words().errorsFiles.exportAgain)
  }
  const drafts: ReadDraft[] = []
  for (const [index, one] of (Array.isArray(content) ? content : [content]).entries()) {
    const values = valuesOf(one)
    if (!values.ok) return values
    const cells = cellsOf(values.value, '', 0)
    if (cells.length > MAX_CELLS) return tooMany()
    drafts.push(intoForm(profile, index + 1, cells))
  }
  return ok({ columns: [], drafts })
}

function valuesOf(one: unknown): Result<unknown> {
  if (typeof one !== 'object' || one === null || Array.isArray(one))
    return unreadable(words().errorsFiles.noDrafts, words().errorsFiles.pickExported)
  const { kind, format_version, values } = one as Record<string, unknown>
  if (kind !== DRAFT_FILE_KIND) return ok(one)
  if (format_version !== DRAFT_FILE_VERSION)
    return unreadable(words().errorsFiles.otherVersion, words().errorsFiles.installNewest)
  return ok(values)
}

/** Every single value below, by its path. */
function cellsOf(value: unknown, path: string, depth: number): Cell[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, name: path, raw: value }]
  if (depth > MAX_DEPTH) return [{ path: null, name: path.slice(0, 200), raw: words().errorsFiles.tooDeep }]
  return Object.entries(value).flatMap(([key, inside]) =>
    cellsOf(inside, path === '' ? key : `${path}.${key}`, depth + 1),
  )
}

/** Puts each value into its field; what has none, or does not fit there, is left out and told. */
function intoForm(profile: PayloadProfile, row: number, cells: Cell[]): ReadDraft {
  let values = emptyValues(profile)
  const filled = new Set<string>()
  const left_out: LeftOutValue[] = []
  for (const { path, name, raw } of cells) {
    const leave = (why: string) => left_out.push(leftOut(profile, left_out, { path, name, raw }, why))
    const target = path === null ? null : resolvePath(profile, path)
    if (path === null || target?.kind !== 'field') {
      leave(words().errorsFiles.formHasNoField)
      continue
    }
    if (filled.has(path)) {
      leave(words().errorsFiles.fieldTaken)
      continue
    }
    const fitted = fitValue(target.field, raw)
    if ('why' in fitted) {
      leave(fitted.why)
      continue
    }
    const next = applyChanges(profile, withRow(profile, values, path), [
      { op: 'set', path, value: fitted.value },
    ])
    if (next === null) {
      leave(words().errorsFiles.noMoreRows)
      continue
    }
    values = next
    filled.add(path)
  }
  return { row, values, fitted: filled.size, left_out }
}

/** Adds rows to a list until the one that a path lies in is there, as far as the list takes them. */
function withRow(profile: PayloadProfile, values: FormValues, path: string): FormValues {
  const list = profile.sections.find(
    (section) => section.list && path.startsWith(`${section.list.path}.`),
  )?.list
  if (list === undefined) return values
  const row = Number(path.slice(list.path.length + 1).split('.')[0])
  let next = values
  while (rowsAt(next, list.path).length <= row) {
    const longer = applyChanges(profile, next, [{ op: 'insert_row', path: list.path }])
    if (longer === null) return values
    next = longer
  }
  return next
}

function leftOut(
  profile: PayloadProfile,
  others: LeftOutValue[],
  { path, name, raw }: Cell,
  why: string,
): LeftOutValue {
  const isField = path !== null && resolvePath(profile, path)?.kind === 'field'
  const wanted = isField ? path : name
  const taken = others.filter((one) => one.path === wanted || one.path.startsWith(`${wanted} (`)).length
  return {
    path: taken === 0 ? wanted : `${wanted} (${taken + 1})`,
    label:
      isField && path !== name && plain(name) !== plain(labelOf(profile, path))
        ? `${labelOf(profile, path)} (${name})`
        : isField
          ? labelOf(profile, path)
          : name,
    value: typeof raw === 'boolean' ? (raw ? words().errorsFiles.yes : words().errorsFiles.no) : String(raw),
    why,
  }
}

function tooMany(): Result<never> {
  return unreadable(words().errorsFiles.tooManyValues, words().errorsFiles.pickApplications)
}

function unreadable(message: string, advice: string): Result<never> {
  return fail(appError('IMPORT_NOT_READABLE', message, words().errorsFiles.notImported(advice)))
}
