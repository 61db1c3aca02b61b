import { plural } from '../plural.ts'

type ProofOutcome = 'received' | 'refused' | 'not_received' | 'unknown'

const OUTCOMES: Record<ProofOutcome, string> = {
  received: 'received by the service',
  refused: 'refused by the service',
  not_received: 'not received',
  unknown: 'without an answer: nobody knows whether it arrived',
}

/** The proof of submission in words: what it says around the facts that are hashed and signed. */
export const proof = {
  device: 'Device',
  deviceUnknown: 'not known: its keychain gave no key',
  entryHash: 'Hash of this entry',
  applicationSent: 'Application sent',
  sentHash: 'SHA-256 of what was sent',
  reason: 'Reason',
  applicationAnswered: (outcome: ProofOutcome) => `Application ${OUTCOMES[outcome]}`,
  applicationResolved: (arrived: boolean): string =>
    arrived
      ? 'The broker said that the application arrived'
      : 'The broker said that the application did not arrive',
  applicationFound: 'Application found at the service',
  how: 'How',
  documentFound: 'Document found at the service',
  documentSent: 'Document sent',
  documentAnswered: (outcome: ProofOutcome) => `Document ${OUTCOMES[outcome]}`,
  documentId: 'Document id',
  documentResolved: (arrived: boolean): string =>
    arrived
      ? 'The broker said that the document arrived'
      : 'The broker said that the document did not arrive',
  acceptanceSent: 'Acceptance of an offer sent',
  acceptanceAnswered: (outcome: ProofOutcome) => `Acceptance of an offer ${OUTCOMES[outcome]}`,
  acceptanceFound: 'Offer found accepted at the service',
  acceptanceResolved: (accepted: boolean): string =>
    accepted
      ? 'The broker said that the acceptance of an offer arrived'
      : 'The broker said that the acceptance of an offer did not arrive',
  offer: 'Offer',
  amount: 'Amount',
  continued: 'Continued by another device, or after its key was made',
  event: (status: string) => `Event of the service: ${status}`,
  eventId: 'Event id',
  saidAt: 'Said by the service at',
  eventBodyHash: 'SHA-256 of its body',
  signature: 'Signature',
  coversBody: 'covers this body; check it with the published keys',
  coversHash:
    'covers a body with this hash; the proof does not hold the body, so status and ids cannot be checked',
  notCovered: 'this event is not covered by the partner’s signature',
  fileOf: (name: string, kind: string, size: number) =>
    `${name} (${kind}, ${plural(size, '1 byte', (n) => `${n} bytes`)})`,
  file: 'File',
  fileHash: 'SHA-256 of the file',
  titleOf: (name: string) => `Proof of submission: ${name}`,
  attachment: 'The proof itself, for npm run verify-proof',
  title: 'Proof of submission',
  applicant: 'Applicant',
  notNamed: 'not named',
  reference: 'Reference',
  noneYet: 'none yet',
  environment: 'Environment',
  madeAt: 'Made at',
  fingerprint: 'Device fingerprint',
  lastHash: 'Hash of the last entry',
  whatItShows: 'What this proof shows, and what it does not',
  shows:
    'It shows what the broker’s computer recorded, and that nobody edited, removed or moved an entry after it was signed. Of events whose signature covers the body, it also shows that the funding partner signed exactly that: status, ids and time.',
  doesNotShow:
    'It does not show that the computer recorded the truth, or everything. Its owner can leave entries out or write others, and sign them anew. The broker’s own words, the times of entries, and events that are not covered by the partner’s signature rest on the broker alone.',
  howToCheck: 'How to check this proof',
  lettersReplaced:
    'Letters that this document cannot show are written by their number, such as [U+4E2D]. The attached proof holds the names as they are.',
  footer: (entries: number, device: string) =>
    `Funding Desk · ${plural(entries, '1 entry', (n) => `${n} entries`)} · device ${device}`,
  chained:
    'Each entry holds the hash of the one before it (SHA-256 over canonical JSON, RFC 8785), and the device signed the last one (Ed25519). So no entry can be edited, removed, moved or cut off without its being seen. The proof itself is attached to this document as proof.json.',
  verify:
    'Save the attachment and run "npm run verify-proof -- proof.json" from the source of Funding Desk; the app is not needed. Compare the device fingerprint with one that the broker told you on another way: add "--fingerprint" and the fingerprint. Add the partner’s published keys ("--jwks FILE"): only then are the events checked against the partner’s signatures.',
  page: (place: number, of: number) => `Page ${place} of ${of}`,
  fileName: (name: string, day: string) => `Proof of submission ${name} ${day}`,
}
