import { plural } from '../plural.ts'

/** Reasons why an action on a deal, draft, submission, or document fails. */
export const errorsDeals = {
  isQueued: (isApplication: boolean): string =>
    isApplication ? 'This application is queued.' : 'This document is queued.',
  cancelFirst: 'Cancel it first.',
  alreadySent: (isApplication: boolean): string =>
    isApplication
      ? 'This application was already sent. There is no response yet.'
      : 'This document was already sent. There is no response yet.',
  waitForEnd: 'Wait until it is finished.',
  notKnown: (isApplication: boolean): string =>
    isApplication
      ? 'It is not confirmed whether the funding partner received this application.'
      : 'It is not confirmed whether the funding partner received this document.',
  confirmDeliveryToAvoidDuplicate: 'First confirm whether it was received, so that it is not sent twice.',
  alreadyReceived: (isApplication: boolean): string =>
    isApplication
      ? 'The funding partner already received this application.'
      : 'The funding partner already received this document.',
  sendMoreDocuments: 'Send more documents from the deal.',
  sendingCancelled: 'You canceled sending.',
  notBeingSent: (isApplication: boolean): string =>
    isApplication ? 'This application is not being sent.' : 'This document is not being sent.',
  openAndSee: 'Open the deal again to see its current state.',
  appEnded: (isApplication: boolean): string =>
    isApplication
      ? 'The app ended while this application was being sent.'
      : 'The app ended while this document was being sent.',
  queuedAtBackup: (isApplication: boolean): string =>
    isApplication
      ? 'This application was queued when the backup was created. It may have been sent since.'
      : 'This document was queued when the backup was created. It may have been sent since.',
  searchedNotResent: 'The app checks with the funding partner and never resends it automatically.',
  applicationQueued: 'This application is queued.',
  beingSent: 'The application is being sent right now.',
  receivedNoChange: 'The funding partner received this application, so you can no longer change it.',
  applicationNotKnown: 'It is not confirmed whether the funding partner received this application.',
  notNow: 'This draft cannot be changed now.',
  confirmDelivery: 'First confirm whether it was received.',
  changeNotSaved: 'Your change was not saved.',
  nothingToShow: 'This field is empty.',
  closeAndOpen: 'Close the deal and open it again.',
  noSuchField: 'The change was for a field that this form does not have.',
  nothingTo: (what: 'undo' | 'redo'): string =>
    what === 'undo' ? 'There is nothing to undo in this draft.' : 'There is nothing to redo in this draft.',
  nothingChanged: 'Nothing was changed.',
  notAtService: 'The funding partner has not received this application yet.',
  submitFirst: 'Submit it first.',
  fieldsNeed: (count: number) =>
    plural(count, '1 field needs attention.', (n) => `${n} fields need attention.`),
  completeAndSubmit: 'Complete the marked fields and submit again.',
  orphansUnseen: (count: number) =>
    plural(
      count,
      'The form changed, and 1 value you entered no longer has a field.',
      (n) => `The form changed, and ${n} values you entered no longer have a field.`,
    ),
  openAndSubmit: 'Open the deal and review them, then submit it.',
  duplicateSent: 'Another deal of the same client was submitted or is about to be.',
  lookAtDuplicate: 'Review it first. You can still submit this one.',
  submitApplicationFirst: 'Submit the application first.',
  idMissing: 'The application ID is missing.',
  askForId: 'Ask the funding partner for it and enter it here.',
  idOfOther: (name: string) => `This application ID belongs to another deal, ${name}.`,
  idTaken: 'This application ID belongs to another deal.',
  idOfDeleted: 'This application ID belonged to a deal that was deleted permanently.',
  idDeletedAnswered: (application_id: string) =>
    `The funding partner returned the application ID ${application_id}, which belonged to a deal that was deleted permanently.`,
  idTakenAnswered: (application_id: string, name: string) =>
    `The funding partner returned the application ID ${application_id}, which already belongs to another deal, ${name}.`,
  idTakenAdvice:
    'No documents were uploaded. Ask the funding partner which application belongs to this deal, then choose below.',
  idWithdrawn: (application_id: string, name: string) =>
    `Two deals had the application ID ${application_id}. It stays with the deal submitted first, ${name}.`,
  idWithdrawnAdvice:
    'Documents of this deal may have gone to that application. Ask the funding partner which application belongs to this deal, then choose below.',
  askForThisId: 'Ask the funding partner for the ID of this one.',
  leftQueue: 'This document left the queue without being sent.',
  failedWhileSending: 'Something went wrong in the app while this was being sent.',
  askPartner: 'Ask the funding partner before you send it again.',
  unnamedDeal: 'an unnamed deal',
  nothingSent: 'Nothing has been sent for this deal yet.',
  submitForProof: 'Submit it first to get a proof.',
  entryChanged: (entry: number) => `Entry ${entry} of this proof was changed after it was written.`,
  restoreBefore: 'Restore a backup from before the damage. The deal itself is not affected.',
  kindUnknown: 'This document type is not in the profile.',
  chooseOfList: 'Choose an option from the list.',
  documentQueued: 'This document is queued.',
  documentAlreadySent: 'This document was already sent.',
  attachAnother: 'Attach another file if this one is wrong.',
  offerGone: 'This offer no longer exists.',
  offersGone: 'These offers no longer exist.',
  offerUnknown: 'The funding partner does not know this offer.',
  offerExpired: 'This offer has expired.',
  offerClosed: 'This offer is no longer open.',
  askForNewOffer: 'Ask the funding partner for a new one.',
  refreshOffers: 'Refresh the offers.',
  offerAccepted: 'You already accepted an offer for this deal.',
  acceptanceKnown: 'The result of this acceptance is already known.',
  acceptanceUnknown: 'It is not confirmed whether the funding partner received an acceptance.',
  offersShowSoon: 'Refresh the offers in a minute to see the result.',
  notFunded: 'This deal was not funded or no longer exists here.',
  lookInPipeline: 'Look for it in Pipeline.',
  creditBoxUnreadable: 'This version of the app cannot read your saved funder criteria.',
  enterCreditBoxAgain: 'Go to Settings and enter them again.',
  checklistItemGone: 'This item is no longer on the checklist.',
  chooseAnother: 'Choose another one.',
}
