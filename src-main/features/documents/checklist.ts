import { failure } from '../../platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import type { Platform } from '../../platform/environment/platform.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { OwnChecklistItem } from '../../platform/vault/records.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { documentNameIn } from '../../../src-shared/features/form/localized-profile.ts'
import { language } from '../../../src-shared/platform/texts/messages.ts'
import { KIND_LINE } from '../../../src-shared/features/pipeline/deal-match.ts'
import { offersOfStanding } from '../../../src-shared/features/offers/offer-standings.ts'
import { offeredDeal, type OfferedDeal } from '../../../src-shared/features/offers/offer-status.ts'
import { lackingDays } from '../../../src-shared/features/documents/statement-coverage.ts'
import { unrecognizedKind } from '../../../src-shared/platform/words/vocabulary.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import {
  doubtOf,
  STATEMENT_KINDS,
  type DealDocument,
  type ChecklistItem,
} from '../../../src-shared/features/documents/document.ts'

export async function addChecklistItem(
  context: Pick<Platform, 'vault' | 'emit'>,
  deal_id: string,
  label: string,
): Promise<void> {
  await loadDeal(context, deal_id)
  return commit(context, deal_id, [
    { write: 'put_checklist_item', item: { item_id: randomUUID(), deal_id, label } },
  ])
}

/** Removes a checklist line that the broker added. The documents that were linked to it remain attached to the deal. */
export function removeChecklistItem(
  context: Pick<Platform, 'vault' | 'emit'>,
  deal_id: string,
  item_id: string,
): Promise<void> {
  return commit(context, deal_id, [{ write: 'delete_checklist_item', item_id }])
}

/** Links a document to a checklist line. A document that was already sent can still be linked, because the link is not sent. */
export async function linkDocument(
  context: DraftNeeds,
  document_id: string,
  item_id: string | null,
): Promise<void> {
  const document = await context.vault.getDocument(document_id)
  if (document === null) throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain)
  const { deal_id } = document
  const [checklist, deal, own] = await Promise.all([
    context.vault.checklistOf(deal_id),
    loadDeal(context, deal_id),
    context.vault.offerScenarios(deal_id),
  ])
  const now = context.clock.now()
  const lines = viewChecklist(context.profile, checklist, [], offeredDeal(deal, own), {
    wantedOn: dayOf(now),
    now,
  })
  if (item_id !== null && !lines.some((line) => line.item_id === item_id))
    throw failure('INVALID_INPUT', msg.errorsDeals.checklistItemGone, msg.errorsDeals.chooseAnother)
  // The new document replaces any other documents that were linked to this line.
  const others = checklist.ties.filter((tie) => tie.item_id === item_id && tie.document_id !== document_id)
  return commit(context, deal_id, [
    ...others.map((tie) => ({ write: 'tie_document' as const, document_id: tie.document_id, item_id: null })),
    { write: 'tie_document', document_id, item_id },
  ])
}

async function commit(
  { vault, emit }: Pick<Platform, 'vault' | 'emit'>,
  deal_id: string,
  writes: Parameters<Vault['commit']>[0],
): Promise<void> {
  await vault.commit(writes)
  emit('deal.changed', { deal_id })
}

const BANK_STATEMENT = 'bank_statement'
const OFFER = 'offer:'
const LONGEST_ID = 100

/**
 * Returns the checklist. Its lines are the kinds of documents that the profile expects, further documents that the offers require, and the
 * broker's own lines. A linked document satisfies only its line. A document without a link satisfies the lines of its kind, unless it still
 * needs a signature. A document that the partner refused satisfies none. A document linked to an offer's line also satisfies the profile's line of its kind. The pipeline ignores offers and
 * counts the document there, and the checklist must agree with the pipeline.
 *
 * The lines of offers are not stored but derived at each call. They therefore never appear twice, and disappear when the offer is
 * rescinded or declined by the merchant. A link to a line that no longer exists is ignored. `offered` is null for a deal without offers.
 * `wantedOn` is the date (`2026-04-20`) from which the months of statements are counted back. Offers that expired before `now` are ignored.
 */
export function viewChecklist(
  profile: PayloadProfile,
  { items, ties }: { items: OwnChecklistItem[]; ties: { document_id: string; item_id: string }[] },
  all: readonly DealDocument[],
  offered: OfferedDeal | null,
  { wantedOn, now }: { wantedOn: string; now: string },
): ChecklistItem[] {
  const documents = all.filter(({ state }) => state !== 'refused')
  const kinds = profile.expected_documents.map((kind) => ({ item_id: `${KIND_LINE}${kind}`, kind }))
  const asked = offered === null ? [] : stipulationsOf(profile, offered, Date.parse(now))
  const there = new Set([...kinds, ...asked, ...items].map(({ item_id }) => item_id))
  const tiedTo = new Map(
    ties
      .filter(({ item_id }) => there.has(item_id))
      .map(({ document_id, item_id }) => [document_id, item_id]),
  )
  const line = (
    item_id: string,
    label: string,
    { own = false, of_offer = false, kind = '' } = {},
  ): ChecklistItem => {
    const tied = documents.filter(({ document_id }) => tiedTo.get(document_id) === item_id)
    const ofKind = documents.filter((document) => {
      const elsewhere = tiedTo.get(document.document_id)
      const isFree = elsewhere === undefined || (!of_offer && elsewhere.startsWith(OFFER))
      return isFree && kind !== '' && document.kind === kind && doubtOf(document) === null
    })
    // If documents are linked to an offer's line, only these documents satisfy the line. Other documents of the same kind do not.
    const answering = of_offer && tied.length > 0 ? tied : [...tied, ...ofKind]
    const related = documents.filter((one) => one.kind === kind || answering.includes(one))
    const statements = related.filter(({ reading }) => reading?.other_holder === undefined)
    const isOfStatements = !own && !of_offer && STATEMENT_KINDS.has(kind)
    const isAnswered = answering.some(({ state }) => state === 'received')
    return {
      item_id,
      label: documentNameIn(profile, language(), label),
      own,
      of_offer,
      state: isAnswered ? 'answered' : answering.length > 0 ? 'prepared' : 'open',
      document_ids: answering.map(({ document_id }) => document_id),
      chosen: tied.length > 0,
      ...coverageOf(profile, isOfStatements ? statements : [], wantedOn),
      undecided: isOfStatements ? related.filter(({ reading }) => reading?.asks_holder === true).length : 0,
    }
  }
  return [
    ...kinds.map(({ item_id, kind }) =>
      line(item_id, profile.document_kinds.find(({ value }) => value === kind)?.label ?? kind, { kind }),
    ),
    ...asked.map(({ item_id, label, kind }) => line(item_id, label, { of_offer: true, kind })),
    ...items.map(({ item_id, label }) => line(item_id, label, { own: true })),
  ]
}

/**
 * Returns the required days that a line's statements do not cover. A statement without dates covers no day. If there is no statement at
 * all, returns no days, because the checklist already shows the whole line as open.
 */
function coverageOf(
  profile: PayloadProfile,
  statements: readonly DealDocument[],
  wantedOn: string,
): Pick<ChecklistItem, 'missing_days' | 'month_so_far' | 'undated' | 'unverified'> {
  if (statements.length === 0) return { missing_days: [], month_so_far: null, undated: 0, unverified: 0 }
  const periods = statements.flatMap(({ reading }) => reading?.period ?? [])
  return {
    ...lackingDays(profile.statements, periods, wantedOn),
    undated: statements.length - periods.length,
    unverified: statements.filter(
      ({ kind, reading }) =>
        kind === BANK_STATEMENT && (reading?.statement_verdict ?? 'verified') !== 'verified',
    ).length,
  }
}

/**
 * Returns the documents that offers require, each once. Leaves out documents that the profile already expects. If an offer was accepted,
 * returns only the documents that this offer requires.
 */
function stipulationsOf(profile: PayloadProfile, deal: OfferedDeal, now: number) {
  const accepted = offersOfStanding(deal, ['accepted'], now)
  // All offers are closed if the partner reports an acceptance but not which offer it was. Any of them may be the accepted one.
  const asking = accepted.length > 0 ? accepted : offersOfStanding(deal, ['open', 'closed'], now)
  const lines = new Map<string, { item_id: string; label: string; kind: string }>()
  for (const { label, document_kind } of asking.flatMap(({ stipulations }) => stipulations ?? [])) {
    const named = document_kind ?? kindNamed(profile, label) ?? ''
    // Any document whose kind is not recognized is of this kind, so it says nothing about what the offer requires.
    const kind = named === unrecognizedKind(profile) ? '' : named
    if (profile.expected_documents.includes(kind)) continue
    const name = kind === '' ? label.trim().toLowerCase() : kind
    const item_id = `${OFFER}${name}`.slice(0, LONGEST_ID)
    if (!lines.has(item_id)) lines.set(item_id, { item_id, label, kind })
  }
  return [...lines.values()]
}

/** Returns the kind of document with this name. This is needed because an offer may request a "voided check" only by name. */
function kindNamed(profile: PayloadProfile, label: string): string | undefined {
  const named = documentNameIn(profile, language(), label).trim().toLowerCase()
  return profile.document_kinds.find((kind) => kind.label.toLowerCase() === named)?.value
}
