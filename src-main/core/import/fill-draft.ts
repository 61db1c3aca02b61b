import { dayOf } from '../../../src-shared/days.ts'
import type { FormValue, FormValues, SingleStepChange } from '../../../src-shared/domain/deal.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { applyChanges, rowsAt, valueAt } from '../../../src-shared/profile/form-path.ts'
import { leavesOf } from '../../../src-shared/profile/orphaned-values.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { validateDraft } from '../../../src-shared/profile/validate-draft.ts'
import { fold } from '../../../src-shared/text.ts'
import { DraftEditor } from '../drafts/draft-editor.ts'
import { summaryColumns } from '../drafts/draft-rules.ts'
import type { StoredDeal, VaultWrite } from '../ports/vault.ts'
import type { ReadDraft } from './read-drafts.ts'

interface FilledDraft {
  deal: StoredDeal
  values: FormValues
  changes: SingleStepChange[]
}

/** Fills empty fields of existing drafts with imported values, as one step per draft that the broker can undo. Never changes a value. */
export class DraftFiller {
  readonly #profile: PayloadProfile
  readonly #now: string
  readonly #file: string
  readonly #filled = new Map<string, FilledDraft>()
  readonly #others: VaultWrite[] = []

  constructor(profile: PayloadProfile, now: string, file: string) {
    this.#profile = profile
    this.#now = now
    this.#file = file
  }

  /** Fills a draft with a row of the file. Several rows can fill the same draft; the first row has precedence. */
  fill(deal: StoredDeal, draft: ReadDraft): void {
    const { deal_id } = deal
    const filled = this.#filled.get(deal_id) ?? { deal, values: deal.values, changes: [] }
    this.#filled.set(deal_id, filled)
    const apply = (change: SingleStepChange) => {
      const after = applyChanges(this.#profile, filled.values, [change])
      if (after === null) return
      filled.values = after
      filled.changes.push(change)
    }
    const leaves = leavesOf(draft.values)
    for (const { list } of this.#profile.sections) {
      if (list === undefined) continue
      for (let row = 0; row < rowsAt(draft.values, list.path).length; row++)
        if (
          row >= rowsAt(filled.values, list.path).length &&
          leaves.some(({ path }) => path.startsWith(`${list.path}.${row}.`))
        )
          apply({ op: 'insert_row', path: list.path })
    }
    for (const { path, value } of leaves)
      if (isEmpty(valueAt(filled.values, path)) && this.#isSameRow(deal.values, draft.values, path))
        apply({ op: 'set', path, value })
    this.#others.push(
      {
        write: 'append_timeline',
        entry: {
          deal_id,
          at: this.#now,
          kind: 'created',
          title: msg.history.filledFrom(this.#file, draft.row),
          detail: '',
          verification: null,
        },
      },
      ...orphansOf(deal_id, this.#now, draft),
    )
  }

  /** Returns the vault writes that store all filled drafts. */
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

  /**
   * True if the value is not in a list, or if its row of the draft was empty or is about the same person or thing: they share a value, and
   * no value differs. Otherwise, one owner would get the SSN of another.
   */
  #isSameRow(before: FormValues, imported: FormValues, path: string): boolean {
    const list = this.#profile.sections.find(
      (section) => section.list && path.startsWith(`${section.list.path}.`),
    )?.list
    if (list === undefined) return true
    const row = path.slice(list.path.length + 1).split('.')[0]
    const pairs = leavesOf(valueAt(before, `${list.path}.${row}`) ?? null).map(({ path: field, value }) => ({
      value,
      other: valueAt(imported, `${list.path}.${row}.${field}`),
    }))
    const both = pairs.filter(({ other }) => !isEmpty(other))
    const agree = both.every(({ value, other }) => textOf(value) === textOf(other))
    return pairs.length === 0 || (both.length > 0 && agree)
  }
}

const textOf = (value: FormValue | undefined) => (typeof value === 'string' ? fold(value) : value)

function isEmpty(value: FormValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

/** Returns the writes that store the values of a row that have no field or do not fit their field. */
export function orphansOf(deal_id: string, now: string, draft: ReadDraft): VaultWrite[] {
  return draft.left_out.map(({ path, label, value, why }) => ({
    write: 'put_orphan',
    orphan: { deal_id, at: now, path, label, value, reason: 'import', detail: why },
  }))
}
