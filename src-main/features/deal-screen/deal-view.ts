import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { offeredDeal } from '../../../src-shared/features/offers/offer-status.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { maskSensitive } from '../../../src-shared/features/form/sensitive.ts'
import { orphanedFormValues, withoutUnknown } from '../../../src-shared/features/form/orphaned-values.ts'
import { viewChecklist } from '../documents/checklist.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { withInstant } from '../follow-ups/follow-ups.ts'
import { pageOfTimeline } from '../deals/deal-timeline.ts'
import { loadDeal, problemsToShow, isEditable } from '../deals/load-deal.ts'
import { orphansToShow } from '../drafts/orphaned-values.ts'
import { fieldNotes } from '../../../src-shared/features/form/field-notes.ts'
import { readCommissionBasis, unpaidCommission } from '../money/commissions.ts'
import { renewedDeal } from '../money/renewals.ts'
import { draftHistory, adoptProfile, isOfOtherProfile } from '../drafts/change-draft.ts'

export type DealViewNeeds = Pick<Platform, 'environment' | 'vault' | 'clock' | 'zone'> &
  Pick<BrokerForm, 'isFormReadable' | 'profile'>

/** Returns a deal for its screen, with masked sensitive values, documents, offers, and timeline. */
export async function viewDeal(context: DealViewNeeds, deal_id: string): Promise<Deal> {
  const found = await loadDeal(context, deal_id)
  if (isEditable(found) && isOfOtherProfile(context, found)) {
    await adoptProfile(context, deal_id)
  }
  const [
    stored,
    documents,
    timeline,
    storedOrphans,
    history,
    queue,
    checklist,
    hints,
    basis,
    own,
    followUp,
    renewed,
    [row],
  ] = await Promise.all([
    loadDeal(context, deal_id),
    context.vault.listDocuments(deal_id),
    pageOfTimeline(context, deal_id, { filter: 'all', before: null }),
    context.vault.listOrphans(deal_id),
    draftHistory(context, found),
    context.vault.queuePlaces(deal_id),
    context.vault.checklistOf(deal_id),
    context.vault.unconfirmedHints(found.application_id ?? ''),
    readCommissionBasis(context.vault),
    context.vault.offerScenarios(deal_id),
    context.vault.followUpOf(deal_id),
    renewedDeal(context, deal_id),
    context.vault.dealRows([deal_id]),
  ])
  const field_problems = problemsToShow(context, stored)
  const unpaid = stored.application_status === 'app_funded' ? await unpaidCommission(context, deal_id) : null
  const offered = offeredDeal(stored, own)
  // The required months of statements are counted back from the submission, or from today for an unsent deal.
  const now = context.clock.now()
  const wantedOn = dayOf(stored.submitted_at ?? now)
  return {
    deal_id: stored.deal_id,
    environment: context.environment,
    legal_name: stored.legal_name,
    reference: stored.reference,
    amount_cents: stored.amount_cents,
    funded_cents: row?.funded_cents ?? null,
    state: stored.state,
    application_id: stored.application_id,
    ...offered,
    unconfirmed_status: hints.find((hint) => hint.state === 'unconfirmed')?.status ?? null,
    documents: documents.length,
    documents_received: documents.filter((document) => document.state === 'received').length,
    problems: field_problems.length,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    submitted_at: stored.submitted_at,
    deleted_at: stored.deleted_at,
    revision: stored.revision,
    profile: { id: stored.profile_id, version: stored.profile_version },
    values: maskSensitive(context.profile, withoutUnknown(context.profile, stored.values)),
    history,
    orphaned_values: orphansToShow(context, stored, storedOrphans),
    orphans: orphanedFormValues(context.profile, stored.values),
    field_problems,
    field_notes: isEditable(stored) ? fieldNotes(context.profile, stored.values, dayOf(now)) : [],
    error: stored.error,
    document_list: documents.map(withoutStated),
    unpaid_commission: unpaid,
    commission_basis: basis,
    renews: renewed,
    timeline: timeline.entries.toReversed(),
    timeline_more: timeline.more,
    queue,
    follow_up: followUp === null ? null : withInstant(context, followUp),
    checklist: viewChecklist(context.profile, checklist, documents, offered, {
      wantedOn,
      now,
    }),
  }
}

function withoutStated(document: DealDocument): DealDocument {
  if (document.reading === null) return document
  const { stated_values: _, ...reading } = document.reading
  return { ...document, reading }
}
