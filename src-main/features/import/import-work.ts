import { type OrphanedFormValue, maskedText } from '../../../src-shared/features/form/orphaned-values.ts'
import { constants, gzipSync } from 'node:zlib'
import type {
  ImportPreview,
  LeftOut,
  NotCarried,
  PreviewCell,
} from '../../../src-shared/features/import/import.ts'
import { merchantNameKey } from '../../../src-shared/features/merchants/merchants.ts'
import { readIdNumber } from '../../../src-shared/platform/entry/id-number.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { labelOf, resolvePath, valueAt } from '../../../src-shared/features/form/form-path.ts'
import { showEntry } from '../../../src-shared/features/form/keep-entry.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { newDraft } from '../drafts/create-draft.ts'
import type {
  CreatedDrafts,
  DifferingRow,
  DraftsToCreate,
  ImportSource,
  ReadPreview,
} from '../../platform/files/ports.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import { DraftFiller, besideOf } from './fill-draft.ts'
import { fillForm, leftOutText, type Cell } from './fill-form.ts'
import { MAX_LEFT_OUT, tooManyLeftOut } from './limits.ts'
import { rememberedOf, type TableFile } from './read-table.ts'
import { readDrafts, type OnRead, type ReadDraft } from './read-drafts.ts'
import { isRounded } from './fit-cell.ts'
import { summaryColumns } from '../drafts/draft-editor.ts'
import { joinedAt, joinedFields } from './joined-fields.ts'

/**
 * Maximum number of values that the preview shows for each draft, out of those that do not fit the form. The constant below limits the
 * characters of each shown text.
 */
const SHOWN_VALUES = 5
const SHOWN_CHARACTERS = 200
/** Maximum number of columns and fields to name whose values the form does not take. */
const MAX_NOT_CARRIED = 100

/** Reads a file and returns a preview of its drafts. All functions in this file run in a separate worker thread. */
export function previewImport(source: ImportSource, onRead: OnRead): ReadPreview {
  const { table, drafts } = readDrafts(source, onRead)
  const { profile } = source
  return {
    format: table === null ? null : { ...table.format, ...table.notation, remembered: table.remembered },
    columns: (table?.columns ?? []).map(({ column, target }) => ({
      column,
      target,
      field: typeof target === 'object' ? labelOfTarget(profile, target.field) : null,
    })),
    fields: table === null ? [] : importableFields(profile),
    cells: table === null ? [] : table.samples.map((cells) => previewCells(source, table, cells)),
    not_carried: notCarried(drafts),
    remember: table === null ? null : rememberedOf(table),
    rows: drafts.map(({ row, values, fitted, left_out, remarked, remarks, no_deal, closed }) => {
      const { legal_name, amount_cents } = summaryColumns(values)
      const ein = valueAt(values, 'company.ein')
      return {
        merchant: {
          ein: typeof ein === 'string' ? (readIdNumber('ein', ein) ?? '') : '',
          name_key: merchantNameKey(legal_name),
        },
        row,
        legal_name: shortened(legal_name),
        amount_cents,
        fitted,
        left_out: left_out.slice(0, SHOWN_VALUES).map((one) => shownValue(profile, one)),
        left_out_count: left_out.length,
        notes: [...remarks, ...remarked].slice(0, SHOWN_VALUES).map((one) => shownValue(profile, one)),
        no_deal,
        closed: closed === null ? null : shortened(closed),
      }
    }),
  }
}

/** Counts the values that the form does not take, by column or field. */
function notCarried(drafts: readonly ReadDraft[]): NotCarried[] {
  const counts = new Map<string, NotCarried>()
  const count = (label: string, is_skipped: boolean) => {
    const one = counts.get(label) ?? { label, rows: 0, is_skipped }
    counts.set(label, { ...one, rows: one.rows + 1 })
  }
  for (const { left_out, skipped, no_deal } of drafts) {
    if (no_deal !== null) continue
    for (const { label } of left_out) count(label, false)
    for (const label of skipped) count(label, true)
  }
  return [...counts.values()].toSorted((one, other) => other.rows - one.rows).slice(0, MAX_NOT_CARRIED)
}

/** Number of rows per list, such as owners, that a column can fill. */
const LIST_ROWS = 4

function importableFields(profile: PayloadProfile): ImportPreview['fields'] {
  const paths = profile.sections.flatMap(({ fields = [], list }) => [
    ...[...joinedFields(fields), ...fields].map(({ path }) => path),
    ...Array.from(
      { length: list === undefined ? 0 : Math.min(LIST_ROWS, list.max_rows ?? LIST_ROWS) },
      (_, row) =>
        [...joinedFields(list?.fields ?? []), ...(list?.fields ?? [])].map(
          ({ path }) => `${list?.path}.${row}.${path}`,
        ),
    ).flat(),
  ])
  return paths.map((path) => ({ path, label: labelOfTarget(profile, path) }))
}

function labelOfTarget(profile: PayloadProfile, path: string): string {
  const joined = joinedAt(path)
  const label = labelOf(profile, {}, joined?.paths[0] ?? path)
  return joined === null
    ? label
    : `${label.slice(0, label.indexOf(':') + 1)} ${formatMessage(joined.label)}`.trim()
}

/** Returns the cells of one row as they would be imported, with the problems of the values that do not fit. */
function previewCells(
  { profile, today }: ImportSource,
  { notation }: TableFile,
  cells: readonly Cell[],
): PreviewCell[] {
  const filled = cells.filter(({ raw }) => raw !== '')
  const { outcomes } = fillForm(profile, filled, today, notation)
  return cells.map((cell) => {
    const { path, name, raw, is_formula = false } = cell
    const typed = leftOutText(raw)
    const shown = (
      value: string | boolean,
      problem: Message | null,
      note: Message | null = null,
    ): PreviewCell => ({
      value: shownText(profile, path ?? name, value),
      problem,
      note,
    })
    const joined = path === null ? null : joinedAt(path)
    if (joined !== null) {
      const values = is_formula ? null : joined.split(typed)
      if (values === null) return shown(typed, typed === '' ? null : joined.why)
      return shown(joined.parts.flatMap((part) => values[part] || []).join(' | '), null)
    }
    const outcome = outcomes.get(cell)
    if (path === null || resolvePath(profile, path)?.kind !== 'field' || outcome === undefined)
      return shown(typed, null)
    if ('why' in outcome) return shown(typed, outcome.why)
    const { value, note } = outcome
    return { value: shownEntry(profile, path, value), problem: null, note }
  })
}

function shownValue(profile: PayloadProfile, { path, label, value, why }: OrphanedFormValue) {
  return { label, value: shownText(profile, path, value), why }
}

/** Returns the value of a field as the form shows it. */
function shownEntry(profile: PayloadProfile, path: string, value: string | boolean): string {
  const found = resolvePath(profile, path)
  const isPlain =
    typeof value === 'boolean' ||
    found?.kind !== 'field' ||
    found.field.sensitive === true ||
    found.field.choices !== undefined
  return shownText(profile, path, isPlain ? value : showEntry(found.field.type, value))
}

function shownText(profile: PayloadProfile, path: string, value: string | boolean): string {
  if (value === '' || (typeof value === 'string' && isRounded(value))) return value
  return shortened(maskedText(profile, path, value))
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/**
 * Reads a file again and prepares the database writes for the import. They create or fill a validated draft for each chosen row, and store
 * the values that do not fit.
 */
export function createDrafts(source: ImportSource, plan: DraftsToCreate, onRead: OnRead): CreatedDrafts {
  const { deal_ids, writes, filler } = fillDrafts(source, plan, onRead)
  if (filler.leftOut > MAX_LEFT_OUT) throw tooManyLeftOut()
  writes.push(...filler.writes())
  const compressed = gzipSync(JSON.stringify(writes), { level: constants.Z_BEST_SPEED })
  return { deal_ids, writes: compressed.toString('base64') }
}

/** Reads a file again, and returns the values that would differ from those of the drafts that the rows fill. */
export function compareDrafts(source: ImportSource, plan: DraftsToCreate, onRead: OnRead): DifferingRow[] {
  const { profile } = source
  const byRow = new Map<number, LeftOut[]>()
  for (const { row, path, label, value, kept, is_stored } of fillDrafts(source, plan, onRead).filler
    .differing) {
    const other = shownEntry(profile, path, kept)
    const why = is_stored ? msg.errorsFiles.draftKeeps(other) : msg.errorsFiles.earlierRowHas(other)
    byRow.set(row, [...(byRow.get(row) ?? []), { label, value: shownEntry(profile, path, value), why }])
  }
  return [...byRow].map(([row, differing]) => ({ row, differing }))
}

function fillDrafts(
  source: ImportSource,
  { file, rows, updates, merged, now }: DraftsToCreate,
  onRead: OnRead,
) {
  const wanted = new Set(rows)
  const chosen = readDrafts(source).drafts.filter(({ row }) => wanted.has(row))
  const deal_ids: string[] = []
  const writes: VaultWrite[] = []
  const filler = new DraftFiller(source.profile, now, file)
  const existing = new Map(updates.map(({ row, deal }) => [row, deal]))
  const creators = new Map(merged.map(({ row, into }) => [row, into]))
  const created = new Map<number, StoredDeal>()
  for (const [at, draft] of chosen.entries()) {
    const deal = existing.get(draft.row)
    const earlier = created.get(creators.get(draft.row) ?? draft.row)
    if (deal !== undefined) filler.fill(deal, draft)
    else if (earlier !== undefined) filler.merge(earlier, draft)
    else {
      const made = writesOf(source.profile, now, file, draft)
      created.set(draft.row, made.deal)
      deal_ids.push(made.deal.deal_id)
      writes.push(...made.writes)
    }
    onRead(at + 1, chosen.length)
  }
  return { deal_ids, writes, filler }
}

function writesOf(profile: PayloadProfile, now: string, file: string, draft: ReadDraft) {
  const title = msg.history.importedFrom(file, draft.row)
  const { deal, writes } = newDraft({ profile, clock: { now: () => now } }, draft.values, title)
  return { deal, writes: [...writes, ...besideOf(deal.deal_id, now, draft)] }
}
