import { plural } from '../../platform/texts/plural.ts'

/** Joins up to three names. If there are more names, adds how many are not listed. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown}, and ${names.length - 3} more` : shown
}

export const deal = {
  backToPipeline: 'Back to Pipeline',
  reading: 'Loading the deal',
  parts: 'Deal sections',
  part: {
    application: 'Application',
    documents: 'Documents',
    statements: 'Statements',
    offers: 'Offers',
    timeline: 'Timeline',
  },
  renewalOf: 'Renewal of',
  fundedOn: (name: string, day: string) => `${name}, funded ${day}`,
  /** The amount requested of a renewal, less the balance of the advance that it pays off. */
  newMoney: (money: string, balance: string) =>
    `New money: ${money} after the balance of ${balance} is paid off. Calculated.`,
  coversNot: (requested: string, balance: string) =>
    `${requested} does not cover the balance of ${balance} that this renewal pays off.`,
  partDone: 'complete',
  /** Values that the form accepts, but that are probably wrong. */
  toCheck: (count: number) => `${count} to check`,
  partOpen: (count: number) => plural(count, '1 open', (many) => `${many} open`),
  noOffersText: 'You get an alert when the funding partner makes an offer, and it appears here.',
  reference: 'Reference',
  applicationId: 'Application ID',
  copyApplicationId: 'Copy application ID',
  copied: 'Copied',
  notCopied: 'Could not copy.',
  submitted: 'Submitted',
  asksFor: 'Requested',
  funded: 'Funded',
  facts: 'Deal details',
  needsAttention: (count: number) =>
    plural(count, '1 field needs attention', (many) => `${many} fields need attention`),
  submit: 'Submit',
  submitAgain: 'Submit again',
  more: 'More',
  saveForm: 'Save form as file…',
  savePackage: 'Save package…',
  duplicate: 'Duplicate',
  duplicateWithDocuments: 'Duplicate with documents',
  isTheCopy: 'This is the copy. Its reference, consent, and signature date are empty.',
  moveToBin: 'Move to Trash',
  isInBin: (name: string) => `${name || 'The draft'} is in Trash.`,
  notSavedIn: (name: string, why: string) => `Not saved in ${name}. ${why}`,
  savingRetried:
    'Your change is kept in this window and saving is retried automatically. Keep the window open.',
  notSavedAtClose: 'Your last changes are not saved.',
  closeAgain: 'Close the window again to discard unsaved changes.',
  notSaved: (why: string) => `Not saved. ${why}`,
  saving: 'Saving…',
  savedHere: 'Saved on this computer',
  undone: (what: string) => `Undone: ${what}`,
  redone: (what: string) => `Redone: ${what}`,
  undoWhat: (what: string) => `Undo: ${what}`,
  redoWhat: (what: string) => `Redo: ${what}`,
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  savedAs: (name: string) => `Saved as ${name}`,
  next: {
    title: 'Next step',
    needsYou: 'Needs you',
    nothingToDo: 'Nothing for you to do now',
    closed: 'Closed',
    fillFields: (count: number, names: readonly string[]) =>
      plural(
        count,
        `1 field to complete: ${some(names)}`,
        (many) => `${many} fields to complete: ${some(names)}`,
      ),
    fixFields: (count: number, names: readonly string[]) =>
      plural(count, `1 field to fix: ${some(names)}`, (many) => `${many} fields to fix: ${some(names)}`),
    fix: 'Fix',
    goToField: 'Go to field',
    goToFirstField: 'Go to first field',
    attach: (names: readonly string[]) => `All required fields are filled. Still missing: ${some(names)}`,
    attachButton: 'Attach documents',
    confirmAccount: (count: number) =>
      `Confirm whose account it is: ${plural(count, '1 bank statement counts', (many) => `${many} bank statements count`)} for nothing yet`,
    goToStatements: 'Go to statements',
    submit: 'Ready to submit',
    submitAfterRefusal: 'The rejected fields are changed. Ready to submit again',
    submitAfterFailure: 'The funding partner received nothing. Ready to submit again',
    leavesSoon: 'Sending in a moment. You can still undo it above',
    isQueued: 'Queued. It is sent automatically',
    waitsForConnection: 'It is sent automatically once the funding partner can be reached',
    heldBack: 'On hold until you fix the connection settings',
    unconfirmed: 'On hold until you confirm that it is real',
    openSettings: 'Open Settings',
    sending: 'Sending the application',
    confirmDelivery: 'Delivery is unconfirmed. Confirm whether the application was received',
    confirmDeliveryOf: (name: string) => `Delivery is unconfirmed. Confirm whether ${name} was received`,
    reviewDelivery: 'Review details',
    replaceDocument: (name: string) => `The funding partner rejected ${name}. Replace it or send it again`,
    documentsLeave: (received: number, total: number) =>
      `Sending documents: ${received} of ${total} received`,
    sendDocuments: (count: number) =>
      plural(count, '1 attached document is not sent', (many) => `${many} attached documents are not sent`),
    goToDocuments: 'Go to documents',
    figuresMissing: 'An offer is available. Its figures are not here yet',
    offer: (count: number) => plural(count, '1 offer needs a reply', (many) => `${many} offers need a reply`),
    offerExpires: (count: number, when: string) =>
      plural(count, `The offer expires ${when}`, (many) => `${many} offers; the first expires ${when}`),
    awaitAnswer: (count: number, day: string) =>
      plural(
        count,
        `You marked the offer as sent on ${day}`,
        (many) => `You marked ${many} offers as sent, the last on ${day}`,
      ),
    today: 'today',
    tomorrow: 'tomorrow',
    inDays: (days: number) => `in ${days} days`,
    compare: 'Compare offers',
    viewOffer: 'View offer',
    offerExpired: 'The offer expired. Ask the funding partner for a new one',
    offersDeclined: 'The merchant declined the offer. Ask the funding partner for another one',
    collectCommission: 'Funded. The commission is not marked as paid',
    collectCommissionOf: (amount: string) => `Funded. ${amount} of the commission is unpaid`,
    goToCommissions: 'Go to commissions',
    notifyPartner:
      'The funding partner needs more information. Ask what it needs, and add that to the checklist',
    notifyPartnerOf: (names: readonly string[]) =>
      `The funding partner needs more information: ${some(names)}`,
    sendRequested: 'The funding partner needs documents',
    sendRequestedOf: (names: readonly string[]) => `The funding partner needs: ${some(names)}`,
    goToChecklist: 'Go to checklist',
    waitFirstNews: 'The funding partner received it. You get an alert for each update',
    waitReviewed: 'The funding partner is reviewing it',
    waitApproved: 'It is in final approval',
    waitFunded: 'The offer is accepted. Funding is next',
    sendMissing: (names: readonly string[]) => `Still missing: ${some(names)}`,
    funded: 'Funded. Nothing left to do',
    fundedWithOpen: (count: number) =>
      plural(
        count,
        'Funded. 1 line of the checklist is still open',
        (many) => `Funded. ${many} lines of the checklist are still open`,
      ),
    declined: 'Declined or closed by the funding partner',
    rescinded: 'The offer was rescinded. Ask the funding partner why',
    readStatus: (status: string) =>
      `The funding partner reports the status “${status}”, which this app version does not know`,
    goToTimeline: 'View timeline',
  },
  actions: {
    goTo: (part: string) => `Go to: ${part}`,
    goToNextStep: 'Do the next step',
    submit: 'Submit application',
    nextDeal: 'Next deal of the list',
    previousDeal: 'Previous deal of the list',
  },
  isLastDeal: 'This is the last deal of the list.',
  isFirstDeal: 'This is the first deal of the list.',
  notInList: 'This deal is not in the list of the pipeline.',
  export: {
    title: 'Save form as file',
    format: 'Format',
    csv: 'CSV, for spreadsheets',
    json: 'JSON',
    withSensitive: 'Include SSN and EIN',
    withSensitiveHint: 'Anyone who has the file can read them. Otherwise they are left empty.',
    notEncrypted: 'The file is not encrypted. It does not include documents.',
    save: 'Save…',
  },
  package: {
    title: 'Save package',
    intro: 'One zip file with the documents as sent, the application, the timeline, and the proof.',
    withSensitiveHint:
      'Anyone who has the file can read them. Otherwise the application shows only the last four digits.',
    withNotes: 'Include your notes',
    withNotesHint: 'Your timeline notes are private. Otherwise they stay on this computer.',
    withSummary: 'Include the bank statement summary as a cover sheet',
    withSummaryHint: 'Only if a statement is verified.',
    notEncrypted:
      'The file is not encrypted. PDFs are saved unchanged and may show numbers that the application hides.',
  },
}

export const application = {
  sections: 'Application sections',
  complete: 'complete',
  doneOf: (done: number, total: number, open: number) =>
    `${done} of ${total} done, ${plural(open, '1 open', (many) => `${many} open`)}`,
  removeRow: (row: string, number: number) => `Remove ${row.toLowerCase()} ${number}`,
  split: (parts: string) => `Split: ${parts}`,
  replaces: (value: string, replaced: string) => `${value} (replaces ${replaced})`,
  addRow: (row: string) => `Add ${/^[aeiou]/i.test(row) ? 'an' : 'a'} ${row.toLowerCase()}`,
  none: 'None',
  nothingLikeThat: 'No matches',
  sum: (total: string) => `Total ${total}%`,
  sumLeft: (total: string, left: string) => `Total ${total}%. ${left}% is not assigned.`,
  sumOver: (total: string) => `Total ${total}%. The maximum is 100%.`,
  hide: 'Hide',
  copy: 'Copy',
  change: 'Change',
  showField: (label: string) => `Show ${label}`,
  hideField: (label: string) => `Hide ${label}`,
  copyField: (label: string) => `Copy ${label}`,
  changeField: (label: string) => `Change ${label}`,
  isShown: (label: string) => `${label} is visible. It is hidden again in 15 seconds.`,
  isHidden: (label: string) => `${label} is hidden.`,
  copiedForAMinute: (label: string) => `${label} copied. It is cleared from the clipboard in one minute.`,
  orphans: (count: number) =>
    plural(count, '1 value is not in this form', (many) => `${many} values are not in this form`),
  orphansText: 'They stay with this deal and are never sent.',
  showOrphans: 'Show the values',
  hideOrphans: 'Hide the values',
  removeAll: 'Remove all',
  removeAllAsk: (count: number) => `Remove all ${count} values? You cannot undo this for imported values.`,
  keepAll: 'Keep them',
  rowRemoved: 'You typed in a row that another window removed.',
  insert: 'Add to form',
  insertOf: (label: string) => `Add to form: ${label}`,
  removeOf: (label: string) => `Remove ${label}`,
  actions: {
    nextProblem: 'Next field that needs attention',
    previousProblem: 'Previous field that needs attention',
    nextSection: 'Next section of the form',
    previousSection: 'Previous section of the form',
  },
}

export const form = {
  mustConfirm: 'Confirm this before you submit.',
  needed: (label: string) => `${label} is required.`,
  rowsNeeded: (count: number, row: string) =>
    `At least ${plural(count, 'one', (n) => n)} ${row.toLowerCase()} is required.`,
  inFuture: 'This date is in the future.',
  ownedTogether: (total: string) => `The owners’ shares add up to ${total}%. The maximum is 100%.`,
  tooLong: (label: string, most: number | undefined) =>
    `${label} is too long${most === undefined ? '' : `. Use at most ${most} characters`}.`,
  chooseOne: 'Choose an option from the list.',
  notInOrder: (label: string) => `${label} is not valid.`,
  between: (label: string, min: string, max: string) => `${label} must be between ${min} and ${max}.`,
  atLeast: (label: string, min: string) => `${label} must be at least ${min}.`,
  atMost: (label: string, max: string) => `${label} must be at most ${max}.`,
  outOfRange: (label: string) => `${label} is out of range.`,
  foreignLetter: (letter: string) =>
    `The funding partner does not accept “${letter}” here. Use plain letters without accents.`,
  email: 'Enter an email address like name@example.com.',
  state: 'Choose a state.',
  zip: 'Enter a ZIP code with five digits, or nine like 12345-6789.',
  website: 'Enter a web address like example.com.',
  yesOrNo: 'Choose yes or no.',
  unreadable: 'This value is not valid.',
  ein: 'Enter an EIN with nine digits, like 20-1234567.',
  ssn: 'Enter an SSN with nine digits, like 123-45-6789.',
  phone: 'Enter a phone number with ten digits, like (541) 555-0142.',
  phoneExtension: 'The funding partner does not accept extensions. Add it in the notes instead.',
  phoneForeign: 'The funding partner accepts only ten-digit US numbers (country code 1).',
  date: 'Enter a date like 4/30/2019 or Apr 30, 2019.',
  month: 'Enter a month like Mar 2026 or 3/2026.',
  noSuchDay: 'This date does not exist. Enter the month first, like 4/30/2019.',
  yearOfFour: 'This date is too long ago. Enter a four-digit year, like 1985.',
}

export const notes = {
  sentEmpty: 'This is sent as an empty field.',
  noName: 'This does not look like a value. Enter it before you submit.',
  holdsNumber: 'This contains a number like an SSN or EIN. Move it to its own field.',
  wholeAddress: 'This contains a whole address. Move the city, state, and ZIP code to their own fields.',
  ein: 'The IRS does not issue EINs with these first two digits. Check the number.',
  ssn: 'No SSN has this number. Check it.',
  fakeSsn: 'This number is a known example, not a person’s SSN.',
  itin: 'This looks like an ITIN. No SSN begins with 9.',
  nine: 'No SSN begins with 9. Check the number.',
  smallShare: (percent: string, share: string) =>
    `This means ${percent}%. If you mean a fraction of the business, enter ${share}.`,
  smallTotal: (percent: string) => `The listed owners hold only ${percent}%.`,
  young: 'This owner would be under 18. Check the year.',
  old: 'This owner would be over 100. Check the year.',
}

/** Problems with entered numbers. The keys are the problem codes of `src-shared/platform/entry/`. */
export const numbers = {
  money: {
    unreadable: 'Enter an amount like 35,000, 35k, or 1.5m.',
    grouping: 'Separate thousands with commas, like 35,000.',
    decimal_comma: 'Use a decimal point for cents, like 1,234.50. Use commas only for thousands.',
    point_or_thousands: 'This point can mean thousands or cents. Enter 1,234 or 1.23.',
    currency: 'Enter the amount in US dollars.',
    mil: '“mil” can mean thousand or million. Enter 35k or 35m.',
    fraction_of_cent: 'Use at most two digits after the decimal point.',
    too_large: 'This amount is too large.',
    negative: 'This amount cannot be negative.',
  },
  count: {
    unreadable: 'Enter a whole number, digits only.',
    grouping: 'Separate thousands with commas, like 1,200.',
    fraction: 'Enter a whole number without decimals.',
  },
  decimal: {
    unreadable: 'Enter a number like 1.25.',
    comma_or_thousands: 'This comma can mean thousands or decimals. Use a decimal point, like 1.25.',
  },
  percent: {
    unreadable: 'Enter a percentage like 51 or 33.33.',
    comma_or_thousands: 'This comma can mean thousands or decimals. Use a decimal point, like 33.33.',
    fraction_alone: 'Enter the full percentage, like 33 1/3 or 33.33.',
  },
  between: (from: string, to: string) => `Enter a number from ${from} to ${to}.`,
  decimals: (most: number) =>
    plural(most, 'Use at most one decimal place.', (n) => `Use at most ${n} decimal places.`),
}

/** Names of a deal's submission states, which the app shows until the funding partner reports a status. */
export const states = {
  draft: 'Draft',
  queued: 'Queued',
  sending: 'Sending',
  received: 'Submitted',
  refused: 'Needs correction',
  unknown: 'Delivery unconfirmed',
}
