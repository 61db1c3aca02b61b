export const timeline = {
  title: 'Timeline',
  filters: 'Timeline filter',
  filter: { all: 'All', partner: 'Funding partner', mine: 'Mine', documents: 'Documents' },
  nothing: 'No entries of this type yet.',
  earlier: 'Show earlier entries',
  today: 'Today',
  yesterday: 'Yesterday',
  note: 'Note',
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
  savedAs: (name: string) => `Saved as ${name}`,
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
