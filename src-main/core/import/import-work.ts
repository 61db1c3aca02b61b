import { constants, gzipSync } from 'node:zlib'
import type { ImportPreview, PreviewCell } from '../../../src-shared/domain/import.ts'
import { merchantNameKey } from '../../../src-shared/domain/merchants.ts'
import { readIdNumber } from '../../../src-shared/entry/id-number.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Message } from '../../../src-shared/messages/message.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { labelOf, resolvePath, valueAt } from '../../../src-shared/profile/form-path.ts'
import { showEntry } from '../../../src-shared/profile/keep-entry.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { maskedText } from '../../../src-shared/profile/orphaned-values.ts'
import { newDraft } from '../drafts/create-draft.ts'
import { summaryColumns } from '../drafts/draft-rules.ts'
import type { CreatedDrafts, DraftsToCreate, ImportSource, ReadPreview } from '../ports/files.ts'
import type { StoredDeal, VaultWrite } from '../ports/vault.ts'
import { DraftFiller, orphansOf } from './fill-draft.ts'
import type { LeftOutValue } from './fill-form.ts'
import { fitValue } from './fit-value.ts'
import { MAX_LEFT_OUT, tooManyLeftOut } from './limits.ts'
import { inFormNotation } from './notations.ts'
import { rememberedOf, type CsvFile } from './read-csv.ts'
import { readDrafts, type OnRead, type ReadDraft } from './read-drafts.ts'

/**
 * Maximum number of values that the preview shows for each draft, out of those that do not fit the form. The constant below limits the
 * characters of each shown text.
 */
const SHOWN_VALUES = 5
const SHOWN_CHARACTERS = 200

/** Reads a file and returns a preview of its drafts. All functions in this file run in a separate worker thread. */
export function previewImport(source: ImportSource, onRead: OnRead): Result<ReadPreview> {
  const read = readDrafts(source, onRead)
  if (!read.ok) return read
  const { csv, drafts } = read.value
  const { profile } = source
  return ok({
    format:
      csv === null ? null : { ...csv.notation, delimiter: csv.delimiter, is_remembered: csv.isRemembered },
    columns: (csv?.columns ?? []).map(({ column, target }) => ({
      column,
      target,
      field: typeof target === 'object' ? labelOf(profile, target.field) : null,
    })),
    fields: csv === null ? [] : importableFields(profile),
    cells: csv === null ? [] : csv.samples.map((cells) => previewCells(source, csv, cells)),
    remember: csv === null ? null : rememberedOf(csv),
    rows: drafts.map(({ row, values, fitted, left_out }) => {
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
        left_out: left_out.slice(0, SHOWN_VALUES).map((one) => shownValue(source.profile, one)),
        left_out_count: left_out.length,
      }
    }),
  })
}

/** Number of rows per list, such as owners, that a column can fill. */
const LIST_ROWS = 4

function importableFields(profile: PayloadProfile): ImportPreview['fields'] {
  const paths = profile.sections.flatMap(({ fields = [], list }) => [
    ...fields.map(({ path }) => path),
    ...Array.from(
      { length: list === undefined ? 0 : Math.min(LIST_ROWS, list.max_rows ?? LIST_ROWS) },
      (_, row) => (list?.fields ?? []).map(({ path }) => `${list?.path}.${row}.${path}`),
    ).flat(),
  ])
  return paths.map((path) => ({ path, label: labelOf(profile, path) }))
}

/** Returns the cells of one row as they would be imported, with the problems of the values that do not fit. */
function previewCells(
  { profile, today }: ImportSource,
  csv: CsvFile,
  cells: readonly string[],
): PreviewCell[] {
  const used = new Set<string>()
  return csv.columns.map(({ column, target }, at) => {
    const raw = cells[at] ?? ''
    const path = typeof target === 'object' ? target.field : null
    const shown = (value: string | boolean, problem: Message | null): PreviewCell => ({
      value: shortened(maskedText(profile, path ?? column, value)),
      problem,
    })
    const found = path === null ? null : resolvePath(profile, path)
    if (raw === '' || path === null || found?.kind !== 'field') return shown(raw, null)
    if (used.has(path)) return shown(raw, msg.errorsFiles.fieldTaken)
    const { field } = found
    const fitted = fitValue(field, inFormNotation(field, raw, csv.notation), today)
    if ('why' in fitted) return shown(raw, fitted.why)
    used.add(path)
    const { value } = fitted
    const isPlain = typeof value === 'boolean' || field.sensitive === true || field.choices !== undefined
    return shown(isPlain ? value : showEntry(field.type, value), null)
  })
}

function shownValue(profile: PayloadProfile, { path, label, value, why }: LeftOutValue) {
  return { label, value: shortened(maskedText(profile, path, value)), why }
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/**
 * Reads a file again and prepares the database writes for the import. They create or fill a validated draft for each chosen row, and store
 * the values that do not fit.
 */
export function createDrafts(
  source: ImportSource,
  { file, rows, updates, merged, now }: DraftsToCreate,
  onRead: OnRead,
): Result<CreatedDrafts> {
  const read = readDrafts(source)
  if (!read.ok) return read
  const wanted = new Set(rows)
  const chosen = read.value.drafts.filter(({ row }) => wanted.has(row))
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
  if (filler.leftOut > MAX_LEFT_OUT) return tooManyLeftOut()
  writes.push(...filler.writes())
  const compressed = gzipSync(JSON.stringify(writes), { level: constants.Z_BEST_SPEED })
  return ok({ deal_ids, writes: compressed.toString('base64') })
}

function writesOf(profile: PayloadProfile, now: string, file: string, draft: ReadDraft) {
  const title = msg.history.importedFrom(file, draft.row)
  const { deal, writes } = newDraft({ profile, clock: { now: () => now } }, draft.values, title)
  return { deal, writes: [...writes, ...orphansOf(deal.deal_id, now, draft.left_out)] }
}
