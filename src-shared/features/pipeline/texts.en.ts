import type { PartnerStatus } from '../../platform/words/vocabulary.ts'
import { plural } from '../../platform/texts/plural.ts'

export const pipeline = {
  newApplication: 'New application',
  searchDeals: 'Search deals',
  searchHint: 'Name, owner, reference, EIN, ZIP, note',
  clearSearch: 'Clear search',
  import: 'Import',
  exportCsv: 'Export as CSV',
  print: 'Print list',
  printSelected: 'Print selected deals',
  exportSelected: 'Export selected deals as CSV',
  printed: {
    all: (count: number) => plural(count, '1 deal', (many) => `${many} deals`),
    first: (count: string, total: string) =>
      `The first ${count} of ${total} deals. Filter the list to print the others.`,
    selected: (count: number) => plural(count, '1 selected deal', (many) => `${many} selected deals`),
    firstSelected: (count: string, total: string) =>
      `The first ${count} of ${total} selected deals. Select fewer to print the others.`,
    search: (search: string) => `“${search}”`,
    sorted: (column: string) => `sorted by ${column}`,
    reversed: (column: string) => `sorted by ${column}, reversed`,
  },
  deals: 'Deals',
  view: 'View',
  list: 'List',
  board: 'Board',
  noName: 'No name yet',
  dealWithoutName: 'the unnamed deal',
  reading: 'Loading deals',
  readingMore: 'Loading more',
  found: (count: number) => plural(count, '1 deal found', (all) => `${all} deals found`),
  binNote: (days: number) =>
    `Drafts stay in Trash for at least ${days} days and are then deleted permanently. Deleting a deal here does not withdraw it from the funding partner.`,
  binKeeps: (years: number | null): string =>
    years === null
      ? 'Submitted deals stay until you delete them.'
      : `Submitted deals stay for ${years} years.`,
  binChange: 'Change',
  keptInBin: 'Your records',
  binEmpty: 'Trash is empty',
  noneIn: (stage: string) => `No deals in “${stage}”`,
  noneNarrowed: 'No deals match these filters',
  noMatch: (search: string) => `No deals match “${search}”`,
  noMatchIn: (search: string, stage: string) => `No deals match “${search}” in “${stage}”`,
  showInAll: (count: string) => `Show ${count} in all deals`,
  showInBin: (count: string) => `Show ${count} in Trash`,
  showAll: 'Show all deals',
  firstTitle: 'Your first application',
  firstBody:
    'Work at your own pace, even offline. Every change is saved and encrypted on this computer. Attach the PDFs, submit, and get an alert as soon as an offer is available.',
  firstStart: 'Start an application',
  firstImport: 'Import drafts',
  documentsNone: 'None',
  documentsSent: (count: number) => `${count} sent`,
  documentsOf: (sent: number, all: number) => `${sent} of ${all} sent`,
  deletedAt: (instant: string) => `Deleted ${instant}`,
  soon: 'Deleted soon',
  days: (count: number) => plural(count, '1 day', (all) => `${all} days`),
  restoreDeal: (name: string) => `Restore ${name}`,
  complete: 'Complete',
  problems: (count: number) => plural(count, '1 field', (all) => `${all} fields`),
  offersMore: (count: number) => plural(count, '1 offer', (all) => `${all} offers`),
  boardLabel: 'Deals by stage',
  boardColumn: (stage: string, count: number) =>
    `${stage}: ${plural(count, '1 deal', (all) => `${all} deals`)}`,
  boardAmount: (amount: string) => `${amount} requested`,
  boardFunded: (amount: string) => `${amount} funded`,
  boardOffer: (amount: string) => `${amount} offered`,
  next: 'Needs you',
  nextCount: (count: number) => plural(count, '1 deal needs you', (all) => `${all} deals need you`),
  nextActions: {
    all: 'All deals that need you',
    expire_today: 'Reply to offers that expire today',
    expire_soon: 'Reply to offers that expire within 3 days',
    refused: 'Fix rejected applications',
    stipulations: 'Meet open stipulations',
    lacking: 'Get the missing documents of complete drafts',
    ready: 'Submit complete drafts',
  },
  nextPaper: (paper: string) => `Get the ${paper.toLowerCase()}`,
  nextLine: (action: string, deals: string) => `${action} (${deals})`,
  actions: {
    nextRow: 'Next deal',
    previousRow: 'Previous deal',
    selectRow: 'Select or deselect deal',
    toggleBoard: 'Switch between list and board',
    columns: 'Choose columns',
    filter: 'Filter list',
    selectAll: 'Select all deals in the list',
    toTrash: 'Move the current deal to Trash',
  },
}

export const columns = {
  names: {
    business: 'Business',
    status: 'Status',
    amount: 'Requested',
    offer: 'Top offer',
    expires: 'Offer expires',
    documents: 'Documents',
    problems: 'To complete',
    updated: 'Changed',
    owner: 'Owner',
    reference: 'Reference',
    application: 'Application ID',
    submitted: 'Submitted',
    created: 'Created',
  },
  contact: { phone: 'Phone', email: 'Email' },
  fileName: 'Pipeline',
  choose: 'Columns',
  chooseTitle: 'List columns',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  fitAll: 'Reset widths',
  reset: 'Reset columns',
  widthOf: (column: string) => `Width of ${column}`,
  widthHelp: 'Press arrow keys to resize or Enter to fit.',
  pixels: (width: number) => `${width} pixels`,
  keptFor: 'Kept for',
}

export const filters = {
  stages: {
    all: 'All',
    draft: 'Drafts',
    sending: 'Sending',
    submitted: 'Submitted',
    attention: 'Pending',
    offer: 'Offers',
    funded: 'Funded',
    declined: 'Declined',
    other: 'Other',
    bin: 'Trash',
  },
  filter: 'Filter',
  clear: 'Clear filters',
  remove: (trait: string) => `Remove “${trait}”`,
  any: 'Any',
  amountFrom: 'Amount from',
  amountTo: 'Amount to',
  problems: 'Fields to complete',
  region: 'State',
  status: 'Status',
  needsYou: 'Needs you',
  underWay: 'Form complete, funder has not decided',
  lastDays: (days: number) => plural(days, 'Since yesterday', (count) => `In the last ${count} days`),
  nextDays: (days: number) => plural(days, 'By tomorrow', (count) => `Within ${count} days`),
  problemsSome: 'Some',
  problemsNone: 'None',
  papersComplete: 'All received or attached',
  papersMissing: 'Something is missing',
  papersOwn: 'A stipulation is open',
  lacks: (paper: string) => `No ${paper.toLowerCase()}`,
  traitAmountFrom: (amount: string) => `From ${amount}`,
  traitAmountTo: (amount: string) => `Up to ${amount}`,
  traitUpdated: (when: string) => `Changed: ${when.toLowerCase()}`,
  traitSubmitted: (when: string) => `Submitted: ${when.toLowerCase()}`,
  traitExpires: (when: string) => `Offer expires: ${when.toLowerCase()}`,
  traitProblemsSome: 'Fields to complete',
  traitProblemsNone: 'All fields complete',
  saved: 'Saved filters',
  save: 'Save filter',
  nameHint: 'Saves the stage, search, and filters.',
  rename: 'Rename',
  renameTitle: 'Rename filter',
  moveUp: 'Move up',
  moveDown: 'Move down',
  deleted: (name: string) => `“${name}” was deleted.`,
  tooMany: 'You have reached the limit of saved filters. Delete one first.',
  more: (name: string) => `More options for “${name}”`,
}

export const selection = {
  bar: 'Selected deals',
  selected: (count: number) => plural(count, '1 deal selected', (all) => `${all} deals selected`),
  none: 'No deals selected.',
  selectAll: (count: number) => plural(count, 'Select 1', (all) => `Select all ${all}`),
  selectDeal: (name: string) => `Select ${name}`,
  selectAllShown: 'Select all deals in this list',
  clear: 'Clear selection',
  sendDocuments: 'Send documents',
  openWindows: 'Open in windows',
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
  moved: (count: number, name: string) =>
    plural(count, `${name} moved to Trash.`, (all) => `${all} deals moved to Trash.`),
  restored: (count: number, name: string) =>
    plural(count, `${name} restored.`, (all) => `${all} deals restored.`),
  submitted: (count: number, name: string) =>
    plural(count, `${name} queued.`, (all) => `${all} applications queued.`),
  documentsQueued: (count: number, name: string) =>
    plural(count, `Documents of ${name} queued.`, (all) => `Documents of ${all} deals queued.`),
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
  submitBody: (recipient: string) =>
    `Complete applications go ${recipient}, one at a time. Incomplete ones and clients already submitted are skipped, and you see why.`,
  notChecked: (count: number) =>
    plural(count, '1 more was not checked.', (all) => `${all} more were not checked.`),
}

/** Display names of the funding partner’s statuses (specification section 3). */
export const statuses: Record<PartnerStatus, string> = {
  app_under_review: 'Under review',
  app_incomplete_info: 'More information needed',
  app_documentation_pending: 'Documentation pending',
  app_final_approval: 'Final approval',
  app_funded: 'Funded',
  app_declined_closed: 'Declined or closed',
  offer_available: 'Offer available',
  offer_accepted: 'Offer accepted',
  offer_rescinded: 'Offer rescinded',
}

const drafts = (count: number) => plural(count, '1 draft', (n) => `${n} drafts`)

export const importing = {
  pick: 'Choose a CSV or Excel file',
  pickTechnical: 'Choose a CSV, Excel, or JSON file',
  orDrop: 'or drop it here',
  formats:
    'A list from Excel, Google Sheets, or another program: a row with headings, then one row per deal. Headings can be form labels or common names such as “Business name” or “Owner 2 SSN”.',
  formatsTechnical:
    'JSON: drafts exported from Funding Desk, or applications in the funding partner’s format.',
  saveTemplate: 'Save an empty CSV with all headers',
  imported: (count: number, file: string) => `${drafts(count)} imported from ${file}.`,
  /** The text that the import preview shows after the name of the file. */
  holds: (count: number, isTable: boolean) =>
    `contains ${isTable ? plural(count, '1 row', (n) => `${n} rows`) : drafts(count)}. Nothing has been imported yet.`,
  columns: 'Columns of the file',
  matched: (count: number, of: number) => `${count} of ${of} columns fill a field of the form.`,
  remembered: (file: string, day: string) => `Columns remembered from ${file}, imported on ${day}.`,
  sheet: 'Sheet',
  headings: 'Headings',
  noHeadings: 'No headings',
  headingRow: (row: number, text: string) => `Row ${row}: ${text}`,
  askHeadings: 'Does this list have a row with headings?',
  askHeadingsAbout:
    'The app found no row with known headings. Choose it above, or say that there is none. Otherwise the first deal of the list could be lost.',
  noneHere: 'It has no headings',
  askEncoding: (encoding: string) =>
    `The file does not say how its letters are encoded. The app read it as ${encoding}.`,
  askEncodingAbout: 'If these words look wrong, choose another encoding:',
  note: 'Private note of the deal',
  fullName: 'Full name',
  cityLine: 'City, state, and ZIP code',
  rowsAbove: (count: number) =>
    plural(
      count,
      'The row above the headings is not imported.',
      (n) => `The ${n} rows above the headings are not imported.`,
    ),
  keptBeside: 'Kept beside the form:',
  notImported: 'Not imported:',
  closedRows: (count: number, named: string) =>
    `${plural(count, '1 row has', (n) => `${n} rows have`)} a status of a closed deal: ${named}.`,
  closedRowsAbout: 'The import makes ordinary drafts of these rows, too.',
  nameless: (count: number) =>
    plural(count, '1 draft has no business name.', (n) => `${n} drafts have no business name.`),
  namelessAbout: 'Under Columns of the file, choose Legal name for the column with the name of the business.',
  leaveOut: (count: number) => plural(count, 'Leave out 1 row', (n) => `Leave out ${n} rows`),
  noDeals: (count: number) =>
    plural(
      count,
      '1 row is probably no deal, and is not selected.',
      (n) => `${n} rows are probably no deals, and are not selected.`,
    ),
  fieldOf: (column: string) => `Field for ${column}`,
  beside: 'Keep beside the form',
  skip: 'Do not import',
  moreColumns: (count: number) => plural(count, 'and 1 more column', (n) => `and ${n} more columns`),
  delimiter: 'Separator',
  delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows-1252',
    macintosh: 'Macintosh',
    cp437: 'DOS (437)',
    cp850: 'DOS (850)',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16 BE',
  },
  dates: 'Dates',
  dateOrders: {
    month_first: 'Month first: 3/25/2026',
    day_first: 'Day first: 25/3/2026',
    year_first: 'Year first: 2026-03-25',
  },
  amounts: 'Amounts',
  amountStyles: { us: '1,234.56', european: '1.234,56' },
  duplicates: (count: number, ofDrafts: number) =>
    `${plural(count, '1 row is about a business', (n) => `${n} rows are about businesses`)} that you have already, by EIN or name${ofDrafts > 0 ? `, ${plural(ofDrafts, '1 of them as a draft', (n) => `${n} of them as drafts`)}` : ''}.`,
  duplicateRules: { skip: 'Skip them', update: 'Fill empty fields', create: 'Create new drafts' },
  duplicateRulesAbout: {
    skip: 'Rows about a business that you have already are not imported.',
    update: 'Values that a draft has already stay unchanged. Rows about submitted deals create new drafts.',
    create: 'Each row creates a new draft.',
  },
  onePerBusiness: 'One draft per business',
  repeated: (count: number) =>
    plural(
      count,
      '1 row is about the same business as an earlier row.',
      (n) => `${n} rows are about the same business as an earlier row.`,
    ),
  repeatedAbout:
    'The draft of a business gets the owners, positions, and other values of all its rows. If values differ, the first one fills the field, and the others stay beside the form.',
  isLike: (name: string) => `like ${name || 'a deal without a name'}`,
  sameAsRow: (row: number) => `Same business as row ${row}`,
  updated: (count: number) => `${drafts(count)} updated.`,
  skippedRows: (count: number) => plural(count, '1 row skipped.', (n) => `${n} rows skipped.`),
  update: (count: number) => `Update ${drafts(count)}`,
  importColumn: 'Import',
  business: 'Business',
  amount: 'Amount',
  values: 'Values',
  doesNotFit: 'Not in the form',
  importRow: (row: number, name: string) => `Import row ${row}, ${name || 'no name'}`,
  row: (row: number) => `Row ${row}`,
  allFit: 'Every value has a matching field.',
  orphans: (count: number) =>
    plural(
      count,
      '1 value is not in the form. It stays with its draft so that you can copy or remove it.',
      (n) =>
        `${n} values are not in the form. They stay with their drafts so that you can copy or remove them.`,
    ),
  anotherFile: 'Choose another file',
  import: (count: number) => `Import ${drafts(count)}`,
  fits: 'All values match',
  more: (count: number) => plural(count, 'and 1 more', (n) => `and ${n} more`),
  reading: (file: string) => `Reading ${file}…`,
  importing: (count: number) => `Importing ${drafts(count)}…`,
}

/** A status that this version of the app does not know. */
export const statusWords = {
  quoted: (status: string) => `Funder wrote: “${status}”`,
}
