import { plural } from '../plural.ts'

/** System notifications, tray menu, and dialogs. */
export const notifications = {
  andMore: (names: string, others: number) =>
    plural(others, `${names} and 1 more`, (n) => `${names} and ${n} more`),
  updates: (count: number) => plural(count, '1 update', (n) => `${n} updates`),
  offersAvailable: (count: number) => plural(count, '1 offer available', (n) => `${n} offers available`),
  dealsWith: (status: string, count: number) =>
    plural(count, `${status}: 1 deal`, (n) => `${status}: ${n} deals`),
  unconfirmed: (title: string) => `${title} (unconfirmed)`,
  tryTitle: 'Test: offer alert',
  tryBody: 'This is only a test. Nothing has changed.',
  nothingUnread: 'No unread updates',
  unread: (count: number) => plural(count, '1 unread', (n) => `${n} unread`),
  open: 'Open Funding Desk',
  starting: 'Starting…',
  quit: 'Quit Funding Desk',
  chooseBackup: 'Choose a backup',
  backups: 'Funding Desk backups',
  chooseBackupFolder: 'Choose a backup folder',
  pdf: 'PDF document',
  json: 'JSON file',
  csv: 'CSV file',
  zip: 'Zip file',
}
