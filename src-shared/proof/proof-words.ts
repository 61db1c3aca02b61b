import type { ProofEntry, ProofFact } from './proof-entry.ts'
import { spokenEvidence } from '../domain/evidence-words.ts'
import { statusLabel } from '../domain/status-labels.ts'
import { words } from '../messages/messages.ts'

/** An entry in words: what happened, and its particulars with their names. */
export interface ProofWords {
  title: string
  particulars: [name: string, value: string][]
}

/** `signer` is the device that signed the proof: an entry of the same one need not say so again. */
export function describeEntry({ fact, device, hash }: ProofEntry, signer: string): ProofWords {
  const { title, particulars } = describeFact(fact)
  return {
    title,
    particulars: [
      ...particulars,
      ...(device === signer ? [] : given(words().proof.device, device ?? words().proof.deviceUnknown)),
      [words().proof.entryHash, hash],
    ],
  }
}

function describeFact(fact: ProofFact): ProofWords {
  switch (fact.what) {
    case 'application_sent':
      return {
        title: words().proof.applicationSent,
        particulars: [[words().proof.sentHash, fact.payload_sha256]],
      }
    case 'application_answered':
      return {
        title: words().proof.applicationAnswered(fact.outcome),
        particulars: [
          ...given('application_id', fact.application_id),
          ...given(words().proof.reason, fact.code),
        ],
      }
    case 'application_resolved':
      return {
        title: words().proof.applicationResolved(fact.arrived),
        particulars: given('application_id', fact.application_id),
      }
    case 'application_found':
      return {
        title: words().proof.applicationFound,
        particulars: [
          ['application_id', fact.application_id],
          [words().proof.how, spokenEvidence(fact.words)],
        ],
      }
    case 'document_found':
      return {
        title: words().proof.documentFound,
        particulars: [...fileParticulars(fact.file), [words().proof.how, spokenEvidence(fact.words)]],
      }
    case 'document_sent':
      return { title: words().proof.documentSent, particulars: fileParticulars(fact.file) }
    case 'document_answered':
      return {
        title: words().proof.documentAnswered(fact.outcome),
        particulars: [
          ...fileParticulars(fact.file),
          ...given(words().proof.documentId, fact.partner_document_id),
          ...given(words().proof.reason, fact.code),
        ],
      }
    case 'document_resolved':
      return {
        title: words().proof.documentResolved(fact.arrived),
        particulars: fileParticulars(fact.file),
      }
    case 'offer_accept_sent':
      return {
        title: words().proof.acceptanceSent,
        particulars: [
          [words().proof.offer, fact.offer_id],
          ...given(words().proof.amount, fact.amount_cents === null ? null : dollars(fact.amount_cents)),
        ],
      }
    case 'offer_accept_answered':
      return {
        title: words().proof.acceptanceAnswered(fact.outcome),
        particulars: [[words().proof.offer, fact.offer_id], ...given(words().proof.reason, fact.code)],
      }
    case 'offer_accept_found':
      return {
        title: words().proof.acceptanceFound,
        particulars: [
          [words().proof.offer, fact.offer_id],
          [words().proof.how, fact.words],
        ],
      }
    case 'offer_accept_resolved':
      return {
        title: words().proof.acceptanceResolved(fact.accepted),
        particulars: [[words().proof.offer, fact.offer_id]],
      }
    case 'continued':
      return { title: words().proof.continued, particulars: [] }
    case 'event':
      return {
        title: words().proof.event(statusLabel(fact.status)),
        particulars: [
          [words().proof.eventId, fact.event_id],
          ['application_id', fact.application_id],
          [words().proof.saidAt, fact.timestamp],
          [words().proof.eventBodyHash, fact.body_sha256],
          [words().proof.signature, coverage(fact)],
        ],
      }
  }
}

/** What the partner's signature covers. Whether it is genuine, only a check with the partner's keys can tell. */
function coverage({ verification, body }: Extract<ProofFact, { what: 'event' }>): string {
  const text = words().proof
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
    [words().proof.file, words().proof.fileOf(file.name, file.kind, file.size)],
    [words().proof.fileHash, file.sha256],
  ]
}

function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

function given(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}
