import { type OrphanedFormValue, leavesOf } from '../../../src-shared/features/form/orphaned-values.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import type { FormValue, FormValues, SingleStepChange } from '../../../src-shared/features/deals/deal.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import {
  applyChanges,
  labelOf,
  MOST_ROWS,
  rowIds,
  valueAt,
} from '../../../src-shared/features/form/form-path.ts'
import { newRowId } from '../../../src-shared/features/form/form-values.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import { DraftEditor, summaryColumns } from '../drafts/draft-editor.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import { leftOutText } from './fill-form.ts'
import type { ReadDraft } from './read-drafts.ts'

interface FilledDraft {
  deal: StoredDeal
  values: FormValues
  changes: SingleStepChange[]
}

/** A single value with its path. */
interface Leaf {
  path: string
  value: string | boolean
}

/** A value of a row, and the other value that the field of the draft keeps. `is_stored` is true if the draft existed before the import. */
export interface DifferingValue extends Leaf {
  row: number
  label: string
  kept: string | boolean
  is_stored: boolean
}

/** Fills empty fields of drafts with imported values, as one step per draft that the broker can undo. Never changes a value. */
export class DraftFiller {
  readonly #profile: PayloadProfile
  readonly #now: string
  readonly #file: string
  readonly #filled = new Map<string, FilledDraft>()
  readonly #others: VaultWrite[] = []
  readonly #differing: DifferingValue[] = []
  #leftOut = 0

  constructor(profile: PayloadProfile, now: string, file: string) {
    this.#profile = profile
    this.#now = now
    this.#file = file
  }

  /** The number of values that have no place in their draft. */
  get leftOut(): number {
    return this.#leftOut
  }

  get differing(): readonly DifferingValue[] {
    return this.#differing
  }

  /**
   * Adds a row to the draft that an earlier row of the file creates. Stores a value that differs from the draft's value next to the form,
   * because the broker has not seen either of them in the draft.
   */
  merge(deal: StoredDeal, draft: ReadDraft): void {
    const differing = this.#fill(deal, draft, false)
    this.#leave(deal.deal_id, differing, msg.errorsFiles.fieldTaken)
  }

  /** Fills an existing draft with a row of the file. Several rows can fill the same draft; the first row has precedence. */
  fill(deal: StoredDeal, draft: ReadDraft): void {
    this.#fill(deal, draft, true)
  }

  /** Returns the values that differ from the draft's. */
  #fill(deal: StoredDeal, draft: ReadDraft, is_stored: boolean): Leaf[] {
    const { deal_id } = deal
    const filled = this.#filled.get(deal_id) ?? { deal, values: deal.values, changes: [] }
    this.#filled.set(deal_id, filled)
    const apply = (change: SingleStepChange) => {
      const after = applyChanges(this.#profile, filled.values, [change])
      if (after === null) return
      filled.values = after
      filled.changes.push(change)
    }
    const differing: DifferingValue[] = []
    const set = ({ path, value }: Leaf) => {
      const now = valueAt(filled.values, path)
      if (isEmpty(now)) apply({ op: 'set', path, value })
      else if (textOf(now) !== textOf(value) && (typeof now === 'string' || typeof now === 'boolean')) {
        const label = labelOf(this.#profile, filled.values, path)
        differing.push({ path, value, row: draft.row, label, kept: now, is_stored })
      }
    }
    const lists = this.#profile.sections.flatMap(({ list }) => (list === undefined ? [] : [list]))
    for (const leaf of leavesOf(draft.values))
      if (!lists.some(({ path }) => leaf.path.startsWith(`${path}.`))) set(leaf)
    for (const list of lists) {
      const taken = new Set<string>()
      for (const [place, id] of rowIds(draft.values, list.path).entries()) {
        const imported = valueAt(draft.values, `${list.path}.${id}`) ?? null
        const leaves = leavesOf(imported)
        if (leaves.length === 0) continue
        const rows = rowIds(filled.values, list.path)
        const free = [rows[place] ?? '', ...rows].filter((row) => row !== '' && !taken.has(row))
        const at = (row: string) => valueAt(filled.values, `${list.path}.${row}`) ?? null
        const known =
          free.find((row) => isSame(at(row), imported)) ?? free.find((row) => leavesOf(at(row)).length === 0)
        // If the list is full, the values stay beside the form, with an id of their own, so that two such rows do not replace each other.
        const row = known ?? newRowId()
        const placed = leaves.map(({ path, value }) => ({ path: `${list.path}.${row}.${path}`, value }))
        if (known === undefined && rows.length >= (list.max_rows ?? MOST_ROWS)) {
          this.#leave(deal_id, placed, msg.errorsFiles.noMoreRows)
          continue
        }
        taken.add(row)
        if (known === undefined) apply({ op: 'insert_row', path: list.path, row })
        for (const leaf of placed) set(leaf)
      }
    }
    this.#others.push(
      timelineWrite(deal_id, this.#now, 'created', msg.history.filledFrom(this.#file, draft.row)),
      ...besideOf(deal_id, this.#now, draft),
    )
    this.#differing.push(...differing)
    return differing
  }

  /** Stores values next to the form. */
  #leave(deal_id: string, leaves: readonly Leaf[], why: Message): void {
    this.#leftOut += leaves.length
    const values = this.#filled.get(deal_id)?.values ?? {}
    const left = leaves.map(({ path, value }) => ({
      path,
      label: labelOf(this.#profile, values, path),
      value: leftOutText(value),
      why,
    }))
    this.#others.push(...orphansOf(deal_id, this.#now, left))
  }

  writes(): VaultWrite[] {
    const updates = [...this.#filled.values()].flatMap(({ deal, changes: filled }): VaultWrite[] => {
      const editor = new DraftEditor({ profile: this.#profile, deal, at: this.#now, last: null })
      editor.applyTogether(filled)
      const { values } = editor
      const { problems } = validateDraft(this.#profile, values, dayOf(this.#now))
      const changes = {
        values,
        revision: deal.revision + 1,
        field_problems: problems,
        updated_at: this.#now,
        ...summaryColumns(values),
      }
      return [{ write: 'update_deal', deal_id: deal.deal_id, changes }, ...editor.writes()]
    })
    return [...updates, ...this.#others]
  }
}

/**
 * True if two rows are about the same person or thing: they share a value, and no value differs. Otherwise, one owner would get the SSN of
 * another.
 */
function isSame(row: FormValue, imported: FormValue): boolean {
  const both = leavesOf(row)
    .map(({ path, value }) => ({ value, other: valueAt(imported, path) }))
    .filter(({ other }) => !isEmpty(other))
  return both.length > 0 && both.every(({ value, other }) => textOf(value) === textOf(other))
}

const textOf = (value: FormValue | undefined) => (typeof value === 'string' ? fold(value) : value)

function isEmpty(value: FormValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

/** Maximum number of characters of a note, as for typed notes. */
const NOTE_CHARACTERS = 5_000

/** Returns the writes that store what a row has besides its form: values that do not fit, and private notes of the deal. */
export function besideOf(
  deal_id: string,
  at: string,
  { left_out, private_notes }: Pick<ReadDraft, 'left_out' | 'private_notes'>,
): VaultWrite[] {
  const parts = private_notes.flatMap((note) =>
    Array.from({ length: Math.ceil(note.length / NOTE_CHARACTERS) }, (_, part) =>
      note.slice(part * NOTE_CHARACTERS, (part + 1) * NOTE_CHARACTERS),
    ),
  )
  return [
    ...orphansOf(deal_id, at, left_out),
    ...parts.map((detail) => timelineWrite(deal_id, at, 'note', msg.history.note, detail)),
  ]
}

function orphansOf(deal_id: string, now: string, left_out: readonly OrphanedFormValue[]): VaultWrite[] {
  return left_out.map(({ path, label, value, why }) => ({
    write: 'put_orphan',
    orphan: { deal_id, at: now, path, label, value, reason: 'import', detail: why },
  }))
}
