import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { KEPT_EVIDENCE } from '../../../src-shared/features/submission/evidence-messages.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { addressChanged } from '../connection/connection-settings.ts'
import {
  isWhole,
  type JsonObject,
  type ListedApplication,
  type Listing,
  type PartnerApi,
} from '../../platform/partner/partner-api.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { PartnerAccess } from '../connection/partner-link.ts'
import { nameOf } from '../deals/load-deal.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { Evidence, Finding } from '../../../src-shared/features/deals/deal.ts'
import {
  CLOCK_TOLERANCE_MS,
  decideApplicationReconciliation,
  decideDocumentReconciliation,
} from './decide-reconciliation.ts'

/** Some applications are known only from events. This is the maximum number of them that the app requests individually. */
const MOST_READ = 20

/**
 * Finds out whether the partner received an application whose send got no response. Checks the partner's list of applications, and events
 * of unknown applications that arrived after the send. An event only names an application. The application's content must be read from the
 * partner with an authenticated request. Fails only if the vault fails.
 */
export async function reconcileApplication(
  context: Pick<Platform, 'vault' | 'clock'> & PartnerAccess,
  deal: StoredDeal,
  begun_at: string,
): Promise<Evidence> {
  const { vault, clock } = context
  const since = new Date(Date.parse(begun_at) - CLOCK_TOLERANCE_MS).toISOString()
  const [count, waiting] = await Promise.all([
    vault.countReference(deal.reference),
    vault.unmatchedEvents(since),
  ])
  const elsewhere = await addressChanged(vault, begun_at)
  const partner = await context.partner()
  if (!partner.ok) return nothingLearned(partner.error, clock.now())

  const unmatched = [...new Set(waiting.map(({ application_id }) => application_id))]
  const { listed, records, unread, reported } = await readCandidates(partner.value, deal.reference, unmatched)
  const gaps = listed.ok ? [] : [gapMessage(msg.history.noApplicationList, listed.error)]
  const deciding = { begun_at, isReferenceUnique: count === 1 }
  const findings: Finding[] = []
  let isAnyUnreported = false
  let isAnyHeld = false
  for (const [application_id, record] of records) {
    const taken = await vault.findIdHolder(application_id)
    const found = decideApplicationReconciliation(deal, { application_id, record }, deciding)
    if (taken !== null) {
      // The record has this deal's reference, but its application_id belongs to another deal. Only the partner can say whose application it
      // is, so report this to the broker instead of adding a finding.
      if (!deciding.isReferenceUnique || !isByReference(found)) continue
      isAnyHeld = true
      gaps.push(
        taken === 'deleted'
          ? msg.history.idOfDeleted(application_id)
          : msg.history.idOfHolder(application_id, nameOf(taken)),
      )
    } else if (found === 'untold') isAnyUnreported = true
    else if (found !== null) findings.push(found)
  }
  for (const application_id of unread)
    findings.push({
      says: 'arrived',
      strong: false,
      application_id,
      words: KEPT_EVIDENCE.strayNews,
    })
  if (listed.ok && deal.reference === '') gaps.push(msg.history.noReference)
  else if (listed.ok && findings.length === 0 && !isAnyHeld) {
    // The finding "not received" suggests to the broker to send the application again, so the finding requires a complete list.
    if (isAnyUnreported || !isWhole(listed.value)) gaps.push(msg.history.listNotWhole)
    else if (elsewhere) gaps.push(msg.history.addressChanged)
    else
      findings.push({
        says: 'not_arrived',
        strong: false,
        application_id: null,
        words: KEPT_EVIDENCE.notListed,
      })
  }
  if (reported === 0) gaps.push(msg.history.noUnknownUpdates)
  return { sought_at: clock.now(), findings, gaps }
}

function isByReference(found: ReturnType<typeof decideApplicationReconciliation>): boolean {
  return found !== null && found !== 'untold' && found.words !== KEPT_EVIDENCE.sameName
}

interface Candidates {
  listed: Result<Listing<ListedApplication>>
  records: Map<string, JsonObject>
  /** Ids of the applications that events named and that the app could not read. */
  unread: Set<string>
  /** Number of applications that events named and that the partner's list did not contain. */
  reported: number
}

/** Reads applications: first the partner's list for this reference, then the applications known only from events. */
async function readCandidates(
  partner: PartnerApi,
  reference: string,
  unmatched: readonly string[],
): Promise<Candidates> {
  const listed = await partner.listApplications(reference)
  const entries = listed.ok ? listed.value.entries : []
  const records = new Map(entries.map(({ application_id, record }) => [application_id, record]))
  const reported = unmatched.filter((application_id) => !records.has(application_id))
  const unread = new Set(reported.slice(MOST_READ))
  for (const application_id of reported.slice(0, MOST_READ)) {
    const read = await partner.readApplication({ application_id })
    if (read.ok) records.set(application_id, read.value.record)
    // `PARTNER_NOT_FOUND` means that the application does not exist: the event was a test, or came from another environment.
    else if (read.error.code !== 'PARTNER_NOT_FOUND') unread.add(application_id)
  }
  return { listed, records, unread, reported: reported.length }
}

/**
 * Finds out, from the partner's list of an application's documents, whether the partner received a document whose upload got no response.
 */
export async function reconcileDocument(
  context: Pick<Platform, 'vault' | 'clock'> & PartnerAccess,
  application_id: string,
  document: DealDocument,
  begun_at: string | null = null,
): Promise<Evidence> {
  const { vault, clock } = context
  const siblings = await vault.listDocuments(document.deal_id)
  const elsewhere = begun_at === null ? false : await addressChanged(vault, begun_at)
  const partner = await context.partner()
  if (!partner.ok) return nothingLearned(partner.error, clock.now())
  const listed = await partner.value.listDocuments(application_id)
  const learned = (findings: Finding[], gaps: Message[]) => ({ sought_at: clock.now(), findings, gaps })
  if (!listed.ok) return learned([], [gapMessage(msg.history.noDocumentList, listed.error)])
  const { entries } = listed.value
  const found = decideDocumentReconciliation(document, siblings, entries)
  const isNamed = entries.every(({ name }) => name !== null)
  if (found?.says === 'not_arrived' && elsewhere) return learned([], [msg.history.addressChanged])
  return found === null || (found.says === 'not_arrived' && !(isNamed && isWhole(listed.value)))
    ? learned([], [msg.history.listNotWhole])
    : learned([found], [])
}

function nothingLearned({ message }: AppError, sought_at: string): Evidence {
  return { sought_at, findings: [], gaps: [msg.history.notAsked(message)] }
}

function gapMessage(notOffered: Message, { code, message }: AppError): Message {
  return code === 'PARTNER_NOT_OFFERED' ? notOffered : msg.history.notAsked(message)
}
