import type { DraftSaved } from '../../../src-shared/features/drafts/contract.ts'
import { type Failure, failure } from '../../platform/base/failure.ts'
import type { DraftHistory, FormValues, SingleStepChange } from '../../../src-shared/features/deals/deal.ts'
import type { FieldProblem } from '../../../src-shared/platform/base/errors.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { refusedField } from '../../../src-shared/features/form/refused-fields.ts'
import type { DraftSteps, NewDraftStep, StoredDeal } from '../../platform/vault/records.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { DraftEditor, summaryColumns } from './draft-editor.ts'
import { present, problemsToShow, isEditable, notEditable, loadDeal } from '../deals/load-deal.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { fieldNotes } from '../../../src-shared/features/form/field-notes.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { labelOf } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { orphanedFormValues } from '../../../src-shared/features/form/orphaned-values.ts'

export type DraftNeeds = Pick<Platform, 'vault' | 'clock' | 'emit'> & Pick<BrokerForm, 'profile'>

/** The changed deal, and the window in which it was changed. `window_id` is null if no window made the change. */
export interface ChangeOrigin {
  deal_id: string
  window_id: string | null
}

/** Additions to a change: further database writes for the same commit, and additional data for the response. */
interface Decision<More> {
  writes: VaultWrite[]
  more: More
}

/**
 * Changes a draft's values. No other function does this. Changes of one deal run one after another. Each change is validated together with
 * the whole draft, and is stored before the response. `edit` makes the changes with the given editor. If it throws, nothing changes.
 */
export function changeDraft<More>(
  context: DraftNeeds,
  { deal_id, window_id }: ChangeOrigin,
  edit: (editor: DraftEditor, steps: DraftSteps) => Decision<More>,
): Promise<DraftSaved & More> {
  return oneAtATime(deal_id, async () => {
    const { vault, profile, clock, emit } = context
    const draft = await vault.getDraft(deal_id)
    const deal = present(draft.deal)
    if (!isEditable(deal)) throw notEditable(deal)
    const saved_at = clock.now()
    const { steps } = draft
    const editor = new DraftEditor({ profile, deal, at: saved_at, last: steps.undo })
    const edited = edit(editor, steps)
    const { values, changes } = editor
    const { more } = edited
    const writes = [...editor.writes(), ...edited.writes]

    const revision = deal.revision + 1
    const { problems: field_problems } = validateDraft(profile, values, dayOf(saved_at))
    const refused_fields = stillRefused(context, deal, changes)
    const { legal_name, reference, amount_cents } = summaryColumns(values)
    await vault.commit([
      {
        write: 'update_deal',
        deal_id,
        changes: {
          values,
          revision,
          field_problems,
          refused_fields,
          updated_at: saved_at,
          legal_name,
          reference,
          amount_cents,
        },
      },
      ...writes,
    ])
    // A new orphaned value is not in the form of any window yet, so the window of the change must also load the draft again.
    const isInForm = writes.every(({ write }) => write !== 'put_orphan')
    emit('draft.changed', { deal_id, window_id: isInForm ? window_id : null })
    const history = await historyAfter(context, { deal_id, values }, writes)
    return {
      revision,
      legal_name,
      reference,
      amount_cents,
      field_problems: problemsToShow(context, { values, field_problems, refused_fields }),
      field_notes: fieldNotes(profile, values, dayOf(saved_at)),
      history,
      ...more,
    }
  })
}

/** The error for a field or row that the form does not have. */
export function unknownField(): Failure {
  return failure('INVALID_INPUT', msg.errorsDeals.noSuchField, msg.errorsDeals.closeAndOpen)
}

/** The error for a value that is no longer where it was found. */
export function valueGone(): Failure {
  return failure('INVALID_INPUT', msg.errors.valueGone, msg.errors.openDealAgain)
}

function movesRows({ op }: SingleStepChange): boolean {
  return op === 'insert_row' || op === 'remove_row' || op === 'restore_row'
}

/**
 * Returns those of the partner's objections to fields that still apply after the changes. An objection ends when the broker changes its
 * field, or adds or removes a row in the field's list.
 */
function stillRefused(
  { profile }: Pick<BrokerForm, 'profile'>,
  { values, refused_fields }: StoredDeal,
  changes: SingleStepChange[],
): FieldProblem[] {
  return refused_fields.filter(({ path: key }) => {
    const path = refusedField(profile, values, key) ?? key
    return changes.every(
      (change) => change.path !== path && (!movesRows(change) || !`${path}.`.startsWith(`${change.path}.`)),
    )
  })
}

export async function draftHistory(
  { vault, profile }: Pick<Platform, 'vault'> & Pick<BrokerForm, 'profile'>,
  { deal_id, values }: Pick<StoredDeal, 'deal_id' | 'values'>,
): Promise<DraftHistory> {
  const { undo, redo } = await vault.draftSteps(deal_id)
  return {
    undo: undo && wordsOf(profile, values, undo),
    redo: redo && wordsOf(profile, values, redo),
    undo_at: undo && undo.at,
  }
}

/**
 * Returns what the next undo and redo would change. Call this after the commit of `writes`. If the writes add or extend an undo step, that
 * step is the next one to undo, so the function need not read the vault.
 */
async function historyAfter(
  context: Pick<Platform, 'vault'> & Pick<BrokerForm, 'profile'>,
  deal: Pick<StoredDeal, 'deal_id' | 'values'>,
  writes: VaultWrite[],
): Promise<DraftHistory> {
  const last = writes.findLast(({ write }) => write === 'add_step' || write === 'extend_step')
  if (last === undefined || !('step' in last)) return draftHistory(context, deal)
  return { undo: wordsOf(context.profile, deal.values, last.step), redo: null, undo_at: last.step.at }
}

/** Describes a step of a draft with these values. The inverse of the removal of a row contains the row's place. */
function wordsOf(profile: PayloadProfile, values: FormValues, { change, inverse }: NewDraftStep): Message {
  if (change.op === 'together')
    return msg.history.valuesFilledIn(change.changes.filter(({ op }) => op === 'set').length)
  const label = labelOf(profile, values, change.path)
  switch (change.op) {
    case 'insert_row':
      return msg.history.rowAdded(label)
    case 'remove_row':
      return msg.history.rowRemoved(label, inverse.op === 'restore_row' ? inverse.index + 1 : 0)
    case 'drop':
      return msg.history.valueRemoved(label)
    default:
      return label
  }
}

/** True if the deal was last saved with another form profile, or another version of it, than the current one. */
export function isOfOtherProfile({ profile }: Pick<BrokerForm, 'profile'>, deal: StoredDeal): boolean {
  return deal.profile_id !== profile.id || deal.profile_version !== profile.version
}

/**
 * Changes a draft to the current form profile: keeps all values, validates them again, and adds a timeline entry. Earlier changes can no
 * longer be undone. Does nothing while the broker's own profile is unreadable and the standard form replaces it.
 */
export function adoptProfile(
  context: Pick<Platform, 'vault' | 'clock'> & Pick<BrokerForm, 'isFormReadable' | 'profile'>,
  deal_id: string,
): Promise<void> {
  return oneAtATime(deal_id, async () => {
    const deal = await loadDeal(context, deal_id)
    const { profile, isFormReadable, vault, clock } = context
    if (!isFormReadable || !isEditable(deal) || !isOfOtherProfile(context, deal)) return
    const at = clock.now()
    const orphans = orphanedFormValues(profile, deal.values).length
    const title = msg.history.formChanged(deal.profile_version, profile.version)
    const detail = orphans === 0 ? msg.history.everyValueFits : msg.history.valuesOrphaned(orphans)
    await vault.commit([
      {
        write: 'update_deal',
        deal_id,
        changes: {
          profile_id: profile.id,
          profile_version: profile.version,
          field_problems: validateDraft(profile, deal.values, dayOf(at)).problems,
        },
      },
      { write: 'forget_steps', deal_id },
      timelineWrite(deal_id, at, 'note', title, detail),
    ])
  })
}
