import { resultOf, type Failure, failure } from '../../platform/base/failure.ts'
import { z } from 'zod'
import { basename } from 'node:path'
import {
  type DuplicateRule,
  type ImportChoices,
  type ImportPreview,
  type LeftOut,
  type RememberedImport,
  AMOUNT_STYLES,
  DATE_ORDERS,
  planImport,
  type PlannedRow,
} from '../../../src-shared/features/import/import.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { FileRegistry } from '../../platform/ipc/file-registry.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { DraftsToCreate, ImportSource, ImportWatch } from '../../platform/files/ports.ts'
import type { ImportReader } from './import-reader.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { isEditable } from '../deals/load-deal.ts'
import {
  merchantNameKey,
  type ExistingDeal,
  type Merchant,
} from '../../../src-shared/features/merchants/merchants.ts'

export type ImportNeeds = DraftNeeds & Pick<BrokerForm, 'form'> & Pick<Platform, 'log'>

interface PreviewedFile {
  import_id: string
  file: string
  bytes: Buffer
  choices: ImportChoices
  remembered: readonly RememberedImport[]
  /** The settings for reading the next file from the same source. Null for JSON and for a table without headings. */
  remember: Omit<RememberedImport, 'file' | 'at'> | null
  /** The rows of the file, with the duplicates of each one in the vault and in the file. */
  rows: readonly PlannedRow[]
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

export interface ImportedDrafts {
  deal_ids: string[]
  updated: number
  skipped: number
}

/** Keeps an imported file between its preview and its import: only one file at a time, and only in memory. */
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
    context: ImportNeeds,
    { import_id, file_id }: { import_id: string; file_id: string },
  ): Promise<ImportPreview> {
    const path = this.#registry.take(file_id)
    if (path === null) throw notAtHand()
    return this.#preview(context, import_id, async () => {
      const [bytes, remembered] = await Promise.all([
        this.#reader.readBytes(path),
        rememberedImports(context),
      ])
      return { file: basename(path), bytes, choices: {}, remembered }
    })
  }

  /**
   * Previews the file of the preview `of` again, with other choices of the broker. Fails if this is no longer the last previewed file.
   */
  async change(
    context: ImportNeeds,
    { import_id, of, choices }: { import_id: string; of: string; choices: ImportChoices },
  ): Promise<ImportPreview> {
    const previewed = this.#previewedIn(context, of)
    if (previewed === null) throw notAtHand()
    return this.#preview(context, import_id, async () => ({ ...previewed, choices }))
  }

  #preview(
    context: ImportNeeds,
    import_id: string,
    open: () => Promise<Pick<PreviewedFile, 'file' | 'bytes' | 'choices' | 'remembered'>>,
  ): Promise<ImportPreview> {
    this.#previewing?.abort()
    this.#previewing = new AbortController()
    const { vault, form, profile, clock } = context
    return this.#cancelable(context, import_id, this.#previewing, async (watch) => {
      const opened = await open()
      const { bytes, choices, remembered } = opened
      const source = { profile, bytes, today: dayOf(clock.now()), choices, remembered }
      const { remember, rows: readRows, ...shown } = await this.#reader.preview(source, watch)
      const found = await vault.findMerchants(readRows.map(({ merchant }) => merchant))
      const planned = sameBusiness(
        readRows.map(({ row, merchant }, at) => ({ row, merchant, existing: found[at] ?? null })),
      )
      const deals = planned.filter((_, at) => readRows[at]?.no_deal === null)
      const plan = await planWith(vault, opened.file, deals, 'update', clock.now())
      const differing = await this.#differing(source, plan.toCreate, watch)
      const rows = readRows.map(({ merchant: _merchant, ...row }, at) => ({
        ...row,
        ...(planned[at] as PlannedRow),
        differing: differing.get(row.row) ?? [],
      }))
      this.#previewed = { ...opened, import_id, remember, rows: planned, vault, form }
      return {
        import_id,
        file: opened.file,
        ...shown,
        rows,
      }
    })
  }

  async #differing(source: ImportSource, plan: DraftsToCreate, watch: ImportWatch) {
    const { updates, merged } = plan
    const rows = [...updates, ...merged].map(({ row }) => row)
    if (rows.length === 0) return new Map<number, LeftOut[]>()
    const compared = { ...plan, rows: [...rows, ...merged.map(({ into }) => into)] }
    const found = await this.#reader.compare(source, compared, watch)
    return new Map(found.map(({ row, differing }) => [row, differing]))
  }

  /** Returns the previewed file, unless another vault or form is open by now. */
  #previewedIn(
    { vault, form }: Pick<Platform, 'vault'> & Pick<BrokerForm, 'form'>,
    import_id: string,
  ): PreviewedFile | null {
    const previewed = this.#previewed
    const isSame = previewed?.import_id === import_id && previewed.vault === vault && previewed.form === form
    return isSame ? previewed : null
  }

  /**
   * Creates or fills drafts from the chosen rows; if one fails, changes none. Values that do not fit the form are stored with their draft,
   * so that the broker still sees them after closing the report.
   */
  create(
    context: ImportNeeds,
    { import_id, rows, duplicates = 'create' }: RowsToImport,
  ): Promise<ImportedDrafts> {
    return this.#cancelable(context, import_id, new AbortController(), (watch) =>
      oneAtATime('import', async () => {
        const previewed = this.#previewedIn(context, import_id)
        if (previewed === null) throw notAtHand()
        const { vault, profile, clock } = context
        const { file, bytes, choices, remembered, remember } = previewed
        const now = clock.now()
        const source = { profile, bytes, today: dayOf(now), choices, remembered }
        const wanted = new Set(rows)
        const chosen = previewed.rows.filter(({ row }) => wanted.has(row))
        const toUpdate = planImport(chosen, duplicates).filled.map(({ deal_id }) => deal_id)
        const {
          created: deal_ids,
          updated,
          passed,
        } = await changingAll([...new Set(toUpdate)].toSorted(), async () => {
          const { toCreate, drafts, skipped } = await planWith(vault, file, chosen, duplicates, now)
          const made = await this.#reader.create(source, toCreate, watch)
          await vault.commitCompressed(made.writes)
          return { created: made.deal_ids, updated: [...drafts.keys()], passed: skipped.length }
        })
        if (this.#previewed === previewed) this.#previewed = null
        if (remember !== null) await storeRemembered(context, { ...remember, file, at: now })
        for (const deal_id of updated) context.emit('draft.changed', { deal_id, window_id: null })
        for (const deal_id of [...deal_ids, ...updated]) context.emit('deal.changed', { deal_id })
        return { deal_ids, updated: updated.length, skipped: passed }
      }),
    )
  }

  cancel(import_id: string): void {
    this.#underWay.get(import_id)?.abort()
  }

  async #cancelable<T>(
    { emit }: Pick<Platform, 'emit'>,
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

/** Plans an import of these rows, with the drafts that they fill as they are now. */
async function planWith(
  vault: Vault,
  file: string,
  rows: readonly PlannedRow[],
  duplicates: DuplicateRule,
  now: string,
) {
  const toUpdate = planImport(rows, duplicates).filled.map(({ deal_id }) => deal_id)
  const drafts = await readDrafts(vault, toUpdate)
  const { created, filled, merged, skipped } = planImport(
    rows.map((row) => withoutGone(row, drafts)),
    duplicates,
  )
  const updates = filled.map(({ row, deal_id }) => ({ row, deal: drafts.get(deal_id) as StoredDeal }))
  const kept = [...created, ...filled.map(({ row }) => row), ...merged.map(({ row }) => row)]
  const toCreate: DraftsToCreate = { file, rows: kept, updates, merged, now }
  return { toCreate, drafts, skipped }
}

/** Reads the drafts to update. Leaves out a deal that is no longer a draft. */
async function readDrafts(
  vault: Vault,
  deal_ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDeal>> {
  const read = new Map<string, StoredDeal>()
  for (const deal_id of new Set(deal_ids)) {
    const deal = await vault.getDeal(deal_id)
    if (deal !== null && isEditable(deal) && deal.deleted_at === null) read.set(deal_id, deal)
  }
  return read
}

/** Marks the deal of a row as not editable if it is no longer a draft. The row then creates a new draft. */
function withoutGone(row: PlannedRow, drafts: ReadonlyMap<string, StoredDeal>): PlannedRow {
  const { existing } = row
  return existing === null || drafts.has(existing.deal_id)
    ? row
    : { ...row, existing: { ...existing, is_editable: false } }
}

/** Runs work while no other change of these deals can run. The ids must be sorted, so that two calls cannot wait for each other. */
function changingAll<T>([first, ...rest]: readonly string[], work: () => Promise<T>): Promise<T> {
  return first === undefined ? work() : oneAtATime(first, () => changingAll(rest, work))
}

function notAtHand(): Failure {
  return failure('FILE_NOT_FOUND', msg.errorsFiles.notAvailable, msg.errorsFiles.pickOrDrop)
}

const SETTING = 'import.remembered'
/** Maximum number of remembered sources. If there are more, the app forgets the one that was not used for the longest time. */
const MOST = 30

const target = z.union([z.object({ field: z.string() }), z.enum(['note', 'beside', 'skip'])])
const schema = z.array(
  z.object({
    source: z.string(),
    file: z.string(),
    at: z.string(),
    dates: z.enum(DATE_ORDERS),
    amounts: z.enum(AMOUNT_STYLES),
    columns: z.record(z.string(), target),
  }),
)

/** Returns how earlier imports were read. Returns an empty list if the setting cannot be read, because the app can guess instead. */
async function rememberedImports({ vault }: Pick<Platform, 'vault'>): Promise<RememberedImport[]> {
  const stored = await resultOf(vault.getSetting(SETTING))
  if (!stored.ok || stored.value === null) return []
  try {
    return schema.parse(JSON.parse(stored.value))
  } catch {
    return []
  }
}

/** Remembers how a file was read. If this fails, the import is still valid. */
async function storeRemembered(
  context: Pick<Platform, 'vault' | 'log'>,
  remember: RememberedImport,
): Promise<void> {
  const others = (await rememberedImports(context)).filter(({ source }) => source !== remember.source)
  const value = JSON.stringify([remember, ...others].slice(0, MOST))
  const stored = await resultOf(context.vault.commit([{ write: 'set_setting', key: SETTING, value }]))
  if (!stored.ok) context.log.warn('columns of an import not remembered', { code: stored.error.code })
}

/** A row of a file, with the deal that the vault found for its merchant. */
interface FoundRow {
  row: number
  merchant: Merchant
  existing: ExistingDeal | null
}

/**
 * Finds the rows of a file that are about the same business: they have the same EIN, or the same name and no different EINs. Rows of one
 * business also share the deal that the vault found for one of them. Compares keys only, so the work grows with the number of rows.
 */
function sameBusiness(rows: readonly FoundRow[]): PlannedRow[] {
  const einsOfName = new Map<string, Set<string>>()
  const einsOfDeal = new Map<string, Set<string>>()
  for (const { merchant, existing } of rows) {
    if (merchant.ein === '') continue
    if (merchant.name_key !== '') addTo(einsOfName, merchant.name_key, merchant.ein)
    if (existing !== null) addTo(einsOfDeal, existing.deal_id, merchant.ein)
  }
  /** Different EINs find the same deal only by the name. The name then identifies none of these businesses. */
  const foundFor = ({ merchant, existing }: FoundRow) =>
    existing !== null && merchant.ein !== '' && (einsOfDeal.get(existing.deal_id)?.size ?? 0) > 1
      ? null
      : existing
  const businesses = rows.map(({ merchant }) => businessOf(merchant, einsOfName))

  // A name without an EIN may belong to another business, so its deal counts only for rows that have no EIN either.
  const shared = new Map<string, ExistingDeal>()
  for (const [at, row] of rows.entries()) {
    const business = businesses[at] ?? null
    const existing = foundFor(row)
    if (business === null || existing === null || shared.has(business)) continue
    if (row.merchant.ein !== '' || business.startsWith(BY_NAME)) shared.set(business, existing)
  }

  const first = new Map<string, number>()
  return rows.map((found, at) => {
    const { row } = found
    const business = businesses[at] ?? null
    if (business === null) return { row, existing: foundFor(found), same_as_row: null }
    const existing = foundFor(found) ?? sharedWith(found.merchant, shared.get(business))
    const key = `${business} ${existing?.deal_id ?? ''}`
    const same_as_row = first.get(key) ?? null
    if (same_as_row === null) first.set(key, row)
    return { row, existing, same_as_row }
  })
}

/**
 * Returns the deal of the business for a row for which the vault found none. The vault would have found a deal with the name of a row
 * without an EIN, unless deals with different EINs have this name.
 */
function sharedWith({ ein, name_key }: Merchant, deal: ExistingDeal | undefined): ExistingDeal | null {
  if (deal === undefined) return null
  return ein === '' && merchantNameKey(deal.legal_name) === name_key ? null : deal
}

const BY_EIN = 'ein '
const BY_NAME = 'name '

/** Returns a key of the business. Returns null if a row has neither an EIN nor a name that identifies one business of the file. */
function businessOf({ ein, name_key }: Merchant, einsOfName: ReadonlyMap<string, Set<string>>) {
  if (ein !== '') return BY_EIN + ein
  if (name_key === '') return null
  const [known, ...others] = einsOfName.get(name_key) ?? []
  if (known === undefined) return BY_NAME + name_key
  return others.length === 0 ? BY_EIN + known : null
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}
