import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { DraftNeeds } from './change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { newRowId, type FormValues } from '../../../src-shared/features/form/form-values.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { applyChanges, concreteFields } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import { summaryColumns } from './draft-editor.ts'

/** Creates an empty draft. If a list has a minimum number of rows, creates these rows. */
export async function createDraft(context: DraftNeeds): Promise<string> {
  const { deal_id, writes } = newDraft(context, emptyValues(context.profile), msg.history.draftStarted)
  await context.vault.commit(writes)
  context.emit('deal.changed', { deal_id })
  return deal_id
}

/** Deletes a draft for good if nothing but its creation ever happened to it. */
export function discardEmptyDraft(context: DraftNeeds, deal_id: string): Promise<void> {
  return oneAtATime(deal_id, async () => {
    const { vault, clock, emit } = context
    const [deal, [first, ...others]] = await Promise.all([
      vault.getDeal(deal_id),
      vault.listTimeline(deal_id),
    ])
    const isNew = others.length === 0 && isDeepStrictEqual(first?.title, msg.history.draftStarted)
    if (deal?.state !== 'draft' || deal.revision !== 0 || !isNew) return
    await vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at: clock.now() } }])
    await vault.eraseDeals([deal_id])
    emit('deal.changed', { deal_id })
  })
}

/** Returns the database writes that create a draft with these values. `title` is the text of its first timeline entry. */
export function newDraft(
  { profile, clock }: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile'>,
  values: FormValues,
  title: Message,
): { deal_id: string; deal: StoredDeal; writes: VaultWrite[] } {
  const now = clock.now()
  const deal: StoredDeal = {
    deal_id: randomUUID(),
    profile_id: profile.id,
    profile_version: profile.version,
    values,
    revision: 0,
    field_problems: validateDraft(profile, values, dayOf(now)).problems,
    refused_fields: [],
    state: 'draft',
    error: null,
    application_id: null,
    application_status: null,
    application_status_at: null,
    offer_status: null,
    offer_status_at: null,
    offers: [],
    ...summaryColumns(values),
    created_at: now,
    updated_at: now,
    submitted_at: null,
    deleted_at: null,
  }
  const { deal_id } = deal
  return {
    deal_id,
    deal,
    writes: [{ write: 'create_deal', deal }, timelineWrite(deal_id, now, 'created', title)],
  }
}

export function emptyValues(profile: PayloadProfile): FormValues {
  let values: FormValues = { application: {}, company: {} }
  for (const { list } of profile.sections)
    for (let row = 0; row < (list?.min_rows ?? 0); row++)
      values =
        applyChanges(profile, values, [{ op: 'insert_row', path: list?.path ?? '', row: newRowId() }]) ??
        values
  return values
}

/**
 * Creates a draft with the values of another deal and the wanted documents, which keep the day on which they were attached. Does not copy
 * what belongs only to the other deal: fields that the profile marks (reference, signature), its id at the partner, its offers, and its
 * history. `change` may change the values of the draft.
 */
export async function duplicateDeal(
  context: DraftNeeds,
  deal_id: string,
  takes: (document: DealDocument) => boolean,
  change: (values: FormValues) => FormValues = (values) => values,
): Promise<{ deal_id: string }> {
  const { vault, profile, emit } = context
  const [found, documents] = await Promise.all([loadDeal(context, deal_id), vault.listDocuments(deal_id)])
  const { values, legal_name } = found
  const copy = newDraft(context, change(withoutItsOwn(profile, values)), msg.history.copiedFrom(legal_name))
  // Copy only the documents' data. The vault stores content under its hash, so the two deals share the content.
  const copied = documents.filter(takes).map((document): VaultWrite => ({
    write: 'put_document',
    document: {
      ...document,
      document_id: randomUUID(),
      deal_id: copy.deal_id,
      state: 'attached',
      error: null,
      sent_at: null,
    },
  }))
  await vault.commit([...copy.writes, ...copied])
  emit('deal.changed', { deal_id: copy.deal_id })
  return { deal_id: copy.deal_id }
}

function withoutItsOwn(profile: PayloadProfile, values: FormValues): FormValues {
  const drops = concreteFields(profile, values)
    .filter(({ field, value }) => field.clear_on_duplicate && value !== undefined)
    .map(({ path }) => ({ op: 'drop' as const, path }))
  return applyChanges(profile, values, drops) ?? values
}
