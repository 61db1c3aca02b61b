import { plural } from '../plural.ts'

export const documents = {
  title: 'Documents',
  list: 'Attached documents',
  attach: 'Attach PDFs',
  orDrop: 'or drop them anywhere on this deal',
  dropHere: 'Drop to attach to this deal',
  dropHint: 'Drop any number of PDFs. Each file is checked right away.',
  dropped: (count: number) => plural(count, '1 file added.', (many) => `${many} files added.`),
  theFiles: 'The files',
  send: (count: number) => plural(count, 'Send 1 document', (many) => `Send ${many} documents`),
  pages: (count: number) => plural(count, '1 page', (many) => `${many} pages`),
  remove: 'Remove',
  /** Confirmation that a document was removed. */
  removed: (name: string) => `${name} removed.`,
  removedMany: (count: number) =>
    plural(count, '1 document removed.', (many) => `${many} documents removed.`),
  removeNamed: (name: string) => `Remove ${name}`,
  kindOf: (name: string) => `Type of ${name}`,
  sentOf: (name: string) => `${name} sent`,
  /** `sent` and `total` are texts that already include their unit. */
  sentBytes: (sent: string, total: string, percent: number) => `${sent} of ${total} · ${percent} %`,
  /** Shown after all bytes were sent, until the partner's response arrives. */
  waitsForAnswer: 'Sent, waiting for a response',
  cancelSending: (name: string) => `Cancel sending ${name}`,
  sendOne: 'Send',
  sendOneNamed: (name: string) => `Send ${name}`,
  sendAgain: 'Send again',
  sendAgainNamed: (name: string) => `Send ${name} again`,
  alsoIn: (name: string, deals: string) => `${name} is also attached to ${deals}. It was added here.`,
  dismiss: 'Dismiss',
  states: {
    attached: 'Not sent',
    queued: 'Queued',
    sending: 'Sending',
    received: 'Received',
    refused: 'Rejected',
    unknown: 'Delivery unconfirmed',
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
      'The window closes when they are attached. Close it again to close now; files still in progress are not attached.',
    refused: (count: number) =>
      plural(count, '1 file was not attached.', (many) => `${many} files were not attached.`),
  },
  /** Texts that explain why the app suggests a kind for a document. */
  reading: {
    says: (words: string, page: number) => `Says “${words}” on page ${page}`,
    perhaps: (words: string, page: number) => `Possibly: says “${words}” on page ${page}. Check the type.`,
    chosen: 'Chosen by you.',
    nothing: 'The text does not show the document type. Choose it yourself.',
    scan: 'This is a scan without readable text. Check the type yourself.',
    unread: 'The text could not be read in time. Check the type yourself.',
  },
  period: {
    none: 'Choose month',
    noneWhy: 'No dates were found in this document. Choose its month.',
    /** `months` is formatted, such as “February and March 2026”. */
    partOf: (months: string) => `Part of ${months}`,
    cycle: (months: string) => `Statement cycle across ${months}`,
    change: (name: string, days: string) => `Period of ${name}: ${days}. Change`,
    choose: (name: string) => `Choose the month of ${name}`,
    month: 'Month',
    from: 'First day',
    to: 'Last day',
    otherDays: 'Custom dates',
    wholeMonth: 'Whole month',
    save: 'Save',
    clear: 'No month',
    wrongOrder: 'The last day is before the first day.',
    tooLong: 'A statement can cover up to one year. Check the years.',
  },
  checklist: {
    title: 'Checklist',
    allAttached: 'All attached',
    allReceived: 'All received',
    open: (count: number) => plural(count, '1 open', (many) => `${many} open`),
    states: { open: 'Open', prepared: 'Attached', answered: 'Received' },
    add: 'Add',
    addItem: 'Add a requested item',
    removeItem: 'Remove from checklist',
    removeItemNamed: (label: string) => `Remove ${label} from the checklist`,
    answers: (label: string) => `Document for ${label}`,
    which: 'Choose the document for this item',
    /** `days` is formatted, such as “February and March 17 – 31, 2026”. */
    missing: (days: string) => `Missing: ${days}`,
    /** Names a statement of the current month, which is not over yet. */
    soFar: (month: string) => `${month} month-to-date`,
    undated: (count: number) =>
      plural(
        count,
        '1 statement has no dates, so its month is unknown',
        (many) => `${many} statements have no dates, so their months are unknown`,
      ),
  },
}

/** Texts of the document viewer. */
export const viewer = {
  open: (name: string) => `Open ${name}`,
  opening: 'Opening the document',
  tools: 'Document tools',
  page: 'Page',
  pageNumber: (page: number) => `Page ${page}`,
  pagesOf: (name: string) => `Pages of ${name}`,
  of: (pages: number) => `of ${pages}`,
  tooSlow: 'This page is taking too long to load.',
  tryPageAgain: 'Try again',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit width',
  rotate: 'Rotate view',
  save: 'Save a copy',
  search: 'Find in document',
  searching: 'Searching',
  matches: (place: number, total: number) =>
    total === 0 ? 'No matches' : plural(total, '1 of 1', (many) => `${place} of ${many}`),
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
}

/** Texts of the screen on which the broker arranges document pages. */
export const pages = {
  open: 'Arrange pages',
  title: 'Arrange pages',
  which: 'Choose documents to arrange',
  order: 'New page order',
  keys: 'Keys: arrows select a page, Alt with an arrow moves it, R rotates it, S starts a new document there, Delete removes it.',
  tools: (place: number) => `Page ${place}`,
  earlier: 'Earlier',
  later: 'Later',
  turn: 'Rotate right',
  split: 'Start a new document here',
  join: 'Join with previous',
  remove: 'Remove page',
  page: (place: number, page: number, name: string, turn: number, begins: boolean) =>
    `${place}: page ${page} of ${name}${turn === 0 ? '' : `, rotated ${turn}°`}${begins ? ', starts a new document' : ''}`,
  nameOf: (number: number, count: string) => `Name of document ${number} (${count})`,
  make: (count: number) => (count < 2 ? 'Create document' : `Create ${count} documents`),
  tooMany: (most: number) => `You can arrange up to ${most} pages at a time.`,
  done: {
    move: (_from: number, to: number) => `Moved to position ${to}.`,
    turn: (at: number) => `Page ${at} rotated.`,
    remove: (at: number) => `Page ${at} removed.`,
    split: (at: number) => `Document start changed at page ${at}.`,
  },
  statement: {
    title: 'Send bank statements exactly as the bank issued them',
    warning:
      'A statement rebuilt from pages gets new PDF producer and date information. Funders’ tamper checks may flag it as altered.',
    question: 'Rebuild this statement?',
    sendOriginal: 'Send original',
    makeAnyway: 'Create anyway',
    stays: (names: string) =>
      `${names} is still attached and will be sent too. Remove it only if you are sure.`,
  },
  made: (names: string) => `${names} created.`,
  originalsStay: 'The source documents are still attached.',
  removeOriginals: (count: number) => plural(count, 'Remove original', (many) => `Remove ${many} originals`),
}
