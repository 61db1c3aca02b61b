import { plural } from '../plural.ts'

const deals = (count: number) => plural(count, '1 deal', (n) => `${n} deals`)
const documents = (count: number) => plural(count, '1 document', (n) => `${n} documents`)

/** The vault section of Settings and backup restore. */
export const backups = {
  title: 'Vault',
  what: 'Deals and documents are encrypted on this computer. A backup is created every day and opened to verify it. The last 7 daily and 4 weekly backups are kept.',
  failed: (when: string) => `The backup on ${when} failed.`,
  recoveryCode: 'Recovery code',
  confirmedOn: (day: string) => `Confirmed on ${day}`,
  noneYet: 'None yet',
  last: 'Last backup',
  folder: 'Backup folder',
  yourData: 'Your data',
  secrets: 'Secrets',
  underPassphrase: 'Protected by your passphrase because this computer has no keychain',
  backUpNow: 'Back up now',
  changeFolder: 'Change folder…',
  newCode: 'New recovery code…',
  makeCode: 'Create recovery code…',
  inDemo:
    'All of this is deleted with the demo. Leave the demo first to restore a backup or change how your own data is protected.',
  firstSoon: 'None yet. The first backup is created one minute after start',
  whole: (dealCount: number, documentCount: number) =>
    `Verified: ${deals(dealCount)}, ${documents(documentCount)}`,
  filesGone: (count: number) =>
    plural(
      count,
      '1 attached file was already missing. Attach it again',
      (n) => `${n} attached files were already missing. Attach them again`,
    ),
  restoreMore: 'Restore a backup…',
  restoreTitle: 'Restore this backup?',
  madeAt: (environment: string, when: string, size: string) => `${environment}, created ${when}, ${size}`,
  takesThePlace:
    'The data in this backup replaces your current data. The current data is not deleted. Its folder is kept, and you see where.',
  locked:
    'This backup was created before a recovery code was confirmed. Only the computer that created it can open it.',
  restore: 'Restore',
  restored: 'Backup restored',
  areBack: (dealCount: number, documentCount: number) =>
    `${deals(dealCount)} and ${documents(documentCount)} were restored.`,
  documentsGone: (count: number) =>
    plural(
      count,
      '1 of the documents was already missing when the backup was created.',
      (n) => `${n} of the documents were already missing when the backup was created.`,
    ),
  before: (folder: string) => `Your previous data is in ${folder}.`,
  codeHint:
    'Enter the 12 words in order. Capitalization does not matter. The first four letters of each word are enough.',
}
