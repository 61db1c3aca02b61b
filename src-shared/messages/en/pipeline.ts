import { plural } from '../plural.ts'

export const pipeline = {
  title: 'Pipeline',
  newApplication: 'New application',
  searchDeals: 'Search deals',
  searchHint: 'Name, owner, reference, last four of EIN, note',
  clearSearch: 'Clear search',
  import: 'Import',
  exportCsv: 'Export as CSV',
  print: 'Print list',
  printSelected: 'Print selected deals',
  exportSelected: 'Export selected deals as CSV',
  /** Printed below the title. */
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
  expired: 'Expired',
  expiresToday: 'Today',
  complete: 'Complete',
  problems: (count: number) => plural(count, '1 field', (all) => `${all} fields`),
  offersMore: (count: number) => plural(count, '1 offer', (all) => `${all} offers`),
  boardLabel: 'Deals by stage',
  boardColumn: (stage: string, count: number) =>
    `${stage}: ${plural(count, '1 deal', (all) => `${all} deals`)}`,
  boardAmount: (amount: string) => `${amount} requested`,
  boardOffer: (amount: string) => `${amount} offered`,
  boardNone: 'No deals',
  next: 'Next',
  nextHide: 'Hide next actions',
  nextShow: 'Show next actions',
  nextCount: (count: number) => plural(count, '1 item needs you', (all) => `${all} items need you`),
  nextMore: (count: number) => plural(count, 'And 1 more', (all) => `And ${all} more`),
  nextActions: {
    expire_today: (count: number) =>
      plural(count, '1 offer expires today', (all) => `${all} offers expire today`),
    expire_soon: (count: number) =>
      plural(count, '1 offer expires within 3 days', (all) => `${all} offers expire within 3 days`),
    unknown: (count: number) =>
      plural(
        count,
        '1 submission is unconfirmed: confirm whether it was received',
        (all) => `${all} submissions are unconfirmed: confirm whether they were received`,
      ),
    refused: (count: number) =>
      plural(
        count,
        '1 application was rejected: fix it and send it again',
        (all) => `${all} applications were rejected: fix them and send them again`,
      ),
    more_information: (count: number) =>
      plural(
        count,
        '1 application needs more information',
        (all) => `${all} applications need more information`,
      ),
    stipulations: (count: number) =>
      plural(count, '1 deal has an open stipulation', (all) => `${all} deals have open stipulations`),
    ready: (count: number) =>
      plural(count, '1 draft is complete and not sent', (all) => `${all} drafts are complete and not sent`),
  },
  needsPaper: (count: number, paper: string) =>
    plural(
      count,
      `1 deal needs: ${paper.toLowerCase()}`,
      (all) => `${all} deals need: ${paper.toLowerCase()}`,
    ),
  actions: {
    nextRow: 'Next deal',
    previousRow: 'Previous deal',
    selectRow: 'Select or deselect deal',
    toggleBoard: 'Switch between list and board',
    columns: 'Choose columns',
    filter: 'Filter list',
    selectAll: 'Select all deals in the list',
  },
}
