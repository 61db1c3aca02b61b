import { plural } from '../plural.ts'

/** What is done with several deals at once. */
export const selection = {
  bar: 'Selected deals',
  selected: (count: number) => plural(count, '1 deal selected', (all) => `${all} deals selected`),
  none: 'Nothing is selected.',
  selectAll: (count: number) => plural(count, 'Select the one', (all) => `Select all ${all}`),
  selectDeal: (name: string) => `Select ${name}`,
  selectAllShown: 'Select all deals of this list',
  clear: 'Clear the selection',
  submit: 'Submit',
  sendDocuments: 'Send documents',
  exportCsv: 'Export as CSV',
  openWindows: 'Open in windows',
  toBin: 'Move to the bin',
  restore: 'Restore',
  erase: 'Delete for good…',
  erased: (count: number) =>
    plural(count, '1 deal was deleted for good.', (all) => `${all} deals were deleted for good.`),
  notErased: (count: number) =>
    plural(
      count,
      '1 deal was kept: it is not in the bin, or is being sent.',
      (all) => `${all} deals were kept: they are not in the bin, or are being sent.`,
    ),
  consent: {
    erase: (count: number) =>
      plural(count, 'Delete this deal for good?', (all) => `Delete these ${all} deals for good?`),
    eraseText: (names: readonly string[], count: number, submitted: number) =>
      [
        names.join('\n') + (count > names.length ? `\n… and ${count - names.length} more` : ''),
        submitted === 0
          ? 'Their values, notes and documents are deleted from this computer and cannot be brought back.'
          : `${count === 1 ? 'It was' : plural(submitted, '1 of them was', (all) => `${all} of them were`)} submitted. The proof of submission, the timeline, notes and documents are deleted from this computer and cannot be brought back. The funding partner keeps what it received. California and other states ask brokers to keep these records for four years.`,
      ].join('\n\n'),
    eraseIt: 'Delete for good',
  },
  moved: (count: number) => plural(count, '1 deal is in the bin.', (all) => `${all} deals are in the bin.`),
  restored: (count: number) => plural(count, '1 deal is back.', (all) => `${all} deals are back.`),
  submitted: (count: number) =>
    plural(count, '1 application is in line.', (all) => `${all} applications are in line.`),
  documentsQueued: (count: number) =>
    plural(
      count,
      'The documents of 1 deal are in line.',
      (all) => `The documents of ${all} deals are in line.`,
    ),
  refusals: (count: number) =>
    plural(count, '1 deal was left as it is', (all) => `${all} deals were left as they are`),
  refusalsMore: (count: number) => plural(count, 'And 1 more.', (all) => `And ${all} more.`),
  notReached: (count: number) =>
    plural(
      count,
      '1 deal was not reached before you stopped it.',
      (all) => `${all} deals were not reached before you stopped it.`,
    ),
  working: {
    bin: 'Moving to the bin',
    restore: 'Restoring',
    submit: 'Submitting',
    send_documents: 'Putting documents in line',
  },
  progress: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  submitTitle: (count: number) =>
    plural(count, 'Submit 1 application?', (all) => `Submit ${all} applications?`),
  submitSome: (leaving: string, count: string) => `Submit ${leaving} of ${count} applications?`,
  noneReady: 'None of these can be submitted',
  noneReadyBody:
    'Only drafts whose fields are complete can, and applications that the funding partner refused. Everything else is as it was.',
  submitBody: (address: string) =>
    `Those that are complete go to ${address}, one after another. Those that are not, and those of a client who went out already, are left as they are, and you are told why.`,
  incomplete: (count: number) =>
    plural(
      count,
      'The package of 1 deal is commonly sent back like this',
      (all) => `The packages of ${all} deals are commonly sent back like this`,
    ),
  notChecked: (count: number) =>
    plural(count, '1 more was not looked at.', (all) => `${all} more were not looked at.`),
  notYet: 'Not yet',
  exported: (name: string) => `Saved as ${name}.`,
}
