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
  noteNotAdded: 'A note was begun and not added.',
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
  lastConfirmed: (status: string) =>
    `The funding partner has not confirmed this. What is certain: ${status}.`,
  verified: {
    body: {
      label: 'Verified',
      words: 'The signature is genuine and belongs to exactly these words.',
    },
    hint: {
      label: 'Unconfirmed',
      words:
        'The funding partner’s signature is genuine, but does not cover this text. The funding partner has not confirmed it, so it changed nothing.',
    },
    contradicted: {
      label: 'Not confirmed',
      words:
        'The funding partner’s signature is genuine, but does not cover this text. When asked, the funding partner said something else, so it changed nothing.',
    },
    superseded: {
      label: 'Out of date',
      words:
        'The funding partner’s signature is genuine, but does not cover this text. Newer information came before it was confirmed, so it changed nothing.',
    },
    confirmed: {
      label: 'Confirmed',
      words: 'The sender’s signature is genuine, and the service said the same when it was asked.',
    },
  },
}
