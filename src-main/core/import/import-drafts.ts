import { basename } from 'node:path'
import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { dayOf } from '../../../src-shared/days.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import type { FileRegistry } from '../documents/file-registry.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { ImportReader, ImportWatch } from '../ports/files.ts'
import type { Vault } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'

interface PreviewedFile {
  import_id: string
  file: string
  text: string
  /**
   * The vault that was open at the preview. The import fails if another vault is open by then. Comparing the environments' names would not
   * be enough, because a demo has the same name as the sandbox.
   */
  vault: Vault
  form: PayloadProfile
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
    this.#previewing?.abort()
    this.#previewing = new AbortController()
    const { vault, form, profile, clock } = context
    return this.#cancelable(context, import_id, this.#previewing, async (watch) => {
      const text = await this.#reader.readText(path)
      if (!text.ok) return text
      const read = await this.#reader.preview({ profile, text: text.value, today: dayOf(clock.now()) }, watch)
      if (!read.ok) return read
      const file = basename(path)
      this.#previewed = { import_id, file, text: text.value, vault, form }
      return ok({ import_id, file, ...read.value })
    })
  }

  /**
   * Creates a draft from each chosen row; if one fails, creates none. Values that do not fit the form are stored with their draft, so that
   * the broker still sees them after closing the report.
   */
  create(
    context: EnvironmentContext,
    { import_id, rows }: { import_id: string; rows: number[] },
  ): Promise<Result<{ deal_ids: string[] }>> {
    return this.#cancelable(context, import_id, new AbortController(), (watch) =>
      oneAtATime('import', async () => {
        const previewed = this.#previewed
        const { vault, form, profile, clock } = context
        if (previewed?.import_id !== import_id || previewed.vault !== vault || previewed.form !== form)
          return notAtHand()
        const { file, text } = previewed
        const now = clock.now()
        const source = { profile, text, today: dayOf(now) }
        const made = await this.#reader.create(source, { file, rows, now }, watch)
        if (!made.ok) return made
        const { deal_ids, writes } = made.value
        const committed = await vault.commitCompressed(writes)
        if (!committed.ok) return committed
        if (this.#previewed === previewed) this.#previewed = null
        for (const deal_id of deal_ids) context.emit('deal.changed', { deal_id })
        return ok({ deal_ids })
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

function notAtHand(): Result<never> {
  return fail(appError('FILE_NOT_FOUND', msg.errorsFiles.notAvailable, msg.errorsFiles.pickOrDrop))
}
