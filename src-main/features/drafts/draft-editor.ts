import type {
  DraftStepChange,
  FormValues,
  SingleStepChange,
} from '../../../src-shared/features/deals/deal.ts'
import { applyChanges, inverseOf, valueAt } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { DraftStep, NewDraftStep, StoredDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import { typedCents } from '../../../src-shared/platform/entry/money.ts'

/** If the broker changes a field again within this time, both changes form a single undo step. */
const ONE_BURST_MS = 2_000

interface Edited {
  profile: PayloadProfile
  deal: StoredDeal
  at: string
  /** The last undo step. If the broker continues typing in the same field, the new change becomes part of this step. */
  last: DraftStep | null
}

/** Applies changes to the values of a stored draft, and records each one as an undo step. */
export class DraftEditor {
  readonly deal: StoredDeal
  readonly at: string
  readonly changes: SingleStepChange[] = []
  values: FormValues
  readonly #profile: PayloadProfile
  readonly #steps: (NewDraftStep | DraftStep)[] = []
  #last: NewDraftStep | DraftStep | null

  constructor({ profile, deal, at, last }: Edited) {
    this.deal = deal
    this.at = at
    this.values = deal.values
    this.#profile = profile
    this.#last = last
  }

  /** Applies a change as an undo step. Returns false for a field or row that the form does not have. */
  apply(change: SingleStepChange): boolean {
    const before = this.values
    if (!this.replay(change)) return false
    this.#record(before, change)
    return true
  }

  /** Applies a change as a new undo step, even if the broker has just typed in the same field. */
  applyAlone(change: SingleStepChange): boolean {
    this.#last = null
    return this.apply(change)
  }

  /** Applies several changes as one new undo step. Returns false if one of them names a field or row that the form does not have. */
  applyTogether(changes: readonly SingleStepChange[]): boolean {
    const [first] = changes
    const inverses: SingleStepChange[] = []
    for (const change of changes) {
      inverses.unshift(inverseOf(this.values, change))
      if (!this.replay(change)) return false
    }
    if (first === undefined) return true
    const { path } = first
    this.#last = {
      deal_id: this.deal.deal_id,
      at: this.at,
      change: { op: 'together', path, changes: [...changes] },
      inverse: { op: 'together', path, changes: inverses },
    }
    this.#steps.push(this.#last)
    return true
  }

  /** Applies the change of an existing undo step again, for an undo or a redo. Adds no new step. */
  replay(change: DraftStepChange): boolean {
    const after = applyChanges(this.#profile, this.values, [change])
    if (after === null) return false
    this.values = after
    this.changes.push(...(change.op === 'together' ? change.changes : [change]))
    return true
  }

  #record(before: FormValues, change: SingleStepChange): void {
    const last = this.#last
    const typedOn =
      last !== null && last.change.op === 'set' && change.op === 'set' && last.change.path === change.path
    if (last !== null && typedOn && Date.parse(this.at) - Date.parse(last.at) <= ONE_BURST_MS) {
      const longer = { ...last, at: this.at, change }
      const place = this.#steps.indexOf(last)
      if (place === -1) this.#steps.push(longer)
      else this.#steps[place] = longer
      this.#last = longer
      return
    }
    this.#last = { deal_id: this.deal.deal_id, at: this.at, change, inverse: inverseOf(before, change) }
    this.#steps.push(this.#last)
  }

  writes(): VaultWrite[] {
    return this.#steps.map((step) =>
      'step_id' in step ? { write: 'extend_step', step } : { write: 'add_step', step },
    )
  }
}

export function summaryColumns(
  values: FormValues,
): Pick<StoredDeal, 'legal_name' | 'reference' | 'amount_cents'> {
  const text = (path: string) => {
    const value = valueAt(values, path)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    legal_name: text('company.legal_name'),
    reference: text('application.reference'),
    amount_cents: typedCents(text('application.amount_requested')),
  }
}
