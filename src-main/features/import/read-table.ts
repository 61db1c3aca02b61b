import type { OrphanedFormValue } from '../../../src-shared/features/form/orphaned-values.ts'
import { createHash } from 'node:crypto'
import { cleanCell } from './cell-text.ts'
import { columnFinder, guessByValues, findHeadings, HEADING_ROWS, noRecord } from './columns.ts'
import { UNDECODED, type DecodedText } from './decode-text.ts'
import type { Cell } from './fill-form.ts'
import { mayFill } from './fit-cell.ts'
import {
  MAX_DRAFTS,
  MAX_LINES,
  MAX_VALUES,
  MAX_VALUES_OF_DRAFT,
  nameOf,
  tooManyDrafts,
  tooManyLines,
  tooManyOfDraft,
  tooManyValues,
} from './limits.ts'
import { detectNotation, type Notation } from './notations.ts'
import { detectLayout, layoutOf, namedDelimiter, parseRecords } from './parse-csv.ts'
import type { Sheet } from './read-workbook.ts'
import type { ImportSource } from '../../platform/files/ports.ts'
import type {
  ColumnTarget,
  EarlierImport,
  ImportFormat,
  RememberedImport,
} from '../../../src-shared/features/import/import.ts'
import { maskValue } from '../../../src-shared/features/form/sensitive.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { resolvePath, rowOf as placeInList } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { inWords, isClosedStatus, isStatusHeading, NOTE_HEADINGS } from './import-words.ts'
import { joinedAt } from './joined-fields.ts'

/** The values of one draft in the file, before the app looks for their fields in the form. */
export interface Row {
  row: number
  cells: Cell[]
  /** Texts for private notes of the deal. */
  private_notes: string[]
  /** Names of the columns that are not imported although they have a value in this row. */
  skipped: string[]
  /** Remarks for the broker on the whole row. */
  remarks: OrphanedFormValue[]
  /** Why the row is probably no draft. */
  no_deal: Message | null
  /** The status of the row in the list, if it says that the deal is over. */
  closed: string | null
}

/** The way in which a table was read. */
export interface TableFile {
  format: Omit<ImportFormat, 'dates' | 'amounts' | 'remembered'>
  notation: Notation
  columns: { column: string; target: ColumnTarget }[]
  /** The cells of the first rows as they are in the file. */
  samples: Cell[][]
  /** The SHA-256 of the headings, in any order. Null for a table without headings. */
  source: string | null
  remembered: EarlierImport | null
}

/** Number of rows that the preview shows with all their cells. */
const SAMPLES = 8
/** Number of rows from whose values the field of a column is guessed. */
const GUESSED_FROM = 200
const SHOWN_CHARACTERS = 80
/** Number of rows that the broker can choose as headings. */
const SHOWN_ROWS = 12

/** A row of a file with cleaned cells. */
interface Line {
  row: number
  cells: string[]
  formulas: ReadonlySet<number>
  is_broken: boolean
  is_hidden: boolean
}

type Lines = Iterable<{ row: number; cells: string[]; is_broken?: boolean; is_hidden?: boolean }>

export function readCsv(source: ImportSource, { text, encoding, unsure_words }: DecodedText) {
  const { named, rest } = namedDelimiter(text.replaceAll(/\r\n?/g, '\n'))
  const chosen = source.choices?.delimiter ?? named
  const layout = chosen === null ? detectLayout(rest) : layoutOf(rest, chosen)
  const lines = cleanLines(parseRecords(rest, layout), named === null ? 0 : 1)
  const { delimiter } = layout
  return readLines(source, lines, {
    text: { encoding, delimiter },
    unsure_words,
    sheets: [],
    sheet: null,
  })
}

/** Reads a sheet of a workbook: the one that the broker chose, or else the one with the most known headings. */
export function readSheet(source: ImportSource, sheets: readonly Sheet[]) {
  const isKnown = createColumnTargets(source.profile)
  const rank = ({ rows }: Sheet) =>
    Math.max(
      0,
      ...rows
        .slice(0, HEADING_ROWS)
        .map(({ cells }) => cells.filter((cell) => isKnown(cell) !== null).length),
    )
  const [first] = sheets.toSorted((one, other) => rank(other) - rank(one))
  const sheet = sheets.find(({ name }) => name === source.choices?.sheet) ?? first
  const lines = cleanLines(sheet?.rows ?? [], 0)
  return readLines(source, lines, {
    text: null,
    unsure_words: [],
    sheets: sheets.map(({ name }) => name),
    sheet: sheet?.name ?? null,
  })
}

/** Cleans the cells, and leaves out empty rows. `before` is the number of rows of the file before these. */
function cleanLines(records: Lines, before: number): Line[] {
  const lines: Line[] = []
  let values = 0
  let count = 0
  for (const { row, cells, is_broken = false, is_hidden = false } of records) {
    if (++count > MAX_LINES) throw tooManyLines()
    if (cells.length > MAX_VALUES_OF_DRAFT) throw tooManyOfDraft()
    const formulas = new Set<number>()
    const texts = cells.map((raw, at) => {
      const { text, is_formula } = cleanCell(raw)
      if (is_formula) formulas.add(at)
      return text
    })
    const filled = texts.filter((text) => text !== '').length
    if (filled === 0) continue
    values += filled
    if (values > MAX_VALUES) throw tooManyValues()
    if (lines.length > MAX_DRAFTS + HEADING_ROWS) throw tooManyDrafts()
    lines.push({ row: row + before, cells: texts, formulas, is_broken, is_hidden })
  }
  return lines
}

/** Finds the headings, and then the fields of the columns: those that the broker chose, or those of an earlier import with these headings. */
function readLines(
  { profile, choices = {}, remembered = [] }: ImportSource,
  all: Line[],
  opened: Pick<ImportFormat, 'text' | 'unsure_words' | 'sheets' | 'sheet'>,
): { table: TableFile; rows: Row[] } {
  const known = (at: number) => remembered.find(({ source }) => source === sourceOf(headingsOf(all[at])))
  const headings = headingsAt(profile, all, choices.heading_row, known)
  // As long as the headings are unknown, each row counts as a record, so that none is lost.
  const at = headings === 'none' ? null : headings
  const lines = all.slice(at === null ? 0 : at + 1)
  if (lines.length > MAX_DRAFTS) throw tooManyDrafts()
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length))
  const names =
    at === null ? Array.from({ length: width }, (_, place) => columnName(place)) : headingsOf(all[at])
  const earlier = at === null || choices.columns !== undefined ? undefined : known(at)
  const columns = targetsOf(profile, names, lines, (heading, place) =>
    checked(
      profile,
      choices.columns === undefined ? rememberedTarget(earlier, heading) : choices.columns[place],
    ),
  )
  const guessed = detectNotation(
    lines.flatMap(({ cells }) =>
      columns.flatMap(({ target }, place) => {
        const type = typeOf(profile, target)
        return type === null ? [] : [{ type, raw: cells[place] ?? '' }]
      }),
    ),
  )
  const statuses = names.flatMap((heading, place) => (isStatusHeading(heading) ? [place] : []))
  let isBelowTotals = false
  const rows = lines.map((line) => {
    const row = rowOf(columns, names, line, isBelowTotals)
    row.closed =
      statuses.map((place) => line.cells[place] ?? '').find((status) => isClosedStatus(status)) ?? null
    isBelowTotals ||= row.no_deal === NO_DEAL.total
    return row
  })
  return {
    table: {
      format: {
        ...opened,
        heading_row: headings === 'none' ? 0 : at === null ? null : (all[at]?.row ?? null),
        first_rows: all.slice(0, SHOWN_ROWS).map(({ row, cells }) => ({ row, text: beginningOf(cells) })),
      },
      notation: {
        dates: choices.dates ?? earlier?.dates ?? guessed.dates,
        amounts: choices.amounts ?? earlier?.amounts ?? guessed.amounts,
      },
      columns,
      samples: lines
        .filter((_, place) => rows[place]?.no_deal === null)
        .slice(0, SAMPLES)
        .map(({ cells, formulas }) =>
          columns.map(({ column, target }, place) => ({
            path: typeof target === 'object' ? target.field : null,
            name: column,
            raw: cells[place] ?? '',
            is_formula: formulas.has(place),
          })),
        ),
      source: at === null ? null : sourceOf(names),
      remembered: earlier === undefined ? null : { file: earlier.file, at: earlier.at },
    },
    rows,
  }
}

/** Returns the index of the headings, `none`, or null if the app cannot tell. */
function headingsAt(
  profile: PayloadProfile,
  lines: readonly Line[],
  chosen: number | undefined,
  known: (at: number) => unknown,
): number | 'none' | null {
  if (chosen === 0) return 'none'
  const at = lines.findIndex(({ row }) => row === chosen)
  if (at >= 0) return at
  const earlier = lines.slice(0, HEADING_ROWS).findIndex((_, place) => known(place) !== undefined)
  if (earlier >= 0) return earlier
  const find = createColumnTargets(profile)
  return findHeadings(lines, (heading) => find(heading) !== null)
}

const headingsOf = (line: Line | undefined) =>
  (line?.cells ?? []).map((heading, at) => nameOf(heading === '' ? columnName(at) : oneLine(heading)))

const oneLine = (text: string) => text.split(/\s/).filter(Boolean).join(' ')

/** Returns the beginning of a row. Masks long numbers, because an SSN or EIN must not go to the page. */
function beginningOf(cells: readonly string[]): string {
  const shown = cells
    .slice(0, SHOWN_CHARACTERS)
    .flatMap((cell) => (cell === '' ? [] : [cell.slice(0, SHOWN_CHARACTERS)]))
    .map((cell) => (cell.replaceAll(/\D/g, '').length < 7 ? cell : maskValue('', cell)))
  const text = oneLine(shown.join(' · '))
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** Returns what to remember about a file, so that the next file from the same source is read in the same way. */
export function rememberedOf({
  source,
  notation,
  columns,
}: TableFile): Omit<RememberedImport, 'file' | 'at'> | null {
  if (source === null) return null
  return {
    source,
    ...notation,
    columns: Object.fromEntries(columns.map(({ column, target }) => [column, target])),
  }
}

function createColumnTargets(profile: PayloadProfile): (heading: string) => ColumnTarget | null {
  const find = columnFinder(profile)
  return (heading) => {
    if (NOTE_HEADINGS.has(inWords(heading))) return 'note'
    const field = find(heading)
    return field === null ? null : { field }
  }
}

/** Returns each column with the target that `chosen` names, or else with the field that its heading or its values indicate. */
function targetsOf(
  profile: PayloadProfile,
  headings: readonly string[],
  lines: readonly Line[],
  chosen: (heading: string, at: number) => ColumnTarget | undefined,
): TableFile['columns'] {
  const find = createColumnTargets(profile)
  const valuesOf = (at: number) => lines.slice(0, GUESSED_FROM).map(({ cells }) => cells[at] ?? '')
  const named = (heading: string, at: number) => {
    const target = find(heading)
    // A column of contacts can contain email addresses, or the dates of calls.
    if (typeof target !== 'object' || target === null) return target
    const joined = joinedAt(target.field)
    const filled = valuesOf(at).filter((value) => value !== '')
    const fits = (value: string) =>
      joined === null ? mayFill(target.field, value) : joined.split(value) !== null
    return filled.length === 0 || filled.some(fits) ? target : null
  }
  const found = headings.map(named)
  const targets = headings.map(
    (heading, at) => chosen(heading, at) ?? (isPartOfRow(profile, found, at) ? found[at] : 'beside') ?? null,
  )
  const taken = new Set(
    targets.flatMap((target) => (typeof target === 'object' && target ? [target.field] : [])),
  )
  return headings.map((column, at) => {
    const guess = targets[at] === null ? guessByValues(profile, valuesOf(at), taken) : null
    const target = targets[at] ?? (guess === null ? 'beside' : { field: guess })
    if (typeof target === 'object') taken.add(target.field)
    return { column, target }
  })
}

/**
 * Returns false for a column of an optional row, such as a position, for whose required fields there are not all columns. Other programs name
 * the funder and the amount of a finished deal, which is not an open position.
 */
function isPartOfRow(profile: PayloadProfile, found: readonly (ColumnTarget | null)[], at: number): boolean {
  const paths = found.map((target) => (typeof target === 'object' && target ? target.field : ''))
  const place = placeInList(profile, paths[at] ?? '')
  if (place === null || (place.list.min_rows ?? 0) > 0) return true
  const { list, row } = place
  return list.fields.every(
    ({ path, required }) => required !== true || paths.includes(`${list.path}.${row}.${path}`),
  )
}

function rememberedTarget(known: RememberedImport | undefined, heading: string): ColumnTarget | undefined {
  return known !== undefined && Object.hasOwn(known.columns, heading) ? known.columns[heading] : undefined
}

/** Returns a chosen target, or undefined if the form has no such field, for example because the form has changed since. */
function checked(profile: PayloadProfile, target: ColumnTarget | undefined): ColumnTarget | undefined {
  if (typeof target !== 'object') return target
  const [path = target.field] = joinedAt(target.field)?.paths ?? []
  return resolvePath(profile, path)?.kind === 'field' ? target : undefined
}

function typeOf(profile: PayloadProfile, target: ColumnTarget) {
  if (typeof target !== 'object') return null
  const found = resolvePath(profile, target.field)
  return found?.kind === 'field' ? found.field.type : null
}

function rowOf(
  columns: TableFile['columns'],
  headings: readonly string[],
  line: Line,
  isBelowTotals: boolean,
): Row {
  const { row, cells, formulas, is_broken, is_hidden } = line
  const read: Row = {
    row,
    cells: [],
    private_notes: [],
    skipped: [],
    remarks: [],
    no_deal: null,
    closed: null,
  }
  for (const [at, raw] of cells.entries()) {
    if (raw === '') continue
    const { column, target } = columns[at] ?? { column: columnName(at), target: 'beside' as const }
    if (raw.includes(UNDECODED))
      read.remarks.push({ path: column, label: column, value: raw, why: msg.errorsFiles.wrongBytes })
    if (target === 'skip') read.skipped.push(column)
    else if (target === 'note') read.private_notes.push(raw)
    else
      read.cells.push({
        path: target === 'beside' ? null : target.field,
        name: column,
        raw,
        is_formula: formulas.has(at),
      })
  }
  const why =
    is_broken || cells.some((cell) => /^"[^"]*$/.test(cell))
      ? msg.errorsFiles.oddQuotes
      : cells.slice(headings.length).some((cell) => cell !== '')
        ? msg.errorsFiles.moreValues
        : null
  if (why !== null)
    read.remarks.push({ path: '', label: formatMessage(msg.importing.row(row)), value: '', why })
  const reason = noRecord(cells, headings, isBelowTotals) ?? (is_hidden ? 'hidden' : null)
  if (reason !== null) read.no_deal = NO_DEAL[reason]
  return read
}

const NO_DEAL = {
  total: msg.errorsFiles.looksLikeTotal,
  headings: msg.errorsFiles.repeatsHeadings,
  footer: msg.errorsFiles.looksLikeFooter,
  hidden: msg.errorsFiles.hiddenRow,
}

function sourceOf(headings: readonly string[]): string {
  return createHash('sha256').update(headings.toSorted().join('\n')).digest('hex')
}

function columnName(at: number): string {
  return formatMessage(msg.errorsFiles.column(at + 1))
}
