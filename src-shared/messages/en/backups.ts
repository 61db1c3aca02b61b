import { plural } from '../plural.ts'

const deals = (count: number) => plural(count, '1 deal', (n) => `${n} deals`)
const documents = (count: number) => plural(count, '1 document', (n) => `${n} documents`)

/** The section of the vault, and the way back from a backup. */
export const backups = {
  title: 'Vault',
  what: 'Deals and documents lie encrypted on this computer. A backup is made every day by itself and opened to see that it is whole; the last 7 days and 4 weeks are kept.',
  failed: (when: string) => `The backup of ${when} failed.`,
  recoveryCode: 'Recovery code',
  confirmedOn: (day: string) => `Confirmed on ${day}`,
  noneYet: 'None yet',
  last: 'Last backup',
  folder: 'Folder of backups',
  yourData: 'Your data',
  secrets: 'Secrets',
  underPassphrase: 'Under your passphrase, since this computer has no keychain',
  backUpNow: 'Back up now',
  changeFolder: 'Change the folder…',
  newCode: 'New recovery code…',
  makeCode: 'Make a recovery code…',
  inDemo:
    'All of this goes with the demo. To restore a backup or to change how your own data is kept, leave the demo first.',
  firstSoon: 'None yet; the first is made a minute after the start',
  whole: (dealCount: number, documentCount: number) =>
    `Opened and whole: ${deals(dealCount)}, ${documents(documentCount)}`,
  filesGone: (count: number) =>
    plural(
      count,
      '1 attached file was gone already; attach it again',
      (n) => `${n} attached files were gone already; attach them again`,
    ),
  restoreMore: 'Restore a backup…',
  restoreTitle: 'Restore this backup?',
  madeAt: (environment: string, when: string, size: string) => `${environment}, made ${when}, ${size}`,
  takesThePlace:
    'The data in it takes the place of what is here now. What is here now is not deleted: its folder is kept beside, and you are told where.',
  locked:
    'This backup was made before a recovery code was confirmed. Only the computer that made it can open it.',
  restore: 'Restore',
  restored: 'The backup is restored',
  areBack: (dealCount: number, documentCount: number) =>
    `${deals(dealCount)} and ${documents(documentCount)} are back.`,
  documentsGone: (count: number) =>
    plural(
      count,
      '1 of the documents was gone already when the backup was made.',
      (n) => `${n} of the documents were gone already when the backup was made.`,
    ),
  before: (folder: string) => `What was here before lies in ${folder}.`,
  codeHint:
    'The 12 words in their order. Capitals do not matter; the first four letters of a word are enough.',
}
