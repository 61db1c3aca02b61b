import { plural } from '../plural.ts'

function ordinal(position: number): string {
  const tens = position % 100
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th')
  return `${position}${suffix}`
}

export const submission = {
  strip: 'Submission',
  sending: 'Sending…',
  sendsIn: (seconds: number) => `Sends in ${seconds} s`,
  sendNow: 'Send now',
  tryNow: 'Try now',
  openSettings: 'Open Settings',
  cancelSubmission: 'Take it back',
  cancelled: 'Taken back. Nothing was sent.',
  sendsSoon: (name: string) => `${name || 'The application'} goes out in a moment.`,
  place: (position: number) => (position === 1 ? 'next in line' : `${ordinal(position)} in line`),
  needsYou: (place: string) => `Waiting for you, ${place}`,
  isQueued: (place: string) => `In line, ${place}`,
  waitsForConnection: (place: string) => `Waiting for the connection, ${place}`,
  nextTry: (seconds: number) => ` · next try in ${seconds} s`,
  dialog: {
    title: 'Submit this application?',
    asksFor: 'asks for',
    goesTo: (address: string) => `The application goes to ${address}`,
    documents: (count: number) =>
      count === 0
        ? ', then no documents, since none are attached.'
        : plural(
            count,
            ', then 1 document, each by itself.',
            (many) => `, then ${many} documents, each by itself.`,
          ),
    undo: (seconds: number) => ` You can undo it for ${seconds} seconds.`,
    missing: 'Packages without these are commonly sent back',
    toChecklist: 'Go to the checklist',
    duplicates: 'This client went out already',
    sameContent: 'the very same application',
    sameEin: 'the same EIN',
    inBin: '(in the bin)',
    noName: 'No name',
    submitAnyway: 'I know. Submit this one nevertheless.',
    notYet: 'Not yet',
    submit: 'Submit',
  },
  unknown: {
    wasReceived: 'It is there',
    wasReceivedApplication:
      'The deal goes on under this application id: its documents are sent, its news is shown here.',
    wasReceivedDocument: 'It counts as received and is not sent again.',
    applicationId: 'Application id',
    applicationIdHint: 'The funding partner can tell it to you.',
    confirmReceived: 'It arrived',
    wasNotReceived: 'It is not there',
    wasNotReceivedApplication:
      'The application can be sent again. If it did arrive after all, the funding partner will have it twice, so ask before you choose this.',
    wasNotReceivedDocument:
      'The document can be sent again. If it did arrive after all, the funding partner will have it twice, so ask before you choose this.',
    confirmNotReceived: 'It did not arrive',
    searching: 'The app is looking for it at the service.',
    known: 'What is known',
    itsId: (application_id: string) => ` Its id is ${application_id}.`,
    searched: (when: string) => `Looked for on ${when}; it is looked for again by itself.`,
  },
  firstReal: {
    title: 'This is a real application',
    body: 'You work in production now. The application goes to the funding partner for review, and the merchant’s data and documents with it. Nothing of this is a test.',
    many: {
      title: 'These are real applications',
      body: 'You work in production now. The applications go to the funding partner for review, and the merchants’ data and documents with them. Nothing of this is a test.',
      applications: 'Applications',
      known: 'I know: these are real, and the merchants have agreed to it.',
    },
    merchant: 'Merchant',
    amount: 'Amount',
    goesTo: 'Goes to',
    known: 'I know: this is real, and the merchant has agreed to it.',
    once: 'Asked once for this address and these credentials.',
    notYet: 'Not yet',
    submit: 'Submit for real',
    notConfirmed: 'Nobody has confirmed yet that applications here are real.',
    changed:
      'The address or the credentials changed since this was submitted, and nobody has confirmed yet that applications which go there are real.',
    changedAdvice:
      'Confirm it, and all that waits goes out. Or enter the former address and credentials again.',
    confirm: 'Confirm…',
    anotherHost: (host: string, shown: string) =>
      `Applications go to ${host} by now, and no longer to ${shown}, which you were asked about.`,
    anotherHostAdvice: 'Nothing was confirmed. Do it again: you are then asked about the present address.',
    notConfirmedAdvice: 'Open the deal, press Submit and confirm it there; after that it is not asked again.',
  },
}
