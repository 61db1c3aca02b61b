import { plural } from '../plural.ts'

export const documents = {
  title: 'Documents',
  list: 'Attached documents',
  attach: 'Attach PDFs',
  orDrop: 'or drop them anywhere on this deal, as many as you like',
  dropHere: 'Drop to attach to this deal',
  dropHint: 'PDFs, as many as you like. Each is checked at once.',
  dropped: (count: number) => plural(count, 'One file taken.', (many) => `${many} files taken.`),
  theFiles: 'The files',
  send: (count: number) => plural(count, 'Send 1 document', (many) => `Send ${many} documents`),
  pages: (count: number) => plural(count, '1 page', (many) => `${many} pages`),
  remove: 'Remove',
  /** What a note says once it is done. */
  removed: (name: string) => `${name} removed.`,
  removedMany: (count: number) =>
    plural(count, 'One document removed.', (many) => `${many} documents removed.`),
  removeNamed: (name: string) => `Remove ${name}`,
  kindOf: (name: string) => `Kind of ${name}`,
  assumed: (label: string) => `${label} (assumed)`,
  sentOf: (name: string) => `${name} sent`,
  /** `sent` and `total` are written out with their unit. */
  sentBytes: (sent: string, total: string, percent: number) => `${sent} of ${total} · ${percent} %`,
  /** All bytes left; the service has not answered yet. */
  waitsForAnswer: 'Sent, waiting for the answer',
  cancelSending: (name: string) => `Cancel sending ${name}`,
  sendOne: 'Send',
  sendOneNamed: (name: string) => `Send ${name}`,
  sendAgain: 'Send again',
  sendAgainNamed: (name: string) => `Send ${name} again`,
  alsoIn: (name: string, deals: string) => `${name} is attached to ${deals} as well. It was added here.`,
  dismiss: 'Put away',
  states: {
    attached: 'Not sent',
    queued: 'In line',
    sending: 'Sending',
    received: 'Received',
    refused: 'Refused',
    unknown: 'Unclear',
  },
  attaching: {
    list: 'Files being attached',
    waiting: 'Waiting',
    checking: 'Checking',
    copying: 'Copying',
    saving: 'Saving',
    cancel: (name: string) => `Cancel attaching ${name}`,
    copied: (name: string) => `${name} copied`,
    closing: 'Files are still being attached.',
    closesWhenDone:
      'The window closes by itself when they are. Close once more to close now; what is not attached then is left out.',
    refused: (count: number) =>
      plural(count, 'One file was not attached.', (many) => `${many} files were not attached.`),
  },
  /** Why a document is taken for what it is. */
  reading: {
    says: (words: string, page: number) => `Says “${words}” on page ${page}`,
    perhaps: (words: string, page: number) => `Perhaps: says “${words}” on page ${page}. Check it.`,
    chosen: 'You chose this.',
    nothing: 'Its words do not tell what it is. Choose it yourself.',
    scan: 'A scan: its text can’t be read, check the kind yourself.',
    unread: 'Its text could not be read in time. Check the kind yourself.',
  },
  period: {
    none: 'Which month?',
    noneWhy: 'No dates were found in it, so it covers no month. Choose its month.',
    /** The months are written out: “February and March 2026”. */
    partOf: (months: string) => `Part of ${months}`,
    cycle: (months: string) => `Cycle across ${months}`,
    change: (name: string, days: string) => `Days that ${name} covers: ${days}. Change`,
    choose: (name: string) => `Choose the month of ${name}`,
    month: 'Month',
    from: 'First day',
    to: 'Last day',
    otherDays: 'Other days',
    wholeMonth: 'A whole month',
    save: 'Save',
    clear: 'Covers no month',
    wrongOrder: 'The last day is before the first.',
    tooLong: 'A statement covers a year at most. Check the years.',
  },
  checklist: {
    title: 'Checklist',
    allAttached: 'All attached',
    allReceived: 'All received',
    open: (count: number) => plural(count, '1 open', (many) => `${many} open`),
    states: { open: 'Open', prepared: 'Attached', answered: 'Received' },
    add: 'Add',
    addItem: 'What else is asked for',
    removeItem: 'Take it off the list',
    removeItemNamed: (label: string) => `Take ${label} off the list`,
    answers: (label: string) => `Document that answers ${label}`,
    which: 'Which document answers it?',
    /** `days` are written out and joined: “February and March 17 – 31, 2026”. */
    missing: (days: string) => `Missing: ${days}`,
    /** The month that is not over. */
    soFar: (month: string) => `${month} so far`,
    undated: (count: number) =>
      plural(
        count,
        '1 statement has no dates and covers no month',
        (many) => `${many} statements have no dates and cover no month`,
      ),
  },
}
