import { plural } from '../plural.ts'

type ProofOutcome = 'received' | 'refused' | 'not_received' | 'unknown'

const OUTCOMES: Record<ProofOutcome, string> = {
  received: 'received by the funding partner',
  refused: 'rejected by the funding partner',
  not_received: 'not received',
  unknown: 'unconfirmed: no response arrived',
}

/** Texts of the proof of submission around the hashed and signed facts. */
export const proof = {
  device: 'Device',
  deviceUnknown: 'unknown: the keychain did not provide a key',
  entryHash: 'Entry hash',
  applicationSent: 'Application sent',
  sentHash: 'SHA-256 of the sent data',
  reason: 'Reason',
  applicationAnswered: (outcome: ProofOutcome) => `Application ${OUTCOMES[outcome]}`,
  applicationResolved: (arrived: boolean): string =>
    arrived
      ? 'The broker confirmed that the application was received'
      : 'The broker confirmed that the application was not received',
  applicationFound: 'Application found at the funding partner',
  how: 'Evidence',
  documentFound: 'Document found at the funding partner',
  documentSent: 'Document sent',
  documentAnswered: (outcome: ProofOutcome) => `Document ${OUTCOMES[outcome]}`,
  documentId: 'Document ID',
  documentResolved: (arrived: boolean): string =>
    arrived
      ? 'The broker confirmed that the document was received'
      : 'The broker confirmed that the document was not received',
  acceptanceSent: 'Offer acceptance sent',
  acceptanceAnswered: (outcome: ProofOutcome) => `Offer acceptance ${OUTCOMES[outcome]}`,
  acceptanceFound: 'Offer found accepted at the funding partner',
  acceptanceResolved: (accepted: boolean): string =>
    accepted
      ? 'The broker confirmed that the offer acceptance was received'
      : 'The broker confirmed that the offer acceptance was not received',
  offer: 'Offer',
  amount: 'Amount',
  continued: 'Continued on another device, or after its key was created',
  event: (status: string) => `Funding partner event: ${status}`,
  eventId: 'Event ID',
  saidAt: 'Reported by the funding partner at',
  eventBodyHash: 'SHA-256 of the event body',
  signature: 'Signature',
  coversBody: 'covers this body; verify it with the published keys',
  coversHash:
    'covers a body with this hash; the proof does not include the body, so status and IDs cannot be verified',
  notCovered: 'the funding partner’s signature does not cover this event',
  fileOf: (name: string, kind: string, size: number) =>
    `${name} (${kind}, ${plural(size, '1 byte', (n) => `${n} bytes`)})`,
  file: 'File',
  fileHash: 'SHA-256 of the file',
  titleOf: (name: string) => `Proof of submission: ${name}`,
  attachment: 'Proof data for npm run verify-proof',
  title: 'Proof of submission',
  applicant: 'Applicant',
  notNamed: 'no name',
  reference: 'Reference',
  noneYet: 'none yet',
  environment: 'Environment',
  madeAt: 'Created at',
  fingerprint: 'Device fingerprint',
  lastHash: 'Last entry hash',
  whatItShows: 'What this proof shows and does not show',
  shows:
    'It shows what the broker’s computer recorded, and that no entry was edited, removed, or moved after it was signed. For events whose signature covers the body, it also shows that the funding partner signed that exact status, IDs, and time.',
  doesNotShow:
    'It does not show that the computer’s records are true or complete. The owner can omit entries or write others and sign them again. The broker’s own statements, entry times, and events that the funding partner’s signature does not cover depend on the broker alone.',
  howToCheck: 'How to verify this proof',
  footer: (entries: number, device: string) =>
    `Funding Desk · ${plural(entries, '1 entry', (n) => `${n} entries`)} · device ${device}`,
  chained:
    'Each entry includes the hash of the previous entry (SHA-256 over canonical JSON, RFC 8785), and the device signed the last one (Ed25519). An edited, removed, moved, or cut-off entry can therefore be detected. The proof data is attached to this document as proof.json.',
  verify:
    'Save the attachment and run "npm run verify-proof -- proof.json" from the Funding Desk source; the app is not required. Compare the device fingerprint with one that the broker gave you separately: add "--fingerprint" and the fingerprint. Add the funding partner’s published keys ("--jwks FILE") to verify events against the funding partner’s signatures.',
  page: (place: string, of: string) => `Page ${place} of ${of}`,
  fileName: (name: string, day: string) => `Proof of submission ${name} ${day}`,
}
