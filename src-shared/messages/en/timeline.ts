export const timeline = {
  title: 'Timeline',
  filters: 'What the timeline shows',
  filter: { all: 'All', partner: 'Funding partner', mine: 'Mine', documents: 'Documents' },
  nothing: 'Nothing of this kind yet.',
  earlier: 'Show earlier lines',
  today: 'Today',
  yesterday: 'Yesterday',
  note: 'Note',
  noteHint: 'Add a note. Only you see it; search finds it.',
  noteStays: 'A note stays on the timeline.',
  addNote: 'Add note',
  writeNote: 'Write a note',
  correct: 'Correct',
  correctNote: (note: string) => `Correct the note “${note}”`,
  correction: (when: string) => `Correction to my note of ${when}: `,
  proof: 'Proof',
  proofHint: 'Save a record of what was sent, and what the service answered',
  proofPdf: 'Save as PDF',
  proofPdfHint: 'To read and to hand on',
  proofJson: 'Save as JSON',
  proofJsonHint: 'For a program that checks it',
  savedAs: (name: string) => `Saved as ${name}`,
  verified: {
    body: {
      label: 'Verified',
      words: 'The signature is genuine and belongs to exactly these words.',
    },
    hint: {
      label: 'Signed hint',
      words:
        'The sender’s signature is genuine, but does not say to which words it belongs. The service has not confirmed them yet, so nothing is sent or changed because of them.',
    },
    confirmed: {
      label: 'Confirmed',
      words: 'The sender’s signature is genuine, and the service said the same when it was asked.',
    },
  },
}
