import { addDays, dayOf } from '../../../src-shared/platform/base/days.ts'
import { readMoney } from '../../../src-shared/platform/entry/money.ts'
import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { missingLines } from '../../../src-shared/features/deal-screen/next-step.ts'
import { type DealDocument, isKindCertain } from '../../../src-shared/features/documents/document.ts'
import { wantedPeriods } from '../../../src-shared/features/documents/statement-coverage.ts'
import { fieldNotes } from '../../../src-shared/features/form/field-notes.ts'
import { labelOf } from '../../../src-shared/features/form/form-path.ts'
import { offeredDeal } from '../../../src-shared/features/offers/offer-status.ts'
import { reasonsOf, type StatementDocument } from '../../../src-shared/features/statements/deal-statements.ts'
import type { HealthNote } from '../../../src-shared/features/submission/queue.ts'
import { differencesFrom, isHeldBy, merchantNames, NAME } from '../statements/holder.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { viewChecklist } from '../documents/checklist.ts'
import { type StatementFacts, type StatementNeeds, statementFacts } from '../statements/deal-statements.ts'
import { suggestionsFor } from '../statements/suggestions.ts'

const text = msg.submission.health

/** Days between the end of a statement and the begin of the next one that continues it. */
const LONGEST_GAP_DAYS = 7

/** A typed revenue that differs from the verified one by more than this share is probably wrong. */
const REVENUE_TOLERANCE = 0.2

/**
 * Returns what the app knows to be wrong or missing in an application, so that the broker can mend it before he submits: papers, statements
 * of others, and values that differ from the verified statements. None of these prevents the submission.
 */
export async function healthOf(context: StatementNeeds, deal: StoredDeal): Promise<HealthNote[]> {
  const { profile, vault, clock } = context
  const { deal_id, values, legal_name } = deal
  const now = clock.now()
  const today = dayOf(now)
  const [documents, checklist, own, facts] = await Promise.all([
    vault.listDocuments(deal_id),
    vault.checklistOf(deal_id),
    vault.offerScenarios(deal_id),
    statementFacts(context, deal_id),
  ])
  const lines = viewChecklist(profile, checklist, documents, offeredDeal(deal, own), { wantedOn: today, now })
  const labels = new Map(profile.document_kinds.map(({ value, label }) => [value, label]))
  return [
    ...missingLines(lines).map(({ label, missing_days }): HealthNote => ({
      message:
        missing_days.length === 0
          ? text.missing(label)
          : text.missingDays(label, [...new Set(missing_days.map(({ from }) => from.slice(0, 7)))]),
      at: 'checklist',
    })),
    ...(await papersOfOthers(context, deal, documents)),
    ...documents.flatMap(({ name, kind, reading }): HealthNote[] =>
      reading !== null && !isKindCertain(reading)
        ? [{ message: text.kindUnconfirmed(name, labels.get(kind) ?? kind), at: 'documents' }]
        : [],
    ),
    ...ofStatements(legal_name, facts, wantedPeriods(profile.statements, today)[0]?.from ?? ''),
    ...againstStatements(context, deal, facts, today),
    ...fieldNotes(profile, values, today).map(({ path, message }): HealthNote => ({
      message: joinMessages([labelOf(profile, values, path), message], ': '),
      at: { path },
    })),
  ]
}

/**
 * Returns notes on applications that name another merchant, or state other values than the form, and on files that are also attached to a
 * deal of another merchant. Statements themselves say whose they are.
 */
async function papersOfOthers(
  { vault, profile }: Pick<StatementNeeds, 'vault' | 'profile'>,
  deal: StoredDeal,
  documents: readonly DealDocument[],
): Promise<HealthNote[]> {
  const { deal_id, legal_name, values } = deal
  const names = merchantNames(profile, legal_name, values)
  const notes: HealthNote[] = []
  const shared = new Map<string, string[]>()
  const dealsOf = await Promise.all(documents.map(({ sha256 }) => vault.dealsWithFile(deal_id, sha256)))
  for (const [at, { document_id, name, reading }] of documents.entries()) {
    if (reading?.other_holder !== undefined) continue
    const stated = reading?.stated_values
    if (stated !== undefined) {
      const { isOther, fields } = differencesFrom(profile, deal, stated)
      if (isOther) {
        const message = text.otherMerchant(name, stated[NAME] ?? '', legal_name)
        notes.push({ message, at: 'documents', document_ids: [document_id], files: 'of_other' })
        continue
      }
      for (const { path, printed, typed } of fields) {
        const label = labelOf(profile, values, path)
        const begin = text.applicationSays(name)
        notes.push({ begin, message: text.formSays(label, printed, typed), at: { path } })
      }
    }
    for (const merchant of new Set(dealsOf[at]?.map((one) => one.legal_name)))
      if (!isHeldBy(merchant, names)) shared.set(merchant, [...(shared.get(merchant) ?? []), name])
  }
  for (const [merchant, files] of shared)
    notes.push({ message: text.alsoOf(files, merchant), at: 'documents' })
  return notes
}

/** Returns notes on the statements themselves. `wantedFrom` is the first day for which the funder asks statements. */
function ofStatements(merchant: string, { statements }: StatementFacts, wantedFrom: string): HealthNote[] {
  const { documents, accounts, other_accounts } = statements
  const lastDay = accounts
    .flatMap(({ months }) => months.map(({ to }) => to))
    .toSorted()
    .at(-1)
  const counted = new Set(accounts.map(({ account_id }) => account_id))
  const mine = documents.map(({ name, months }) => ({
    name,
    months: months.filter(({ account_id }) => counted.has(account_id)),
  }))
  const messages = [
    ...(lastDay !== undefined && lastDay < wantedFrom
      ? [text.old(lastDay)]
      : mine.flatMap((document) => oldNote(document, mine, wantedFrom) ?? [])),
    ...documents.flatMap(({ name, reading }) => {
      if (reading.state === 'failed') return [text.notRead(name)]
      if (reading.state !== 'read') return []
      const [first] = reasonsOf(msg.statements, reading.findings)
      return [
        ...(reading.evidence.some(({ kind }) => kind !== 'opening_differs_from_previous_closing')
          ? [text.altered(name)]
          : []),
        ...(reading.verdict !== 'verified'
          ? [
              first === undefined
                ? text.notVerified(name)
                : joinMessages([text.notVerified(name), first.why], ': '),
            ]
          : []),
      ]
    }),
  ]
  return [
    ...other_accounts.flatMap(({ holder, confirmed, document_ids }): HealthNote[] => {
      if (confirmed === 'yes') return []
      const names = documents.filter((one) => document_ids.includes(one.document_id)).map(({ name }) => name)
      const files = confirmed === 'no' || holder !== '' ? 'of_other' : 'unnamed'
      return confirmed === 'no'
        ? [{ message: text.sentAnyway(names, holder), at: 'documents', document_ids, files }]
        : [{ message: text.otherHolder(names, holder, merchant), at: 'statements', document_ids, files }]
    }),
    ...messages.map((message): HealthNote => ({ message, at: 'statements' })),
  ]
}

type Dated = Pick<StatementDocument, 'name' | 'months'>

/** Returns a note on a statement that ends before the required days, and that no later statement continues. */
function oldNote({ name, months }: Dated, all: readonly Dated[], wantedFrom: string): Message | null {
  const last = months
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  if (last === undefined || last >= wantedFrom) return null
  const isContinued = all.some(({ months: others }) =>
    others.some(({ from, to }) => to > last && from <= addDays(last, LONGEST_GAP_DAYS)),
  )
  return isContinued ? null : text.oldFile(name, last)
}

/** Returns notes on values of the form that differ from the verified statements. */
function againstStatements(
  { profile }: Pick<StatementNeeds, 'profile'>,
  { values }: StoredDeal,
  facts: StatementFacts,
  today: string,
): HealthNote[] {
  const fields = profile.sections.flatMap(({ fields: ofSection = [] }) => ofSection)
  const revenue = fields.find(({ statement_figure }) => statement_figure === 'monthly_revenue')?.path
  const suggestions = suggestionsFor(profile, values, facts, today).map(({ suggestion }) => suggestion)
  const listed = new Set(fields.map(({ path }) => path))
  return suggestions.flatMap(({ path, label, value, current, state }): HealthNote[] => {
    if (!listed.has(path) && state === 'new') return [{ message: text.positionMissing(value), at: { path } }]
    if (path !== revenue || current === null) return []
    const [typed, verified] = [centsOf(current), centsOf(value)]
    if (typed === null || verified === null) return []
    const differs = Math.abs(typed - verified) > verified * REVENUE_TOLERANCE
    return differs ? [{ message: text.revenue(label, typed, verified), at: { path } }] : []
  })
}

function centsOf(typed: string): number | null {
  const read = readMoney(typed)
  return 'cents' in read ? read.cents : null
}
