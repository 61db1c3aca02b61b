import { plural } from '../plural.ts'

/** Actions on several selected deals. */
export const selection = {
  bar: 'Selected deals',
  selected: (count: number) => plural(count, '1 deal selected', (all) => `${all} deals selected`),
  none: 'No deals selected.',
  selectAll: (count: number) => plural(count, 'Select 1', (all) => `Select all ${all}`),
  selectDeal: (name: string) => `Select ${name}`,
  selectAllShown: 'Select all deals in this list',
  clear: 'Clear selection',
  submit: 'Submit',
  sendDocuments: 'Send documents',
  exportCsv: 'Export as CSV',
  openWindows: 'Open in windows',
  toBin: 'Move to Trash',
  restore: 'Restore',
  erase: 'Delete permanently…',
  erased: (count: number) =>
    plural(count, '1 deal was deleted permanently.', (all) => `${all} deals were deleted permanently.`),
  notErased: (count: number) =>
    plural(
      count,
      '1 deal was not deleted: it is not in Trash or is being sent.',
      (all) => `${all} deals were not deleted: they are not in Trash or are being sent.`,
    ),
  consent: {
    erase: (count: number) =>
      plural(count, 'Delete this deal permanently?', (all) => `Delete these ${all} deals permanently?`),
    eraseText: (names: readonly string[], count: number, submitted: number) =>
      [
        names.join('\n') + (count > names.length ? `\n… and ${count - names.length} more` : ''),
        submitted === 0
          ? 'Their values, notes, and documents are deleted from this computer and cannot be recovered.'
          : `${count === 1 ? 'It was' : plural(submitted, '1 of them was', (all) => `${all} of them were`)} submitted. The proof of submission, timeline, notes, and documents are deleted from this computer and cannot be recovered. The funding partner keeps what it received. California and other states ask brokers to keep these records for four years.`,
      ].join('\n\n'),
    eraseIt: 'Delete permanently',
  },
  moved: (count: number) => plural(count, '1 deal moved to Trash.', (all) => `${all} deals moved to Trash.`),
  restored: (count: number) => plural(count, '1 deal restored.', (all) => `${all} deals restored.`),
  submitted: (count: number) =>
    plural(count, '1 application queued.', (all) => `${all} applications queued.`),
  documentsQueued: (count: number) =>
    plural(count, 'Documents of 1 deal queued.', (all) => `Documents of ${all} deals queued.`),
  refusals: (count: number) =>
    plural(count, '1 deal was not changed', (all) => `${all} deals were not changed`),
  refusalsMore: (count: number) => plural(count, 'And 1 more.', (all) => `And ${all} more.`),
  notReached: (count: number) =>
    plural(
      count,
      '1 deal was not processed before you stopped.',
      (all) => `${all} deals were not processed before you stopped.`,
    ),
  working: {
    bin: 'Moving to Trash',
    restore: 'Restoring',
    submit: 'Submitting',
    send_documents: 'Queuing documents',
  },
  progress: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  submitTitle: (count: number) =>
    plural(count, 'Submit 1 application?', (all) => `Submit ${all} applications?`),
  submitSome: (leaving: string, count: string) => `Submit ${leaving} of ${count} applications?`,
  noneReady: 'None of these can be submitted',
  noneReadyBody:
    'You can submit only complete drafts and applications that the funding partner rejected. Nothing was changed.',
  submitBody: (address: string) =>
    `Complete applications go to ${address}, one at a time. Incomplete ones and clients already submitted are skipped, and you see why.`,
  incomplete: (count: number) =>
    plural(
      count,
      '1 deal is likely to be sent back as incomplete',
      (all) => `${all} deals are likely to be sent back as incomplete`,
    ),
  notChecked: (count: number) =>
    plural(count, '1 more was not checked.', (all) => `${all} more were not checked.`),
  notYet: 'Not yet',
  exported: (name: string) => `Saved as ${name}.`,
}
