import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { createColumnFinder } from './columns.ts'
import { withoutGuard } from './csv.ts'
import type { Cell } from './fill-form.ts'
import { guessByValues } from './guess-columns.ts'
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
  unreadable,
} from './limits.ts'
import { detectNotation, type Notation } from './notations.ts'
import type { ImportSource } from '../ports/files.ts'
import {
  DELIMITERS,
  type ColumnTarget,
  type Delimiter,
  type RememberedImport,
} from '../../../src-shared/domain/import.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { formatMessage, msg } from '../../../src-shared/messages/msg.ts'
import { resolvePath } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'

/** The values of one draft in the file, before the app looks for their fields in the form. */
export interface Row {
  row: number
  cells: Cell[]
}

/** The way in which a CSV file was read. */
export interface CsvFile {
  delimiter: Delimiter
  notation: Notation
  columns: { column: string; target: ColumnTarget }[]
  /** The cells of the first rows as they are in the file. */
  samples: string[][]
  /** The SHA-256 of the headings, in any order. */
  source: string
  isRemembered: boolean
}

/** Number of rows that the preview shows with all their cells. */
const SAMPLES = 8
/** Number of rows from whose values the field of a column is guessed. */
const GUESSED_FROM = 200

/** Thrown to stop the CSV parser at the first line beyond a limit, before it parses the rest of the file. */
class BeyondLimit extends Error {
  readonly refusal: Result<never>

  constructor(refusal: Result<never>) {
    super()
    this.refusal = refusal
  }
}

/** Reads a CSV file with a heading line. Uses what the broker chose, what an earlier import from this source used, or what it detects. */
export function readCsv(
  { profile, choices = {}, remembered = [] }: ImportSource,
  text: string,
): Result<{ csv: CsvFile; rows: Row[] }> {
  const delimiter = choices.delimiter ?? delimiterOf(text)
  const read = readLines(text, delimiter)
  if (!read.ok) return read
  const { headings, lines } = read.value
  const source = sourceOf(headings)
  const known = choices.columns === undefined ? remembered.find((one) => one.source === source) : undefined
  const targets = headings.map((_, at) => checked(profile, choices.columns?.[at]))
  const columns = targetsOf(profile, headings, lines, (heading, at) =>
    choices.columns === undefined ? checked(profile, rememberedTarget(known, heading)) : targets[at],
  )
  const notation = detectNotation(
    lines.flatMap(({ cells }) =>
      columns.flatMap(({ target }, at) => {
        const type = typeOf(profile, target)
        return type === null ? [] : [{ type, raw: cells[at] ?? '' }]
      }),
    ),
  )
  const csv: CsvFile = {
    delimiter,
    notation: {
      dates: choices.dates ?? known?.dates ?? notation.dates,
      amounts: choices.amounts ?? known?.amounts ?? notation.amounts,
    },
    columns,
    samples: lines.slice(0, SAMPLES).map(({ cells }) => cells),
    source,
    isRemembered: known !== undefined,
  }
  return ok({ csv, rows: lines.map(({ row, cells }) => ({ row, cells: cellsOf(columns, cells) })) })
}

/** Returns what to remember about a file, so that the next file from the same source is read in the same way. */
export function rememberedOf({ source, notation, columns }: CsvFile): RememberedImport {
  return {
    source,
    ...notation,
    columns: Object.fromEntries(columns.map(({ column, target }) => [column, target])),
  }
}

interface Line {
  row: number
  cells: string[]
}

function readLines(text: string, delimiter: Delimiter): Result<{ headings: string[]; lines: Line[] }> {
  let headings: string[] | null = null
  const lines: Line[] = []
  let row = 0
  let values = 0
  const take = (cells: string[]): null => {
    row++
    if (row > MAX_LINES) throw new BeyondLimit(tooManyLines())
    if (cells.length > MAX_VALUES_OF_DRAFT) throw new BeyondLimit(tooManyOfDraft())
    if (headings === null) {
      headings = cells.map((heading, at) => nameOf(heading.trim() || columnName(at)))
      return null
    }
    const filled = cells.filter((cell) => cell.trim() !== '').length
    if (filled === 0) return null
    values += filled
    if (values > MAX_VALUES) throw new BeyondLimit(tooManyValues())
    if (lines.length === MAX_DRAFTS) throw new BeyondLimit(tooManyDrafts())
    lines.push({ row, cells: cells.map((cell) => (cell.trim() === '' ? '' : withoutGuard(cell))) })
    return null
  }
  try {
    parse(text, { delimiter, relax_column_count: true, max_record_size: 200_000, on_record: take })
  } catch (error) {
    if (error instanceof BeyondLimit) return error.refusal
    return unreadable(msg.errorsFiles.noCsv, msg.errorsFiles.saveCsvQuoted)
  }
  return ok({ headings: headings ?? [], lines })
}

/** Returns each column with the target that `chosen` names, or else with the field that its heading or its values indicate. */
function targetsOf(
  profile: PayloadProfile,
  headings: readonly string[],
  lines: readonly Line[],
  chosen: (heading: string, at: number) => ColumnTarget | undefined,
): CsvFile['columns'] {
  const find = createColumnFinder(profile)
  const targets = headings.map((heading, at) => chosen(heading, at) ?? fieldOr(find(heading), null))
  const taken = new Set(
    targets.flatMap((target) => (typeof target === 'object' && target ? [target.field] : [])),
  )
  return headings.map((column, at) => {
    const target =
      targets[at] ??
      guessed(
        profile,
        lines.slice(0, GUESSED_FROM).map(({ cells }) => cells[at] ?? ''),
        taken,
      )
    if (typeof target === 'object') taken.add(target.field)
    return { column, target }
  })
}

function guessed(
  profile: PayloadProfile,
  values: readonly string[],
  taken: ReadonlySet<string>,
): ColumnTarget {
  return fieldOr(guessByValues(profile, values, taken), 'beside')
}

const fieldOr = <T>(path: string | null, otherwise: T) => (path === null ? otherwise : { field: path })

function rememberedTarget(known: RememberedImport | undefined, heading: string): ColumnTarget | undefined {
  return known !== undefined && Object.hasOwn(known.columns, heading) ? known.columns[heading] : undefined
}

/** Returns a chosen target, or undefined if the form has no such field, for example because the form has changed since. */
function checked(profile: PayloadProfile, target: ColumnTarget | undefined): ColumnTarget | undefined {
  if (typeof target !== 'object') return target
  return resolvePath(profile, target.field)?.kind === 'field' ? target : undefined
}

function typeOf(profile: PayloadProfile, target: ColumnTarget) {
  if (typeof target !== 'object') return null
  const found = resolvePath(profile, target.field)
  return found?.kind === 'field' ? found.field.type : null
}

function cellsOf(columns: CsvFile['columns'], cells: readonly string[]): Cell[] {
  return cells.flatMap((raw, at): Cell[] => {
    const { column, target } = columns[at] ?? { column: columnName(at), target: 'beside' as const }
    if (raw === '' || target === 'skip') return []
    return [{ path: target === 'beside' ? null : target.field, name: column, raw }]
  })
}

function sourceOf(headings: readonly string[]): string {
  return createHash('sha256').update(headings.toSorted().join('\n')).digest('hex')
}

/** Returns the name for a column without a heading. */
function columnName(at: number): string {
  return formatMessage(msg.errorsFiles.column(at + 1))
}

/** Returns the character that separates the columns: the most frequent one of the possible characters in the heading line. */
function delimiterOf(text: string): Delimiter {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => heading.split(sign).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] as Delimiter
}
