import type { ProofEntry, ProofFact } from './proof-entry.ts'
import { statusLabel } from '../domain/status-labels.ts'

/** An entry in words: what happened, and its particulars with their names. */
export interface ProofWords {
  title: string
  particulars: [name: string, value: string][]
}

const OUTCOME_WORDS = {
  received: 'received by the service',
  refused: 'refused by the service',
  not_received: 'not received',
  unknown: 'without an answer: nobody knows whether it arrived',
} as const

/** `signer` is the device that signed the proof: an entry of the same one need not say so again. */
export function describeEntry({ fact, device, hash }: ProofEntry, signer: string): ProofWords {
  const { title, particulars } = describeFact(fact)
  return {
    title,
    particulars: [
      ...particulars,
      ...(device === signer ? [] : given('Device', device ?? 'not known: its keychain gave no key')),
      ['Hash of this entry', hash],
    ],
  }
}

function describeFact(fact: ProofFact): ProofWords {
  switch (fact.what) {
    case 'application_sent':
      return { title: 'Application sent', particulars: [['SHA-256 of what was sent', fact.payload_sha256]] }
    case 'application_answered':
      return {
        title: `Application ${OUTCOME_WORDS[fact.outcome]}`,
        particulars: [...given('application_id', fact.application_id), ...given('Reason', fact.code)],
      }
    case 'application_resolved':
      return {
        title: `The broker said that the application ${fact.arrived ? 'arrived' : 'did not arrive'}`,
        particulars: given('application_id', fact.application_id),
      }
    case 'application_found':
      return {
        title: 'Application found at the service',
        particulars: [
          ['application_id', fact.application_id],
          ['How', fact.words],
        ],
      }
    case 'document_found':
      return {
        title: 'Document found at the service',
        particulars: [...fileParticulars(fact.file), ['How', fact.words]],
      }
    case 'document_sent':
      return { title: 'Document sent', particulars: fileParticulars(fact.file) }
    case 'document_answered':
      return {
        title: `Document ${OUTCOME_WORDS[fact.outcome]}`,
        particulars: [
          ...fileParticulars(fact.file),
          ...given('Document id', fact.partner_document_id),
          ...given('Reason', fact.code),
        ],
      }
    case 'document_resolved':
      return {
        title: `The broker said that the document ${fact.arrived ? 'arrived' : 'did not arrive'}`,
        particulars: fileParticulars(fact.file),
      }
    case 'offer_accept_sent':
      return {
        title: 'Acceptance of an offer sent',
        particulars: [
          ['Offer', fact.offer_id],
          ...given('Amount', fact.amount_cents === null ? null : dollars(fact.amount_cents)),
        ],
      }
    case 'offer_accept_answered':
      return {
        title: `Acceptance of an offer ${OUTCOME_WORDS[fact.outcome]}`,
        particulars: [['Offer', fact.offer_id], ...given('Reason', fact.code)],
      }
    case 'offer_accept_found':
      return {
        title: 'Offer found accepted at the service',
        particulars: [
          ['Offer', fact.offer_id],
          ['How', fact.words],
        ],
      }
    case 'continued':
      return { title: 'Continued by another device, or after its key was made', particulars: [] }
    case 'event':
      return {
        title: `Event of the service: ${statusLabel(fact.status)}`,
        particulars: [
          ['Event id', fact.event_id],
          ['Said by the service at', fact.timestamp],
          ['SHA-256 of its body', fact.body_sha256],
          [
            'Signature',
            fact.verification === 'body'
              ? 'genuine, and made for exactly this body'
              : 'genuine; it does not say for which body',
          ],
        ],
      }
  }
}

function fileParticulars(file: {
  name: string
  kind: string
  size: number
  sha256: string
}): [string, string][] {
  return [
    ['File', `${file.name} (${file.kind}, ${file.size} bytes)`],
    ['SHA-256 of the file', file.sha256],
  ]
}

function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

function given(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}
