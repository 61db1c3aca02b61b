import { formatMessage } from '../messages/msg.ts'
import type { ProofEntry, ProofFact } from './proof-entry.ts'
import { evidenceMessage } from '../messages/evidence-messages.ts'
import { statusLabel } from '../domain/status-labels.ts'
import { messages } from '../messages/messages.ts'

/** A proof entry (one recorded fact about a submission) as display text: a title, and its details with labels. */
export interface ProofMessages {
  title: string
  particulars: [name: string, value: string][]
}

/**
 * Formats a proof entry as display text. `signer` is the device that signed the proof. If another device wrote the entry, the text names
 * that other device.
 */
export function describeEntry({ fact, device, hash }: ProofEntry, signer: string): ProofMessages {
  const { title, particulars } = describeFact(fact)
  return {
    title,
    particulars: [
      ...particulars,
      ...(device === signer ? [] : given(messages().proof.device, device ?? messages().proof.deviceUnknown)),
      [messages().proof.entryHash, hash],
    ],
  }
}

function describeFact(fact: ProofFact): ProofMessages {
  switch (fact.what) {
    case 'application_sent':
      return {
        title: messages().proof.applicationSent,
        particulars: [[messages().proof.sentHash, fact.payload_sha256]],
      }
    case 'application_answered':
      return {
        title: messages().proof.applicationAnswered(fact.outcome),
        particulars: [
          ...given('application_id', fact.application_id),
          ...given(messages().proof.reason, fact.code),
        ],
      }
    case 'application_resolved':
      return {
        title: messages().proof.applicationResolved(fact.arrived),
        particulars: given('application_id', fact.application_id),
      }
    case 'application_found':
      return {
        title: messages().proof.applicationFound,
        particulars: [
          ['application_id', fact.application_id],
          [messages().proof.how, formatMessage(evidenceMessage(fact.words))],
        ],
      }
    case 'document_found':
      return {
        title: messages().proof.documentFound,
        particulars: [
          ...fileParticulars(fact.file),
          [messages().proof.how, formatMessage(evidenceMessage(fact.words))],
        ],
      }
    case 'document_sent':
      return { title: messages().proof.documentSent, particulars: fileParticulars(fact.file) }
    case 'document_answered':
      return {
        title: messages().proof.documentAnswered(fact.outcome),
        particulars: [
          ...fileParticulars(fact.file),
          ...given(messages().proof.documentId, fact.partner_document_id),
          ...given(messages().proof.reason, fact.code),
        ],
      }
    case 'document_resolved':
      return {
        title: messages().proof.documentResolved(fact.arrived),
        particulars: fileParticulars(fact.file),
      }
    case 'offer_accept_sent':
      return {
        title: messages().proof.acceptanceSent,
        particulars: [
          [messages().proof.offer, fact.offer_id],
          ...given(messages().proof.amount, fact.amount_cents === null ? null : dollars(fact.amount_cents)),
        ],
      }
    case 'offer_accept_answered':
      return {
        title: messages().proof.acceptanceAnswered(fact.outcome),
        particulars: [[messages().proof.offer, fact.offer_id], ...given(messages().proof.reason, fact.code)],
      }
    case 'offer_accept_found':
      return {
        title: messages().proof.acceptanceFound,
        particulars: [
          [messages().proof.offer, fact.offer_id],
          [messages().proof.how, fact.words],
        ],
      }
    case 'offer_accept_resolved':
      return {
        title: messages().proof.acceptanceResolved(fact.accepted),
        particulars: [[messages().proof.offer, fact.offer_id]],
      }
    case 'continued':
      return { title: messages().proof.continued, particulars: [] }
    case 'event':
      return {
        title: messages().proof.event(statusLabel(fact.status)),
        particulars: [
          [messages().proof.eventId, fact.event_id],
          ['application_id', fact.application_id],
          [messages().proof.saidAt, fact.timestamp],
          [messages().proof.eventBodyHash, fact.body_sha256],
          [messages().proof.signature, coverage(fact)],
        ],
      }
  }
}

/** Describes what the partner's signature of an event covers. Does not verify the signature, because this requires the partner's keys. */
function coverage({ verification, body }: Extract<ProofFact, { what: 'event' }>): string {
  const text = messages().proof
  if (verification === 'hint') return text.notCovered
  return body === undefined ? text.coversHash : text.coversBody
}

function fileParticulars(file: {
  name: string
  kind: string
  size: number
  sha256: string
}): [string, string][] {
  return [
    [messages().proof.file, messages().proof.fileOf(file.name, file.kind, file.size)],
    [messages().proof.fileHash, file.sha256],
  ]
}

function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

function given(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}
