import { constants, gzipSync } from 'node:zlib'
import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { maskedText } from '../../../src-shared/profile/orphaned-values.ts'
import { newDraft } from '../drafts/create-draft.ts'
import { summaryColumns } from '../drafts/draft-rules.ts'
import type { CreatedDrafts, DraftsToCreate, ImportSource } from '../ports/files.ts'
import type { VaultWrite } from '../ports/vault.ts'
import type { LeftOutValue } from './fill-form.ts'
import { readDrafts, type OnRead, type ReadDraft } from './read-drafts.ts'

/**
 * Maximum number of values that the preview shows for each draft, out of those that do not fit the form. The constant below limits the
 * characters of each shown text.
 */
const SHOWN_VALUES = 5
const SHOWN_CHARACTERS = 200

/** Reads a file and returns a preview of its drafts. All functions in this file run in a separate worker thread. */
export function previewImport(
  source: ImportSource,
  onRead: OnRead,
): Result<Pick<ImportPreview, 'columns' | 'rows'>> {
  const read = readDrafts(source, onRead)
  if (!read.ok) return read
  return ok({
    columns: read.value.columns,
    rows: read.value.drafts.map(({ row, values, fitted, left_out }) => {
      const { legal_name, amount_cents } = summaryColumns(values)
      return {
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

function shownValue(profile: PayloadProfile, { path, label, value, why }: LeftOutValue) {
  return { label, value: shortened(maskedText(profile, path, value)), why }
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/**
 * Reads a file again and prepares the database writes for the import. They create a validated draft for each chosen row, and store the
 * values that do not fit.
 */
export function createDrafts(
  source: ImportSource,
  { file, rows, now }: DraftsToCreate,
  onRead: OnRead,
): Result<CreatedDrafts> {
  const read = readDrafts(source)
  if (!read.ok) return read
  const wanted = new Set(rows)
  const chosen = read.value.drafts.filter(({ row }) => wanted.has(row))
  const deal_ids: string[] = []
  const writes: VaultWrite[] = []
  for (const draft of chosen) {
    const made = writesOf(source.profile, now, file, draft)
    deal_ids.push(made.deal_id)
    writes.push(...made.writes)
    onRead(deal_ids.length, chosen.length)
  }
  const compressed = gzipSync(JSON.stringify(writes), { level: constants.Z_BEST_SPEED })
  return ok({ deal_ids, writes: compressed.toString('base64') })
}

function writesOf(profile: PayloadProfile, now: string, file: string, draft: ReadDraft) {
  const title = msg.history.importedFrom(file, draft.row)
  const { deal_id, writes } = newDraft({ profile, clock: { now: () => now } }, draft.values, title)
  const orphans = draft.left_out.map(({ path, label, value, why }): VaultWrite => ({
    write: 'put_orphan',
    orphan: { deal_id, at: now, path, label, value, reason: 'import', detail: why },
  }))
  return { deal_id, writes: [...writes, ...orphans] }
}
