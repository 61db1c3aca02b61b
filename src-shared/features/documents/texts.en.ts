import { plural } from '../../platform/texts/plural.ts'

export const documents = {
  list: 'Attached documents',
  attach: 'Attach PDFs',
  orDrop: 'Drop PDFs and photos (JPEG, PNG) anywhere on this deal',
  dropHere: 'Drop to attach to this deal',
  dropHint: 'Drop any number of PDFs and photos. Each file is checked right away, and photos become PDFs.',
  dropped: (count: number) => plural(count, '1 file added.', (many) => `${many} files added.`),
  theFiles: 'The files',
  send: (count: number) => plural(count, 'Send 1 document', (many) => `Send ${many} documents`),
  pages: (count: number) => plural(count, '1 page', (many) => `${many} pages`),
  carried: (deal: string, day: string) => `From ${deal}, attached ${day}`,
  removed: (name: string) => `${name} removed.`,
  removedMany: (count: number) =>
    plural(count, '1 document removed.', (many) => `${many} documents removed.`),
  removeNamed: (name: string) => `Remove ${name}`,
  chooseKind: 'Choose the type',
  kindOf: (name: string) => `Type of ${name}`,
  sentOf: (name: string) => `${name} sent`,
  /** `sent` and `total` are texts that already include their unit. */
  sentBytes: (sent: string, total: string, percent: number) => `${sent} of ${total} · ${percent}%`,
  /** Shown after all bytes were sent, until the partner's response arrives. */
  waitsForAnswer: 'Sent, waiting for a response',
  cancelSending: (name: string) => `Cancel sending ${name}`,
  sendOne: 'Send',
  sendOneNamed: (name: string) => `Send ${name}`,
  sendAgain: 'Send again',
  sendAgainNamed: (name: string) => `Send ${name} again`,
  alsoIn: (deals: string) =>
    `Attached. The same file is also attached to ${deals}. Remove it here if it does not belong to this deal.`,
  details: 'Why, and the originals',
  detailsOf: (name: string) => `Details of ${name}`,
  fromPhotos: (names: string) => `Converted from ${names}`,
  saveOriginal: 'Save original',
  saveOriginalNamed: (name: string) => `Save the original ${name}`,
  sendsUnlocked: 'The PDF needs a password, so its unlocked copy is sent.',
  sendsLocked: 'The original is sent. The funding partner needs its password.',
  sendLocked: 'Send original instead',
  sendUnlocked: 'Send unlocked copy instead',
  password: 'Password',
  passwordOf: (name: string) => `Password of ${name}`,
  unlock: 'Unlock',
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
    known: (count: number) =>
      plural(count, '1 file was already attached.', (many) => `${many} files were already attached.`),
    elsewhere: (count: number) =>
      plural(
        count,
        '1 attached file is also attached to another deal.',
        (many) => `${many} attached files are also attached to other deals.`,
      ),
    retryNamed: (name: string) => `Try to attach ${name} again`,
    dismissNamed: (name: string) => `Dismiss the message about ${name}`,
    dismissAll: 'Dismiss all',
    photos: (count: number) => `${count} photos were attached as separate documents.`,
    combine: 'Combine into one PDF',
    combinedName: 'Photos.pdf',
    keepSeparate: 'Keep separate',
  },
  reading: {
    says: (words: string, page: number) => `Says “${words}” on page ${page}`,
    perhaps: (words: string, page: number) => `Possibly: says “${words}” on page ${page}. Check the type.`,
    chosen: 'You chose the type.',
    chosenDays: 'You entered the dates.',
    entries: 'From the verified entries of the statement.',
    nothing: 'The text does not show the document type. Choose it yourself.',
    otherHolder: (holder: string) =>
      holder === ''
        ? 'No name of the account’s holder was found in this statement. It does not count for this deal until you confirm it on the Statements tab.'
        : `This statement is in the name of ${holder}. It does not count for this deal until you confirm it on the Statements tab.`,
    otherMerchant: (name: string) =>
      `This application names ${name}, not the merchant of this deal. It does not count on the checklist.`,
    unsigned: 'Not signed yet. It does not count on the checklist.',
    count: 'Count it anyway',
    countNamed: (name: string) => `Count it anyway: ${name}`,
    scan: 'This is a scan without readable text. Choose the type yourself.',
    unread: 'The text could not be read in time. Choose the type yourself.',
  },
  period: {
    none: 'Choose month',
    noneWhy: 'No dates were found in this document. Choose its month.',
    /** `months` is formatted, such as “February and March 2026”. */
    partOf: (months: string) => `Part of ${months}`,
    cycle: (months: string) => `Statement cycle across ${months}`,
    change: (name: string, days: string) => `Period of ${name}: ${days}. Change`,
    choose: (name: string) => `Choose month: ${name}`,
    month: 'Month',
    from: 'First day',
    to: 'Last day',
    otherDays: 'Custom dates',
    wholeMonth: 'Whole month',
    clear: 'No month',
    wrongOrder: 'The last day is before the first day.',
    tooLong: 'A statement can cover up to one year. Check the years.',
  },
  checklist: {
    title: 'Checklist',
    allAttached: 'All attached',
    allReceived: 'All received',
    states: { open: 'Open', partial: 'Incomplete', prepared: 'Attached', answered: 'Received' },
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
    undecided: (count: number) =>
      plural(
        count,
        'You have not said whose account 1 statement is about',
        (many) => `You have not said whose accounts ${many} statements are about`,
      ),
    unverified: (count: number) =>
      plural(
        count,
        '1 statement could not be verified',
        (many) => `${many} statements could not be verified`,
      ),
  },
}

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

export const pages = {
  open: 'Arrange pages',
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
  losses: {
    title: 'Send the original if you can',
    warning: (names: string) => `A document made of these pages differs from ${names}:`,
    form_fields: 'Form fields become plain text. Their values remain visible.',
    signature: 'The digital signature is lost. A picture of it remains.',
    attachments: 'Files inside the PDF are left out.',
    protection: 'Restrictions on printing or changing the PDF are lost.',
    question: 'Create it despite these changes?',
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
