import { randomUUID } from 'node:crypto'
import type { DraftChange, FormValues } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type FieldProblem, type Result } from '../../../src-shared/errors.ts'
import { applyChanges, resolvePath, valueAt } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { validateDraft } from '../../../src-shared/profile/validate-draft.ts'
import { parseCents } from '../../../src-shared/profile/wire-payload.ts'
import type { StoredDeal } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { loadDeal, problemsToShow } from './deal-view.ts'
import { oneAtATime } from '../one-at-a-time.ts'

/** Starts an empty draft; lists that need a row begin with it. */
export async function createDraft(workspace: Workspace): Promise<Result<string>> {
  const now = workspace.clock.now()
  const { profile } = workspace
  const values = emptyValues(profile)
  const deal: StoredDeal = {
    deal_id: randomUUID(),
    profile_id: profile.id,
    profile_version: profile.version,
    values,
    revision: 0,
    field_problems: validateDraft(profile, values, now.slice(0, 10)).problems,
    refused_fields: [],
    state: 'draft',
    error: null,
    application_id: null,
    partner_status: null,
    partner_status_at: null,
    offer_status: null,
    offer_status_at: null,
    offers: [],
    ...derived(values),
    created_at: now,
    updated_at: now,
    submitted_at: null,
    deleted_at: null,
  }
  const committed = await workspace.vault.commit([
    { write: 'create_deal', deal },
    {
      write: 'append_timeline',
      entry: {
        deal_id: deal.deal_id,
        at: now,
        kind: 'created',
        title: 'Draft started',
        detail: '',
        verification: null,
      },
    },
  ])
  if (!committed.ok) return committed
  workspace.emit('deal.changed', { deal_id: deal.deal_id })
  return ok(deal.deal_id)
}

/** Applies changes to a draft and makes them durable before it answers. Changes to one deal are done one after another. */
export function saveDraft(
  workspace: Workspace,
  deal_id: string,
  changes: DraftChange[],
): Promise<Result<{ revision: number; saved_at: string; field_problems: FieldProblem[] }>> {
  return oneAtATime(deal_id, async () => {
    const found = await loadDeal(workspace, deal_id)
    if (!found.ok) return found
    const deal = found.value
    if (!isEditable(deal)) return notEditable(deal)
    const values = applyChanges(workspace.profile, deal.values, changes)
    if (values === null)
      return fail(
        appError(
          'INVALID_INPUT',
          'A field was changed that this form does not have.',
          'Close the deal and open it again.',
        ),
      )
    const saved_at = workspace.clock.now()
    const revision = deal.revision + 1
    const { problems: field_problems } = validateDraft(workspace.profile, values, saved_at.slice(0, 10))
    const refused_fields = stillRefused(deal.refused_fields, changes)
    const committed = await workspace.vault.commit([
      {
        write: 'update_deal',
        deal_id,
        changes: {
          values,
          revision,
          field_problems,
          refused_fields,
          updated_at: saved_at,
          ...derived(values),
        },
      },
    ])
    if (!committed.ok) return committed
    return ok({
      revision,
      saved_at,
      field_problems: problemsToShow(workspace, { field_problems, refused_fields }),
    })
  })
}

/** One sensitive value in full, for the eyes of the broker who pressed. */
export async function revealValue(
  workspace: Workspace,
  deal_id: string,
  path: string,
): Promise<Result<{ value: string }>> {
  const found = await loadDeal(workspace, deal_id)
  if (!found.ok) return found
  const target = resolvePath(workspace.profile, path)
  const value = valueAt(found.value.values, path)
  if (target?.kind !== 'field' || !target.field.sensitive || typeof value !== 'string')
    return fail(
      appError(
        'INVALID_INPUT',
        'There is nothing to show in this field.',
        'Close the deal and open it again.',
      ),
    )
  return ok({ value })
}

/** Moves a deal to the bin, or back out of it. What the service has received cannot be unsent by that. */
export function binDeal(
  workspace: Workspace,
  deal_id: string,
  inBin: boolean,
): Promise<Result<Record<string, never>>> {
  return oneAtATime(deal_id, async () => {
    const found = await workspace.vault.getDeal(deal_id)
    if (!found.ok) return found
    if (found.value?.state === 'sending') return notEditable(found.value)
    const deleted_at = inBin ? workspace.clock.now() : null
    const committed = await workspace.vault.commit([
      { write: 'update_deal', deal_id, changes: { deleted_at } },
    ])
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id })
    return ok({})
  })
}

export function isEditable(deal: StoredDeal): boolean {
  return deal.state === 'draft' || deal.state === 'refused'
}

function notEditable(deal: StoredDeal): Result<never> {
  const why = {
    sending: 'The application is being sent just now.',
    received: 'The service has received this application, so it can be changed no more.',
    unknown: 'It is not known whether the service received this application.',
    draft: 'This draft cannot be changed now.',
    refused: 'This draft cannot be changed now.',
  }[deal.state]
  return fail(
    appError(
      'DEAL_NOT_EDITABLE',
      why,
      deal.state === 'unknown' ? 'Say first what became of it.' : 'Your change was not kept.',
    ),
  )
}

/** A refusal stands until the broker touches its field, or the rows of its list move. */
function stillRefused(refused: FieldProblem[], changes: DraftChange[]): FieldProblem[] {
  return refused.filter(({ path }) =>
    changes.every(
      (change) => change.path !== path && (change.op === 'set' || !path.startsWith(`${change.path}.`)),
    ),
  )
}

function emptyValues(profile: PayloadProfile): FormValues {
  let values: FormValues = { application: {}, company: {} }
  for (const { list } of profile.sections)
    for (let row = 0; row < (list?.min_rows ?? 0); row++)
      values = applyChanges(profile, values, [{ op: 'insert_row', path: list?.path ?? '' }]) ?? values
  return values
}

/** What the list shows of the values. */
function derived(values: FormValues): Pick<StoredDeal, 'legal_name' | 'reference' | 'amount_cents'> {
  const text = (path: string) => {
    const value = valueAt(values, path)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    legal_name: text('company.legal_name'),
    reference: text('application.reference'),
    amount_cents: parseCents(text('application.amount_requested')),
  }
}
