import type { DraftSaved } from '../../../src-shared/features/drafts/contract.ts'
import { randomUUID } from 'node:crypto'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import type { Proposal, Proposals } from '../../../src-shared/features/prefill/prefill.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { labelOf, resolvePath } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { maskApart, maskValue } from '../../../src-shared/features/form/sensitive.ts'
import { attachedDocument, wholeDocument } from '../documents/read-bytes.ts'
import { changeDocument } from '../documents/edit-document.ts'
import { differencesFrom, isCompared, NAME } from '../statements/holder.ts'
import { changeDraft, type ChangeOrigin, type DraftNeeds, valueGone } from '../drafts/change-draft.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { FoundValue, ReadApplication, ApplicationReader } from '../../platform/files/ports.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { changesFor, currentOf, fitToForm } from '../drafts/form-changes.ts'
import { APPLICATION_KIND, type DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'

export interface PrefillNeeds extends DraftNeeds, Pick<BrokerForm, 'form'>, Pick<Platform, 'documents'> {
  applications: ApplicationReader
}

/** A found value with its id. `value` is null if the field does not accept the printed value. */
interface KeptProposal {
  proposal_id: string
  found: FoundValue
  value: string | null
  problem: Message | null
  /** The value of the field when the page last showed this proposal. Undefined before the first time. */
  seen?: string | null
}

interface KeptDocument {
  /** The form for whose fields the document was read. */
  form: PayloadProfile
  text: ReadApplication['text']
  proposals: KeptProposal[]
}

/** Number of documents whose values stay in memory. */
const MOST_KEPT = 8

/**
 * The values that were found in documents, by vault and document. They are only in memory of the main process. The page knows a value only
 * by its id, so that an SSN reaches the form without reaching the page.
 */
const kept = new WeakMap<Vault, Map<string, KeptDocument>>()

/** Reads the values in a document, and compares them with the draft of its deal. Reads an unchanged document only once. */
export async function readProposals(context: PrefillNeeds, document_id: string): Promise<Proposals> {
  const document = await attachedDocument(context, document_id)
  const read = await oneAtATime(`prefill ${document_id}`, () => readOnce(context, document))
  const deal = await loadDeal(context, document.deal_id)
  const { profile } = context
  const { name } = document
  const { text, proposals } = read
  await noteStated(context, document, deal, proposals)
  return {
    document_id,
    name,
    text,
    proposals: proposals.map((one) => view(profile, deal.values, one)),
  }
}

/**
 * Puts found values into the draft, as one step that the broker can undo. Leaves out a value if its field changed after the page showed
 * the proposal, and returns the number of those. Also leaves out a value for a field that has another value, unless `replaces` is true.
 */
export async function acceptProposals(
  context: PrefillNeeds,
  { document_id, replaces, ...origin }: ChangeOrigin & { document_id: string; replaces: boolean },
  proposal_ids: readonly string[],
): Promise<DraftSaved & { accepted: number; outdated: number }> {
  const document = await attachedDocument(context, document_id)
  const known = kept.get(context.vault)?.get(document_id)
  if (document.deal_id !== origin.deal_id || known === undefined || known.form !== context.form)
    throw valueGone()
  const chosen = known.proposals.filter(({ proposal_id }) => proposal_ids.includes(proposal_id))
  if (chosen.length < new Set(proposal_ids).size) throw valueGone()
  return changeDraft(context, origin, (editor) => {
    const usable = chosen.filter(({ value, seen, found }) => {
      const current = currentOf(editor.values, found.path)
      return value !== null && seen !== undefined && current === seen && (current === null || replaces)
    })
    const chosenValues = usable.flatMap(({ found: { path }, value }) =>
      value === null ? [] : [{ path, value }],
    )
    if (!editor.applyTogether(changesFor(context.profile, editor.values, chosenValues))) throw valueGone()
    return { writes: [], more: { accepted: usable.length, outdated: chosen.length - usable.length } }
  })
}

/** Notes on an application what it states, and whether it names another merchant than the deal's. */
async function noteStated(
  context: PrefillNeeds,
  { document_id, kind, state }: DealDocument,
  deal: StoredDeal,
  proposals: readonly KeptProposal[],
): Promise<void> {
  if (kind !== APPLICATION_KIND || state !== 'attached') return
  const stated_values = Object.fromEntries(
    proposals.flatMap(({ value, found: { path, value: printed } }) => {
      const stated = path === NAME ? (value ?? printed) : value
      return stated !== null && isCompared(path) ? [[path, stated]] : []
    }),
  )
  const { isOther } = differencesFrom(context.profile, deal, stated_values)
  await changeDocument(context, document_id, (document) => {
    if (document.reading === null) return document
    const { other_merchant: _, ...before } = document.reading
    const reading = { ...before, stated_values }
    return {
      ...document,
      reading: isOther ? { ...reading, other_merchant: stated_values[NAME] ?? '' } : reading,
    }
  })
}

/** Remembers that the broker has reviewed the values of a document, so that the deal no longer offers them. */
export async function dismissProposals(
  context: Pick<Platform, 'vault' | 'emit'>,
  document_id: string,
): Promise<void> {
  await changeDocument(context, document_id, (document) =>
    document.reading === null
      ? document
      : { ...document, reading: { ...document.reading, values_reviewed: true } },
  )
}

async function readOnce(context: PrefillNeeds, { document_id, sha256 }: DealDocument): Promise<KeptDocument> {
  const { vault, documents, applications, form, profile, clock } = context
  const ofVault = kept.get(vault) ?? new Map<string, KeptDocument>()
  kept.set(vault, ofVault)
  const known = ofVault.get(document_id)
  if (known !== undefined && known.form === form) return known
  const bytes = await wholeDocument(documents, sha256)
  const { text, values } = await applications.read(new Uint8Array(bytes), form)
  const read = { form, text, proposals: keep(profile, values, dayOf(clock.now())) }
  ofVault.delete(document_id)
  ofVault.set(document_id, read)
  const [oldest] = ofVault.keys()
  if (ofVault.size > MOST_KEPT && oldest !== undefined) ofVault.delete(oldest)
  return read
}

/** Keeps the found values whose field the form has, in the notation of the form. */
function keep(profile: PayloadProfile, found: readonly FoundValue[], today: string): KeptProposal[] {
  const fitted = fitToForm(profile, found, today)
  return found.flatMap((one, at) => {
    const fit = fitted[at] ?? null
    return fit === null ? [] : [{ proposal_id: randomUUID(), found: one, ...fit }]
  })
}

/** Returns a proposal for the page, and remembers which value of the field the page shows. */
function view(profile: PayloadProfile, values: FormValues, proposal: KeptProposal): Proposal {
  const { found, value, problem, proposal_id } = proposal
  const target = resolvePath(profile, found.path)
  const isSensitive = target?.kind === 'field' && target.field.sensitive === true
  const type = target?.kind === 'field' ? target.field.type : 'text'
  const current = currentOf(values, found.path)
  const shown = value ?? found.value
  const [masked, was] = !isSensitive
    ? [shown, current]
    : current === null
      ? [maskValue(type, shown), null]
      : maskApart(type, shown, current)
  proposal.seen = current
  return {
    proposal_id,
    path: found.path,
    label: labelOf(profile, values, found.path),
    value: masked,
    current: was,
    state: value === null ? 'invalid' : current === null ? 'new' : current === value ? 'same' : 'replaces',
    problem,
    page: found.page,
    quote: isSensitive ? maskDigits(found.quote) : maskNumbers(found.quote),
    boxes: found.boxes,
  }
}

/** Hides all digits except the last four. */
function maskDigits(quote: string): string {
  const digits = quote.replaceAll(/\D/g, '').length
  let seen = 0
  return quote.replaceAll(/\d/g, (digit) => (digits > 4 && ++seen > digits - 4 ? digit : '•'))
}

/** Hides numbers in the notation of an SSN or an EIN, which the quotation of another value may contain. */
function maskNumbers(quote: string): string {
  return quote.replaceAll(/(?<!\d)(?:\d{3}[-. ]?\d{2}[-. ]?\d{4}|\d{2}-\d{7})(?!\d)/g, maskDigits)
}
