import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { maskedText } from '../../../src-shared/profile/unfit-values.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { FileRegistry } from '../documents/file-registry.ts'
import { listed } from '../drafts/change-draft.ts'
import { newDraft } from '../drafts/create-draft.ts'
import type { TextFiles } from '../ports/text-files.ts'
import type { Vault, VaultWrite } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { readDrafts, type ReadDraft, type ReadFile } from './read-drafts.ts'

/** The desk on which a file lies between its preview and the word of the broker; one file at a time, in memory only. */
export class ImportDesk {
  readonly #registry: FileRegistry
  readonly #files: TextFiles
  /** `vault`: of the office in which it was looked at. A demo is a sandbox, too, so the environment's name does not tell. */
  #open: { import_id: string; file: string; vault: Vault; read: ReadFile } | null = null

  constructor(registry: FileRegistry, files: TextFiles) {
    this.#registry = registry
    this.#files = files
  }

  /** Reads a file and tells what it would become, and what of it does not fit; nothing is made yet. */
  async preview(workspace: Workspace, file_id: string): Promise<Result<ImportPreview>> {
    const path = this.#registry.take(file_id)
    if (path === null)
      return fail(appError('FILE_NOT_FOUND', words().errorsFiles.notAtHand, words().errorsFiles.pickOrDrop))
    const text = await this.#files.read(path)
    if (!text.ok) return text
    const read = readDrafts(workspace.profile, text.value)
    if (!read.ok) return read
    const import_id = randomUUID()
    const file = basename(path)
    this.#open = { import_id, file, vault: workspace.vault, read: read.value }
    return ok({
      import_id,
      file,
      columns: read.value.columns,
      rows: read.value.drafts.map(({ row, values, fitted, left_out }) => {
        const { legal_name, amount_cents } = listed(values)
        return {
          row,
          legal_name,
          amount_cents,
          fitted,
          left_out: left_out.map(({ path: at, label, value, why }) => ({
            label,
            value: maskedText(workspace.profile, at, value),
            why,
          })),
        }
      }),
    })
  }

  /**
   * Makes a draft of each chosen row, all or none of them. What did not fit is kept beside each draft, so that the report is
   * not the last that is seen of it.
   */
  async create(
    workspace: Workspace,
    { import_id, rows }: { import_id: string; rows: number[] },
  ): Promise<Result<{ deal_ids: string[] }>> {
    const open = this.#open
    if (open?.import_id !== import_id || open.vault !== workspace.vault)
      return fail(appError('FILE_NOT_FOUND', words().errorsFiles.notAtHand, words().errorsFiles.pickOrDrop))
    const chosen = open.read.drafts.filter(({ row }) => rows.includes(row))
    const made = chosen.map((draft) => this.#writes(workspace, open.file, draft))
    const committed = await workspace.vault.commit(made.flatMap(({ writes }) => writes))
    if (!committed.ok) return committed
    this.#open = null
    for (const { deal_id } of made) workspace.emit('deal.changed', { deal_id })
    return ok({ deal_ids: made.map(({ deal_id }) => deal_id) })
  }

  #writes(workspace: Workspace, file: string, { row, values, left_out }: ReadDraft) {
    const { deal_id, writes } = newDraft(workspace, values, words().history.importedFrom(file, row))
    const at = workspace.clock.now()
    const aside = left_out.map(({ path, label, value, why }): VaultWrite => ({
      write: 'put_aside',
      aside: { deal_id, at, path, label, value, reason: 'import', detail: why },
    }))
    return { deal_id, writes: [...writes, ...aside] }
  }
}
