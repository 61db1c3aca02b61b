import { formatMoney } from '../../platform/entry/money.ts'
import { date, dueText, plural } from '../../platform/texts/plural.ts'

export const timeline = {
  filters: 'Timeline filter',
  filter: { all: 'All', partner: 'Funding partner', mine: 'Mine', documents: 'Documents' },
  nothing: 'No entries of this type yet.',
  earlier: 'Show earlier entries',
  yesterday: 'Yesterday',
  noteHint: 'Add a note. Only you can see it. Search includes notes.',
  noteNotAdded: 'You started a note and did not add it.',
  noteStays: 'Notes stay on the timeline.',
  addNote: 'Add note',
  writeNote: 'Write a note',
  correct: 'Correct',
  correctNote: (note: string) => `Correct the note “${note}”`,
  correction: (when: string) => `Correction to my note of ${when}: `,
  proof: 'Proof',
  proofHint: 'Save a record of what you sent and how the funding partner responded',
  proofPdf: 'Save as PDF',
  proofPdfHint: 'To read or share',
  proofJson: 'Save as JSON',
  proofJsonHint: 'For automated verification',
  lastConfirmed: (status: string) =>
    `The funding partner has not confirmed this. Last confirmed status: ${status}.`,
  verified: {
    body: {
      label: 'Verified',
      words: 'The funding partner’s signature is valid and covers this exact text.',
    },
    hint: {
      label: 'Unconfirmed',
      words:
        'The funding partner’s signature is valid but does not cover this text. The funding partner has not confirmed it, so nothing was changed.',
    },
    contradicted: {
      label: 'Not confirmed',
      words:
        'The funding partner’s signature is valid but does not cover this text. The funding partner later reported something else, so nothing was changed.',
    },
    superseded: {
      label: 'Out of date',
      words:
        'The funding partner’s signature is valid but does not cover this text. Newer information arrived before it was confirmed, so nothing was changed.',
    },
    confirmed: {
      label: 'Confirmed',
      words: 'The sender’s signature is valid, and the funding partner confirmed this when asked.',
    },
  },
}

export const history = {
  submitted: 'Application submitted',
  queued: 'It is queued.',
  knownOnSubmission: 'Known to the app at that time:',
  cancelled: 'You canceled the submission',
  nothingSent: 'Nothing was sent.',
  sent: 'Application sent',
  bodyHash: (hash: string) => `SHA-256 of the body ${hash}`,
  received: 'The funding partner received the application',
  applicationId: (application_id: string) => `Application ID ${application_id}`,
  requeued: 'The application was not received. It is queued again',
  refused: 'The funding partner rejected the application',
  notReceived: 'The application was not received',
  unknown: 'Delivery of the application is unconfirmed',
  idRepeated: 'The funding partner gave another deal the ID of this application',
  idRepeatedFor: (name: string) => `The other deal is ${name}. None of its documents were uploaded here.`,
  found: 'The application was found at the funding partner',
  confirmedReceived: 'You confirmed that the application was received',
  confirmedNotReceived: 'You confirmed that the application was not received',
  canBeSentAgain: 'You can send it again.',
  documentQueued: (name: string) => `${name} queued`,
  documentCancelled: (name: string) => `You canceled sending ${name}`,
  wasNotReceived: 'It was not received.',
  documentSent: (name: string) => `${name} sent`,
  asKind: (kind: string, hash: string) => `As ${kind}, SHA-256 ${hash}`,
  documentReceived: (name: string) => `The funding partner received ${name}`,
  documentRequeued: (name: string) => `${name} was not received. It is queued again`,
  documentRefused: (name: string) => `The funding partner rejected ${name}`,
  documentNotReceived: (name: string) => `${name} was not received`,
  documentUnknown: (name: string) => `Delivery of ${name} is unconfirmed`,
  documentFound: (name: string) => `${name} was found at the funding partner`,
  documentConfirmedReceived: (name: string) => `You confirmed that ${name} was received`,
  documentConfirmedNotReceived: (name: string) => `You confirmed that ${name} was not received`,
  noApplicationList: 'The funding partner does not provide a list of applications.',
  noReference:
    'This deal has no reference of yours, so the funding partner cannot distinguish it from others.',
  noUnknownUpdates: 'No update arrived for an application that is not in this app.',
  idOfHolder: (application_id: string, name: string) =>
    `The funding partner lists application ${application_id} with your reference, but another deal here has that ID: ${name}.`,
  idOfDeleted: (application_id: string) =>
    `The funding partner lists application ${application_id} with your reference, but that ID belonged to a deal that was deleted permanently.`,
  noDocumentList: 'The funding partner does not provide a list of documents.',
  listNotWhole:
    'The funding partner’s list was incomplete or unreadable, so an item it does not show may still exist.',
  addressChanged:
    'The address or credentials changed after it was sent. It may exist at the previous address and not be shown here.',
  notAsked: (why: string) => `The funding partner could not be asked. ${why}`,
  attached: (name: string) => `${name} attached`,
  unlocked: (name: string) => `${name} attached, with an unlocked copy`,
  convertedFrom: (name: string, photo: string) => `${name} attached, converted from the photo ${photo}`,
  madeOf: (name: string, sources: string) => `${name} created from ${sources}`,
  removed: (name: string) => `${name} removed`,
  restored: (name: string) => `${name} restored`,
  /** Files that left the app. The app knows that the broker handed them out, but not whether they arrived anywhere. */
  handedOut: {
    dragged: (count: number) =>
      plural(count, '1 file handed out by dragging', (n) => `${n} files handed out by dragging`),
    copied: (count: number) =>
      plural(count, '1 file handed out by copying', (n) => `${n} files handed out by copying`),
    saved: (count: number) =>
      plural(count, '1 file saved to a folder', (n) => `${n} files saved to a folder`),
    package_dragged: 'Package handed out by dragging',
    package_saved: 'Package saved',
    statements_saved: 'Bank transactions exported',
    summary_saved: 'Bank statement summary saved',
    summary_printed: 'Bank statement summary printed',
    file: (name: string, original: string) => (name === original ? name : `${name} (${original})`),
    others: (count: number) => plural(count, '1 more', (n) => `${n} more`),
    unknownTarget: 'The app cannot see where they went.',
    withSensitive: 'With SSN and EIN.',
  },
  messageCopied: (name: string) => `Message “${name}” copied`,
  messageOpened: (name: string) => `Message “${name}” opened in the mail program`,
  messageFate: 'The app cannot see whether it was sent.',
  messageOffers: (offers: string) => `With figures of ${offers}.`,
  draftStarted: 'Draft started',
  copiedFrom: (name: string) => `Copied from ${name || 'another draft'}`,
  filledFrom: (file: string, row: number) => `Empty fields filled from ${file}, row ${row}`,
  importedFrom: (file: string, row: number) => `Imported from ${file}, row ${row}`,
  note: 'Note',
  formChanged: (from: number, to: number) => `The form changed from version ${from} to version ${to}`,
  everyValueFits: 'Every value still has a field.',
  valuesOrphaned: (count: number) =>
    plural(count, '1 value has no field in the form.', (n) => `${n} values have no field in the form.`),
  rowAdded: (list: string) => `${list}: row added`,
  rowRemoved: (list: string, row: number) => `${list}: row ${row} removed`,
  valuesFilledIn: (count: number) => plural(count, '1 value filled in', (many) => `${many} values filled in`),
  valueRemoved: (label: string) => `${label} removed`,
  lateOffer: 'This offer came after the deal was funded, so the deal stays funded.',
  outOfOrder: 'It arrived after a newer update, so the status did not change.',
  followUpSet: (when: string) => `Reminder set for ${dueText(when)}, if nothing comes by`,
  followUpRestored: (when: string) => `Reminder restored: ${dueText(when)}`,
  followUpDue: 'Reminder: nothing had come by',
  followUpDone: 'You followed up',
  followUpRemoved: 'Reminder removed',
  followUpResolved: 'Reminder ended: news came',
  unnamedDeal: 'An unnamed deal',
  away: 'This computer may have missed notifications: it was offline for too long, or the relay lost some.',
  cannotAsk: (away: string) =>
    `${away} The app cannot ask this funding partner about missed updates. Check your open deals with the funding partner.`,
  askedAll: (away: string, news: number) =>
    `${away} The app asked the funding partner about every open deal. ${news === 0 ? 'Nothing had changed.' : plural(news, '1 deal had an update.', (n) => `${n} deals had updates.`)}`,
  offerOf: (cents: number) => `Offer of ${formatMoney(cents)}`,
  offerAt: (number: number, cents: number) => `Offer ${number} of ${formatMoney(cents)}`,
  offerSent: 'Offer sent to the merchant',
  offerNotSent: 'Note removed: offer sent to the merchant',
  sentOn: (how: string, day: string) => (how === '' ? date(day) : `${how}, ${date(day)}`),
  offerDeclined: 'The merchant declined the offer',
  offerNotDeclined: 'Note removed: the merchant declined the offer',
  acceptanceSent: 'Acceptance sent',
  offerAccepted: 'Offer accepted',
  listedAccepted: 'The funding partner lists it as accepted.',
  acceptanceUnanswered: 'Acceptance without a response',
  offerNotAccepted: 'Offer not accepted',
  confirmedByYou: 'Confirmed by you.',
  acceptanceNotShown: 'Accepted, but still listed as open',
  listedOpen:
    'The funding partner received the acceptance but still lists the offer as open. Ask the funding partner which is correct.',
  foundByPolling: 'Found by checking with the funding partner.',
  offersQuarantined: (count: number) => plural(count, 'Offer quarantined', (n) => `${n} offers quarantined`),
  offersElsewhere: (ids: string) =>
    `The funding partner listed ${ids} under this application, but another deal here already has it. Ask the funding partner which deal it belongs to.`,
  offersFound: (count: number, amounts_cents?: readonly number[]) => {
    const offers = [count > 1 && `${count} offers`, (amounts_cents ?? []).map(formatMoney).join(', ')]
    const found = offers.filter(Boolean).join(': ')
    return `${found && `${found}. `}Found by checking with the funding partner.`
  },
}
