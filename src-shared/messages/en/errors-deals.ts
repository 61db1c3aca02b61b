import { plural } from '../plural.ts'

/** Why something cannot be done with a deal, its draft, its submission or its documents. */
export const errorsDeals = {
  isQueued: (isApplication: boolean): string =>
    isApplication ? 'This application waits in line to be sent.' : 'This document waits in line to be sent.',
  cancelFirst: 'Take it back first.',
  alreadySent: (isApplication: boolean): string =>
    isApplication
      ? 'This application has left already; its answer has not come yet.'
      : 'This document has left already; its answer has not come yet.',
  waitForEnd: 'Wait until it has come to an end.',
  notKnown: (isApplication: boolean): string =>
    isApplication
      ? 'It is not known whether the service received this application.'
      : 'It is not known whether the service received this document.',
  confirmDeliveryToAvoidDuplicate: 'Say first what became of it, so that it is not sent twice.',
  alreadyReceived: (isApplication: boolean): string =>
    isApplication ? 'The service has this application already.' : 'The service has this document already.',
  sendMoreDocuments: 'Send further documents from the deal.',
  sendingCancelled: 'You cancelled the sending.',
  notBeingSent: (isApplication: boolean): string =>
    isApplication ? 'This application is not on its way.' : 'This document is not on its way.',
  openAndSee: 'Open the deal again to see where it stands.',
  appEnded: (isApplication: boolean): string =>
    isApplication
      ? 'The app ended while this application was being sent.'
      : 'The app ended while this document was being sent.',
  queuedAtBackup: (isApplication: boolean): string =>
    isApplication
      ? 'This application waited in line when the backup was made. It may have been sent since.'
      : 'This document waited in line when the backup was made. It may have been sent since.',
  searchedNotResent: 'It is looked for at the service, and never sent again by itself.',
  applicationQueued: 'This application waits in line to be sent.',
  beingSent: 'The application is being sent just now.',
  receivedNoChange: 'The service has received this application, so it can be changed no more.',
  applicationNotKnown: 'It is not known whether the service received this application.',
  notNow: 'This draft cannot be changed now.',
  confirmDelivery: 'Say first what became of it.',
  changeNotSaved: 'Your change was not kept.',
  nothingToShow: 'There is nothing to show in this field.',
  closeAndOpen: 'Close the deal and open it again.',
  noSuchField: 'A field was changed that this form does not have.',
  nothingTo: (what: 'undo' | 'redo'): string =>
    what === 'undo' ? 'There is nothing to undo in this draft.' : 'There is nothing to redo in this draft.',
  nothingChanged: 'Nothing was changed.',
  notAtService: 'The service does not have this application yet.',
  submitFirst: 'Submit it first.',
  fieldsNeed: (count: number) =>
    plural(count, 'One field needs attention.', (n) => `${n} fields need attention.`),
  completeAndSubmit: 'Complete the marked fields and submit again.',
  orphansUnseen: (count: number) =>
    plural(
      count,
      'The form has changed, and 1 value that was typed has no place in it any more.',
      (n) => `The form has changed, and ${n} values that were typed have no place in it any more.`,
    ),
  openAndSubmit: 'Open the deal and look at them, then submit it.',
  duplicateSent: 'Another deal of the same client went out, or is about to.',
  lookAtDuplicate: 'Look at it first. You can submit this one nevertheless.',
  submitApplicationFirst: 'Submit the application first.',
  idMissing: 'The application_id is missing.',
  askForId: 'Ask the funding partner for it and enter it here.',
  idOfOther: (name: string) => `This application_id belongs to another deal, ${name}.`,
  idTaken: 'This application_id belongs to another deal.',
  idOfDeleted: 'This application_id belonged to a deal that was deleted for good.',
  idDeletedAnswered: (application_id: string) =>
    `The service answered with the application_id ${application_id}, which belonged to a deal that was deleted for good.`,
  idTakenAnswered: (application_id: string, name: string) =>
    `The service answered with the application_id ${application_id}, which already belongs to another deal, ${name}.`,
  idTakenAdvice:
    'No document was uploaded. Ask the funding partner which application belongs to this deal, then choose below.',
  idWithdrawn: (application_id: string, name: string) =>
    `Two deals carried the application_id ${application_id}. It stays with the one that was submitted first, ${name}.`,
  idWithdrawnAdvice:
    'Documents of this deal may have gone to that application. Ask the funding partner which application belongs to this deal, then choose below.',
  askForThisId: 'Ask the funding partner for the id of this one.',
  leftQueue: 'This document left the queue without being sent.',
  failedWhileSending: 'Something went wrong in the app while this was sent.',
  askPartner: 'Ask the funding partner before you send it again.',
  unnamedDeal: 'a deal without a name',
  nothingSent: 'Nothing of this deal was sent yet.',
  submitForProof: 'Submit it first; then there is a proof.',
  entryChanged: (entry: number) => `Entry ${entry} of this proof is not as it was written.`,
  restoreBefore: 'Restore a backup from before the damage. The deal itself is not affected.',
  kindUnknown: 'This kind of document is not in the profile.',
  chooseOfList: 'Choose one of the list.',
  documentQueued: 'This document waits in line to be sent.',
  documentAlreadySent: 'This document has left this computer already.',
  attachAnother: 'Attach another file if something is wrong with it.',
  offerGone: 'This offer is not there any more.',
  offersGone: 'These offers are not there any more.',
  offerUnknown: 'The service does not know this offer.',
  offerExpired: 'This offer has expired.',
  offerClosed: 'This offer does not stand any more.',
  askForNewOffer: 'Ask the funding partner for a new one.',
  refreshOffers: 'Read the offers again.',
  offerAccepted: 'An offer of this deal was accepted already.',
  acceptanceKnown: 'What became of this acceptance is known by now.',
  acceptanceUnknown: 'It is not known whether the service received an acceptance.',
  offersShowSoon: 'Read the offers again in a minute: they show what became of it.',
  notFunded: 'This deal was not funded, or is not here any more.',
  lookInPipeline: 'Look for it in the pipeline.',
  creditBoxUnreadable: 'The credit box that you saved cannot be read by this version of the app.',
  enterCreditBoxAgain: 'Go to Settings and set it anew.',
  checklistItemGone: 'This line is not on the checklist any more.',
  chooseAnother: 'Choose another one.',
}
