import type { DraftStepChange, FormValues } from '../../../src-shared/domain/deal.ts'
import { inverseOf } from '../../../src-shared/profile/form-path.ts'
import type { DraftStep, NewDraftStep, VaultWrite } from '../ports/vault.ts'

/** Typing in one field within this time is a single undo step. */
const ONE_BURST_MS = 2_000

/** Converts changes to undo steps. Continuous typing in one field is one step. */
export class StepRecorder {
  readonly changes: DraftStepChange[] = []
  readonly #deal_id: string
  readonly #at: string
  readonly #steps: (NewDraftStep | DraftStep)[] = []
  #last: NewDraftStep | DraftStep | null

  constructor(deal_id: string, at: string, last: DraftStep | null) {
    this.#deal_id = deal_id
    this.#at = at
    this.#last = last
  }

  record(before: FormValues, change: DraftStepChange): void {
    this.changes.push(change)
    const last = this.#last
    const typedOn =
      last !== null && last.change.op === 'set' && change.op === 'set' && last.change.path === change.path
    if (last !== null && typedOn && Date.parse(this.#at) - Date.parse(last.at) <= ONE_BURST_MS) {
      const longer = { ...last, at: this.#at, change }
      const place = this.#steps.indexOf(last)
      if (place === -1) this.#steps.push(longer)
      else this.#steps[place] = longer
      this.#last = longer
      return
    }
    this.#last = { deal_id: this.#deal_id, at: this.#at, change, inverse: inverseOf(before, change) }
    this.#steps.push(this.#last)
  }

  writes(): VaultWrite[] {
    return this.#steps.map((step) =>
      'step_id' in step ? { write: 'extend_step', step } : { write: 'add_step', step },
    )
  }
}
