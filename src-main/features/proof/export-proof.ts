import { failure } from '../../platform/base/failure.ts'
import {
  PROOF_FORMAT,
  PROOF_VERSION,
  proofText,
  type ProofFile,
  MAX_BODY_BYTES,
  type ProofFact,
} from '../../../src-shared/features/proof/proof-schema.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import type { AttachProof, PrintPage, SaveFile } from '../../platform/files/ports.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { printed } from '../../platform/base/printed-page.ts'
import { proofPage } from './proof-page.ts'
import { hash } from 'node:crypto'
import type { InboxEvent } from '../../platform/vault/records.ts'
import { notificationIn } from '../events/verify-event.ts'

export interface ProofPrinter {
  print: PrintPage
  attach: AttachProof
}
export interface ProofExport extends ProofPrinter {
  save: SaveFile
}

/** Attaches a proof to its PDF. The code for this is loaded on first use, because most sessions export no proof. */
export const attachWhenNeeded: AttachProof = async (...given) =>
  (await import('./attach-proof.ts')).attachProof(...given)

/** Saves a deal's proof of submission at a path that the broker chooses. */
export async function exportProof(
  context: Pick<Platform, 'environment' | 'vault' | 'clock'>,
  { save, print, attach }: ProofExport,
  deal_id: string,
  as: 'pdf' | 'json',
): Promise<{ saved_as: string | null }> {
  const proof = await makeProof(context, deal_id)
  const content = as === 'pdf' ? await printProof({ print, attach }, proof) : Buffer.from(proofText(proof))
  return save({ name: nameOf(proof, as), kind: as }, content)
}

/** Creates a PDF of a proof for human readers, with the machine-readable proof as an attached file. */
export function printProof({ print, attach }: ProofPrinter, proof: ProofFile): Promise<Uint8Array> {
  const { html, footer } = proofPage(proof)
  return printed(async () => attach(await print(html, footer), proof))
}

/** Creates the proof of submission with all facts so far. Fails with `PROOF_EMPTY` if nothing was sent. */
export async function makeProof(
  context: Pick<Platform, 'environment' | 'vault' | 'clock'>,
  deal_id: string,
): Promise<ProofFile> {
  const { vault, environment, clock } = context
  const deal = await loadDeal(context, deal_id)
  const entries = await vault.listProof(deal_id)
  if (entries.length === 0)
    throw failure('PROOF_EMPTY', msg.errorsDeals.nothingSent, msg.errorsDeals.submitForProof)
  const { legal_name, reference, application_id } = deal
  return {
    format: PROOF_FORMAT,
    version: PROOF_VERSION,
    environment,
    deal: { deal_id, legal_name, reference, application_id },
    exported_at: clock.now(),
    entries: entries.map(({ at, fact }) => ({
      at,
      fact: fact.what === 'event' ? eventFact(fact.event) : fact,
    })),
  }
}

function nameOf({ deal, exported_at }: ProofFile, as: 'pdf' | 'json'): string {
  return `${formatMessage(msg.proof.fileName(fileNameOf(deal.legal_name) || deal.deal_id, dayOf(exported_at)))}.${as}`
}

/** Fields of a notification in the specification (section 6): ids, statuses, and times. */
const EVENT_FIELDS: ReadonlySet<string> = new Set([
  'message_type',
  'callback_path',
  'status',
  'application_id',
  'timestamp',
  'event_id',
])

/** Returns an event's entry in the proof of submission. Includes the data that third parties need to verify the event's signature again. */
function eventFact(event: InboxEvent): ProofFact {
  const { event_id, application_id, message_type, status, timestamp, received_at } = event
  return {
    what: 'event',
    event_id,
    application_id,
    message_type,
    status,
    timestamp,
    received_at,
    body_sha256: hash('sha256', Buffer.from(event.raw_body, 'base64')),
    ...bodyToShow(event),
    verification: event.verification,
    signature: event.signature,
  }
}

/**
 * Returns the raw body if the signature covers it. Omits a body with any unknown field, because it could contain an SSN, and the broker
 * gives the proof to others.
 */
function bodyToShow({ raw_body, verification }: InboxEvent): { body?: string } {
  if (verification !== 'body') return {}
  const bytes = Buffer.from(raw_body, 'base64')
  if (bytes.length > MAX_BODY_BYTES) return {}
  const said = notificationIn(bytes)
  if (said === null || !Object.keys(said).every((field) => EVENT_FIELDS.has(field))) return {}
  return { body: bytes.toString('base64') }
}
