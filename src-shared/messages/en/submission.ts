import { plural } from '../plural.ts'

export const submission = {
  strip: 'Submission',
  sending: 'Sending…',
  sendsIn: (seconds: number) => `Sends in ${seconds} s`,
  sendNow: 'Send now',
  tryNow: 'Try now',
  openSettings: 'Open Settings',
  cancelSubmission: 'Cancel submission',
  cancelled: 'Submission canceled. Nothing was sent.',
  sendsSoon: (name: string) => `${name || 'The application'} is sent in a moment.`,
  place: (position: number) => `position ${position}`,
  needsYou: (place: string) => `Needs you, ${place}`,
  isQueued: (place: string) => `Queued, ${place}`,
  waitsForConnection: (place: string) => `Waiting for connection, ${place}`,
  nextTry: (seconds: number) => ` · retry in ${seconds} s`,
  dialog: {
    title: 'Submit this application?',
    asksFor: 'is requesting',
    goesTo: (address: string) => `The application goes to ${address}`,
    documents: (count: number) =>
      count === 0
        ? ' with no documents attached.'
        : plural(
            count,
            ', followed by 1 document.',
            (many) => `, followed by ${many} documents, one at a time.`,
          ),
    undo: (seconds: number) => ` You can undo it for ${seconds} seconds.`,
    missing: 'These documents are missing. Packages without them are often returned',
    toChecklist: 'Go to checklist',
    duplicates: 'You already submitted this client',
    sameContent: 'identical application',
    sameEin: 'same EIN',
    inBin: '(in Trash)',
    noName: 'No name',
    submitAnyway: 'I understand. Submit anyway.',
    notYet: 'Not yet',
    submit: 'Submit',
  },
  unknown: {
    wasReceived: 'It was received',
    wasReceivedApplication:
      'The deal continues under this application ID. Its documents are sent, and its updates appear here.',
    wasReceivedDocument: 'The document is marked as received and is not sent again.',
    applicationId: 'Application ID',
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
    notYet: 'Not yet',
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
