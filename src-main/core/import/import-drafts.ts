import { basename } from 'node:path'
import type {
  DuplicateRule,
  ImportChoices,
  ImportPreview,
  RememberedImport,
} from '../../../src-shared/domain/import.ts'
import type { ExistingDeal } from '../../../src-shared/domain/merchants.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { dayOf } from '../../../src-shared/days.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import type { FileRegistry } from '../documents/file-registry.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { rememberedImports, storeRemembered } from './remembered-imports.ts'
import type { ImportReader, ImportWatch } from '../ports/files.ts'
import type { StoredDeal, Vault } from '../ports/vault.ts'
import { countRowMove, isEditable } from '../drafts/draft-rules.ts'
import type { EnvironmentContext } from '../environment-context.ts'

interface PreviewedFile {
  import_id: string
  file: string
  bytes: Buffer
  text: string
  choices: ImportChoices
  remembered: readonly RememberedImport[]
  /** The settings for reading the next file from the same source. Null for JSON. */
  remember: RememberedImport | null
  /** The deal that each row duplicates, by the number of the row. */
  existing: ReadonlyMap<number, ExistingDeal>
  /**
   * The vault that was open at the preview. The import fails if another vault is open by then. Comparing the environments' names would not
   * be enough, because a demo has the same name as the sandbox.
   */
  vault: Vault
  form: PayloadProfile
}

interface RowsToImport {
  import_id: string
  rows: number[]
  duplicates?: DuplicateRule | undefined
}

/** The created drafts, the number of updated drafts, and the number of skipped rows. */
export interface ImportedDrafts {
  deal_ids: string[]
  updated: number
  skipped: number
}

/** Keeps an imported file between its preview and its import: only one file at a time, as text, and only in memory. */
export class DraftImport {
  readonly #registry: FileRegistry
  readonly #reader: ImportReader
  readonly #underWay = new Map<string, AbortController>()
  #previewing: AbortController | null = null
  #previewed: PreviewedFile | null = null

  constructor(registry: FileRegistry, reader: ImportReader) {
    this.#registry = registry
    this.#reader = reader
  }

  /**
   * Reads a file, and returns the drafts that an import would create and the values that do not fit. Creates nothing. Cancels an earlier
   * preview.
   */
  async preview(
    context: EnvironmentContext,
    { import_id, file_id }: { import_id: string; file_id: string },
  ): Promise<Result<ImportPreview>> {
    const path = this.#registry.take(file_id)
    if (path === null) return notAtHand()
    return this.#preview(context, import_id, async () => {
      const [bytes, remembered] = await Promise.all([
        this.#reader.readBytes(path),
        rememberedImports(context),
      ])
      if (!bytes.ok) return bytes
      return ok({ file: basename(path), bytes: bytes.value, choices: {}, remembered })
    })
  }

  /**
   * Previews the file of the preview `of` again, with other choices of the broker. Fails if this is no longer the last previewed file.
   */
  async change(
    context: EnvironmentContext,
    { import_id, of, choices }: { import_id: string; of: string; choices: ImportChoices },
  ): Promise<Result<ImportPreview>> {
    const previewed = this.#previewedIn(context, of)
    if (previewed === null) return notAtHand()
    return this.#preview(context, import_id, async () => ok({ ...previewed, choices }))
  }

  #preview(
    context: EnvironmentContext,
    import_id: string,
    open: () => Promise<Result<Pick<PreviewedFile, 'file' | 'bytes' | 'choices' | 'remembered'>>>,
  ): Promise<Result<ImportPreview>> {
    this.#previewing?.abort()
    this.#previewing = new AbortController()
    const { vault, form, profile, clock } = context
    return this.#cancelable(context, import_id, this.#previewing, async (watch) => {
      const opened = await open()
      if (!opened.ok) return opened
      const { bytes, choices, remembered } = opened.value
      const decoded = this.#reader.decode(bytes, choices.encoding)
      if (!decoded.ok) return decoded
      const { text, encoding } = decoded.value
      const source = { profile, text, today: dayOf(clock.now()), choices, remembered }
      const read = await this.#reader.preview(source, watch)
      if (!read.ok) return read
      const { remember, format, rows: readRows, ...shown } = read.value
      const found = await vault.findMerchants(readRows.map(({ merchant }) => merchant))
      if (!found.ok) return found
      const rows = readRows.map(({ merchant: _merchant, ...row }, at) => ({
        ...row,
        existing: found.value[at] ?? null,
      }))
      const existing = new Map(
        rows.flatMap(({ row, existing: deal }): [number, ExistingDeal][] =>
          deal === null ? [] : [[row, deal]],
        ),
      )
      this.#previewed = { ...opened.value, import_id, text, remember, existing, vault, form }
      return ok({
        import_id,
        file: opened.value.file,
        ...shown,
        rows,
        format: format === null ? null : { ...format, encoding },
      })
    })
  }

  /** Returns the previewed file, unless another vault or form is open by now. */
  #previewedIn({ vault, form }: EnvironmentContext, import_id: string): PreviewedFile | null {
    const previewed = this.#previewed
    const isSame = previewed?.import_id === import_id && previewed.vault === vault && previewed.form === form
    return isSame ? previewed : null
  }

  /**
   * Creates a draft from each chosen row; if one fails, creates none. Values that do not fit the form are stored with their draft, so that
   * the broker still sees them after closing the report.
   */
  create(
    context: EnvironmentContext,
    { import_id, rows, duplicates = 'create' }: RowsToImport,
  ): Promise<Result<ImportedDrafts>> {
    return this.#cancelable(context, import_id, new AbortController(), (watch) =>
      oneAtATime('import', async () => {
        const previewed = this.#previewedIn(context, import_id)
        if (previewed === null) return notAtHand()
        const { vault, profile, clock } = context
        const { file, text, choices, remembered, remember } = previewed
        const now = clock.now()
        const source = { profile, text, today: dayOf(now), choices, remembered }
        const { existing } = previewed
        const wanted = duplicates === 'skip' ? rows.filter((row) => !existing.has(row)) : rows
        const drafts = duplicates === 'update' ? rows.flatMap((row) => draftOf(existing.get(row), row)) : []
        const updated = [...new Set(drafts.map(({ deal_id }) => deal_id))].toSorted()
        const stored = await changingAll(updated, async () => {
          const updates = await readDrafts(vault, drafts)
          if (!updates.ok) return updates
          const made = await this.#reader.create(
            source,
            { file, rows: wanted, updates: updates.value, now },
            watch,
          )
          if (!made.ok) return made
          const committed = await vault.commitCompressed(made.value.writes)
          return committed.ok ? made : committed
        })
        if (!stored.ok) return stored
        const { deal_ids } = stored.value
        if (this.#previewed === previewed) this.#previewed = null
        if (remember !== null) await storeRemembered(context, remember)
        for (const deal_id of updated) {
          countRowMove(deal_id)
          context.emit('draft.changed', { deal_id, window_id: null })
        }
        for (const deal_id of [...deal_ids, ...updated]) context.emit('deal.changed', { deal_id })
        return ok({ deal_ids, updated: updated.length, skipped: rows.length - wanted.length })
      }),
    )
  }

  cancel(import_id: string): void {
    this.#underWay.get(import_id)?.abort()
  }

  async #cancelable<T>(
    { emit }: EnvironmentContext,
    import_id: string,
    controller: AbortController,
    work: (watch: ImportWatch) => Promise<T>,
  ): Promise<T> {
    this.#underWay.set(import_id, controller)
    try {
      return await work({
        signal: controller.signal,
        onProgress: (done, total) => emit('import.progress', { import_id, done, total }),
      })
    } finally {
      if (this.#underWay.get(import_id) === controller) this.#underWay.delete(import_id)
    }
  }
}

function draftOf(deal: ExistingDeal | undefined, row: number): { row: number; deal_id: string }[] {
  return deal?.is_editable === true ? [{ row, deal_id: deal.deal_id }] : []
}

/** Reads the drafts to update. A deal that is no longer a draft is left out, so its row creates a new draft. */
async function readDrafts(
  vault: Vault,
  drafts: readonly { row: number; deal_id: string }[],
): Promise<Result<{ row: number; deal: StoredDeal }[]>> {
  const read: { row: number; deal: StoredDeal }[] = []
  for (const { row, deal_id } of drafts) {
    const found = await vault.getDeal(deal_id)
    if (!found.ok) return found
    const deal = found.value
    if (deal !== null && isEditable(deal) && deal.deleted_at === null) read.push({ row, deal })
  }
  return ok(read)
}

/** Runs work while no other change of these deals can run. The ids must be sorted, so that two calls cannot wait for each other. */
function changingAll<T>([first, ...rest]: readonly string[], work: () => Promise<T>): Promise<T> {
  return first === undefined ? work() : oneAtATime(first, () => changingAll(rest, work))
}

function notAtHand(): Result<never> {
  return fail(appError('FILE_NOT_FOUND', msg.errorsFiles.notAvailable, msg.errorsFiles.pickOrDrop))
}
