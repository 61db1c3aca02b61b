import { formatMoney } from '../../platform/entry/money.ts'
import { date, monthsText, plural } from '../../platform/texts/plural.ts'

export const submission = {
  strip: 'Submission',
  sending: 'Sending…',
  sendsIn: (seconds: number) => `Sends in ${seconds} s`,
  sendNow: 'Send now',
  tryNow: 'Try now',
  cancelSubmission: 'Cancel submission',
  cancelled: 'Submission canceled. Nothing was sent.',
  sendsSoon: (name: string) => `${name || 'The application'} is sent in a moment.`,
  place: (position: number) => `position ${position}`,
  needsYou: (place: string) => `Needs you, ${place}`,
  isQueued: (place: string) => `Queued, ${place}`,
  waitsForConnection: (place: string) => `Queued, ${place}. Sent as soon as the connection returns`,
  nextTry: (seconds: number) => ` · retry in ${seconds} s`,
  dialog: {
    title: 'Submit this application?',
    asksFor: 'is requesting',
    goesTo: (recipient: string) => `The application goes ${recipient}`,
    documents: (count: number) =>
      count === 0
        ? ' with no documents attached.'
        : plural(
            count,
            ', followed by 1 document.',
            (many) => `, followed by ${many} documents, one at a time.`,
          ),
    undo: (seconds: number) => ` You can undo it for ${seconds} seconds.`,
    notes: 'Check before you submit',
    showNote: (note: string) => `Show: ${note}`,
    duplicates: 'You already submitted this client',
    same: {
      content: 'identical application',
      ein: 'same EIN',
      name: 'same legal name, another EIN',
      owner: 'same SSN of an owner, another EIN',
    },
    inBin: '(in Trash)',
    submitAnyway: 'I understand. Submit anyway.',
    confirmFirst: 'Confirm first:',
    files: {
      of_other: {
        title: 'Files of another merchant',
        send: 'Send these files of another merchant anyway.',
      },
      unnamed: {
        title: 'Whose account these are is not confirmed',
        send: 'Send these files without this confirmation.',
      },
    },
  },
  /** What the app knows to be wrong or missing. Shown before the submission and kept in the timeline. */
  health: {
    missing: (label: string) => `${label} is missing`,
    missingDays: (label: string, months: readonly string[]) => `${label}: ${monthsText(months)} not covered`,
    kindUnconfirmed: (name: string, kind: string) => `${name}: confirm that this is “${kind}”`,
    otherHolder: ([name = '', ...more]: readonly string[], holder: string, merchant: string) =>
      holder === ''
        ? `${[name, ...more].join(', ')}: no name of the account’s holder was found`
        : plural(
            more.length + 1,
            `${name} is in the name of ${holder}, not ${merchant}`,
            () => `${name} and ${more.length} more are in the name of ${holder}, not ${merchant}`,
          ),
    otherMerchant: (name: string, other: string, merchant: string) =>
      `${name} names ${other}, not ${merchant}`,
    applicationSays: (name: string) => `The application ${name} says`,
    formSays: (label: string, printed: string, typed: string) =>
      `${label} ${printed}, the form says ${typed}`,
    alsoOf: ([name = '', ...more]: readonly string[], merchant: string) =>
      plural(
        more.length + 1,
        `${name} is also attached to a deal of ${merchant}`,
        () => `${name} and ${more.length} more are also attached to a deal of ${merchant}`,
      ),
    sentAnyway: ([name = '', ...more]: readonly string[], holder: string) =>
      plural(
        more.length + 1,
        `${name} of ${holder} is marked as not the merchant’s, but is sent with the application`,
        () =>
          `${name} and ${more.length} more of ${holder} are marked as not the merchant’s, but are sent with the application`,
      ),
    oldFile: (name: string, day: string) =>
      `${name} ends on ${date(day)}, and the months after it are missing`,
    old: (day: string) => `The newest statement ends on ${date(day)}, too old for this funding partner`,
    notRead: (name: string) => `${name} could not be read`,
    altered: (name: string) => `${name} shows signs of changes after it was made`,
    notVerified: (name: string) => `${name} is not verified`,
    positionMissing: (funder: string) => `${funder} takes payments, but is not among the existing positions`,
    revenue: (label: string, typed: number, verified: number) =>
      `${label}: the form says ${formatMoney(typed)}, the verified statements ${formatMoney(verified)}`,
  },
  unknown: {
    wasReceived: 'It was received',
    wasReceivedApplication:
      'The deal continues under this application ID. Its documents are sent, and its updates appear here.',
    wasReceivedDocument: 'The document is marked as received and is not sent again.',
    applicationIdHint: 'Ask the funding partner for it.',
    confirmReceived: 'Confirm received',
    wasNotReceived: 'It was not received',
    wasNotReceivedApplication:
      'You can send the application again. If it was received after all, the funding partner gets it twice. Ask before you choose this.',
    wasNotReceivedDocument:
      'You can send the document again. If it was received after all, the funding partner gets it twice. Ask before you choose this.',
    confirmNotReceived: 'Confirm not received',
    searching: 'The app is checking with the funding partner.',
    known: 'Known facts',
    itsId: (application_id: string) => ` Its ID is ${application_id}.`,
    searched: (when: string) => `Last checked ${when}. The app checks again automatically.`,
  },
  firstReal: {
    title: 'This is a real application',
    body: 'You are in production. The application goes to the funding partner for review with the merchant’s data and documents. This is not a test.',
    many: {
      title: 'These are real applications',
      body: 'You are in production. The applications go to the funding partner for review with the merchants’ data and documents. This is not a test.',
      applications: 'Applications',
      known: 'These applications are real, and the merchants agreed to submit them.',
    },
    merchant: 'Merchant',
    amount: 'Amount',
    goesTo: 'Goes to',
    known: 'This application is real, and the merchant agreed to submit it.',
    once: 'You confirm this once for this address and these credentials.',
    submit: 'Submit real application',
    notConfirmed: 'You have not confirmed yet that applications here are real.',
    changed:
      'The address or credentials changed after you submitted this. You have not confirmed that applications sent there are real.',
    changedAdvice:
      'Confirm to send everything that is waiting, or enter the previous address and credentials again.',
    confirm: 'Confirm…',
    anotherHost: (host: string, shown: string) =>
      `Applications now go to ${host}, not to ${shown}, which you confirmed.`,
    anotherHostAdvice: 'Your confirmation was not saved. Try again to confirm the current address.',
    notConfirmedAdvice: 'Open the deal, press Submit, and confirm. You are asked only once.',
  },
}

/**
 * Findings about a submission to which the partner did not respond. The vault stores them in English, because they are part of the proof of
 * submission, which third parties read.
 */
export const evidence = {
  referenceOtherName:
    'The funding partner has an application with your reference but under a different name.',
  reference: 'The funding partner has an application with your reference.',
  referenceOlder:
    'The funding partner has an application with your reference, but its date does not show that it arrived after this submission. This computer’s clock may be wrong, or it is an earlier application.',
  sharedReference:
    'The funding partner has an application with your reference, but several of your deals use it.',
  sameName: 'The funding partner has an application under the same business name.',
  documentNotListed: 'The funding partner’s document list for this application does not include this one.',
  documentListed: 'The funding partner lists a document with this name, type, and size.',
  documentAlike:
    'The funding partner lists a similar document, but another of your documents looks the same.',
  strayNews:
    'An update arrived for an application that is not in this app. It may be this one; the funding partner gave no further details.',
  notListed: 'The funding partner’s list shows no application with your reference.',
}

type ProofOutcome = 'received' | 'refused' | 'not_received' | 'unknown'

const OUTCOMES: Record<ProofOutcome, string> = {
  received: 'received by the funding partner',
  refused: 'rejected by the funding partner',
  not_received: 'not received',
  unknown: 'unconfirmed: no response arrived',
}

/** Texts that the printed proof of submission shows around its recorded facts. */
export const proof = {
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
  whatItShows: 'What this proof shows and does not show',
  shows:
    'It shows what the broker’s computer recorded: what was sent and when, with the SHA-256 of each file, and how the funding partner responded. For events whose signature covers the body, it also shows that the funding partner signed that exact status, IDs, and time. Anyone can verify these signatures.',
  doesNotShow:
    'It does not show that the computer’s records are true or complete. The computer’s owner can change, add, or omit entries. Only the funding partner’s signatures do not depend on the broker.',
  howToCheck: 'How to verify this proof',
  footer: (entries: number) => `Funding Desk · ${plural(entries, '1 entry', (n) => `${n} entries`)}`,
  verify:
    'The proof data is attached to this document as proof.json. Save it, and run "npm run verify-proof -- proof.json --jwks FILE" from the Funding Desk source; the app is not required. FILE contains the funding partner’s published keys. Get them from the funding partner, not from the broker. To compare files that you received with the recorded hashes, add their names after proof.json.',
  page: (place: string, of: string) => `Page ${place} of ${of}`,
  fileName: (name: string, day: string) => `Proof of submission ${name} ${day}`,
}
