import { plural } from '../plural.ts'

export const pipeline = {
  title: 'Pipeline',
  newApplication: 'New application',
  searchDeals: 'Search deals',
  searchHint: 'Name, owner, reference, EIN’s last four, note',
  clearSearch: 'Clear the search',
  import: 'Import',
  exportCsv: 'Export as CSV',
  print: 'Print the list',
  printSelected: 'Print the selected deals',
  exportSelected: 'Export the selected deals as CSV',
  /** On paper, below the title. */
  printed: {
    all: (count: number) => plural(count, '1 deal', (many) => `${many} deals`),
    first: (count: string, total: string) =>
      `The first ${count} of ${total} deals. Narrow the list to print the others.`,
    selected: (count: number) => plural(count, '1 selected deal', (many) => `${many} selected deals`),
    firstSelected: (count: string, total: string) =>
      `The first ${count} of ${total} selected deals. Select fewer to print the others.`,
    search: (search: string) => `“${search}”`,
    sorted: (column: string) => `sorted by ${column}`,
    reversed: (column: string) => `sorted by ${column}, the other way round`,
  },
  deals: 'Deals',
  view: 'View',
  list: 'List',
  board: 'Board',
  noName: 'No name yet',
  dealWithoutName: 'the deal without a name',
  reading: 'Reading the deals',
  readingMore: 'Reading more',
  found: (count: number) => plural(count, '1 deal found', (all) => `${all} deals found`),
  binNote: (days: number) =>
    `Drafts stay for at least ${days} days, then they are deleted for good. Deleting here withdraws nothing from the service.`,
  binKeeps: (years: number | null): string =>
    years === null
      ? 'Deals that were ever submitted stay until you delete them.'
      : `Deals that were ever submitted stay for ${years} years.`,
  binChange: 'Change this',
  keptInBin: 'Your records',
  binEmpty: 'The bin is empty',
  noneIn: (stage: string) => `No deals in “${stage}”`,
  noneNarrowed: 'No deal fits these filters',
  noMatch: (search: string) => `No deal matches “${search}”`,
  noMatchIn: (search: string, stage: string) => `No deal matches “${search}” in “${stage}”`,
  showInAll: (count: string) => `Show ${count} in all deals`,
  showInBin: (count: string) => `Show ${count} in the bin`,
  showAll: 'Show all deals',
  firstTitle: 'Your first application',
  firstBody:
    'Fill it in at your own pace, also without a network: every change is saved on this computer, encrypted. Attach the PDFs, submit, and be told the moment an offer is there.',
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
  boardAmount: (amount: string) => `${amount} asked for`,
  boardOffer: (amount: string) => `${amount} offered`,
  boardNone: 'Nothing here',
  next: 'Next',
  nextHide: 'Fold next actions away',
  nextShow: 'Show next actions',
  nextCount: (count: number) => plural(count, '1 thing waits for you', (all) => `${all} things wait for you`),
  nextMore: (count: number) => plural(count, 'And 1 more', (all) => `And ${all} more`),
  nextActions: {
    expire_today: (count: number) =>
      plural(count, '1 offer expires today', (all) => `${all} offers expire today`),
    expire_soon: (count: number) =>
      plural(count, '1 offer expires within 3 days', (all) => `${all} offers expire within 3 days`),
    unknown: (count: number) =>
      plural(
        count,
        '1 submission is unclear: say what became of it',
        (all) => `${all} submissions are unclear: say what became of them`,
      ),
    refused: (count: number) =>
      plural(
        count,
        '1 application was refused: mend and send it again',
        (all) => `${all} applications were refused: mend and send them again`,
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
      `1 deal waits for: ${paper.toLowerCase()}`,
      (all) => `${all} deals wait for: ${paper.toLowerCase()}`,
    ),
  actions: {
    nextRow: 'Next deal',
    previousRow: 'Previous deal',
    selectRow: 'Select or unselect the deal',
    toggleBoard: 'Switch between list and board',
    columns: 'Choose columns',
    filter: 'Filter the list',
    selectAll: 'Select all deals of the list',
  },
}
