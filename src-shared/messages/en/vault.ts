/** Recovery code, passphrase, and recovery of data that cannot be opened. */
export const vault = {
  noCode: 'No recovery code yet.',
  lostWithIt: 'If you lose this computer or its keychain, you lose your data too.',
  makeOne: 'Create one now',
  recoveryCode: 'Recovery code',
  codeWorks: 'The recovery code is confirmed and works.',
  replaceCode:
    'A new code creates a new key for your data. The old code then no longer opens the data on this computer.',
  oldPaperStill:
    'The old code still opens earlier copies: backups made so far and archived data. You can replace those backups here afterward.',
  waitForKey: 'Your data is briefly unavailable while its key changes.',
  changingKey: {
    documents: (percent: number) => `Re-encrypting older documents: ${percent}%`,
    keys: (percent: number) => `Changing document keys: ${percent}%`,
  },
  stillOpens: 'Your previous recovery codes still open these copies:',
  olderBackups: (count: number, folder: string) =>
    count === 1 ? `1 backup in ${folder}` : `${count} backups in ${folder}`,
  replaceBackups: 'Replace these backups…',
  backupsReplaced: 'A new backup was created, and the older ones were deleted.',
  deleteFoldersYourself: 'Delete folders you no longer need yourself.',
  deleteOlder: (count: number) => (count === 1 ? 'Delete 1 older backup?' : `Delete ${count} older backups?`),
  deleteOlderText: (folder: string) =>
    `Funding Desk first creates and verifies a new backup. It then deletes backups in ${folder} that previous recovery codes open. Copies in other places stay.`,
  deleteThem: 'Back up and delete',
  penAndPaper: 'Get a pen and paper, and make sure that you are alone.',
  showCode: 'Show recovery code',
  written: 'I wrote it down',
  later: 'Later',
  confirmCode: 'Confirm code',
  showAgain: 'Show the code again',
  enterWords: 'Enter these words from your paper. The code does not work until you confirm it.',
  word: (place: number) => `Word ${place}`,
  startOverMore: 'Start over…',
  startOverQuestion: 'Start over with no deals?',
  startOverText:
    'The data that cannot be opened is archived unchanged, with its key if there is one. You need to set up the connection and relay again.',
  cancel: 'Cancel',
  startOver: 'Start over',
  ready: 'You are ready to start',
  continueToApp: 'Continue',
  passphrase: 'Passphrase',
  askedEachStart: 'You enter it at each start because this computer has no keychain.',
  open: 'Open',
  forgotten: 'Forgot passphrase',
  sameAgain: 'Repeat passphrase',
  differ: 'The passphrases do not match.',
  currentPassphrase: 'Current passphrase',
  changePassphrase: 'Change passphrase',
  nextPassphrase: 'New passphrase',
  changeKeeps:
    'Your data, recovery code, and backups do not change. Enter the new passphrase at the next start.',
  passphraseChanged: 'Passphrase changed.',
  usePassphrase: 'Use this passphrase',
  back: 'Back',
  welcomeBack: 'Welcome back',
  passphraseInstead: 'Use a passphrase instead',
  keysInFile:
    'Your keys are then kept in a file that only your passphrase opens. You enter it at each start.',
  tryAgain: 'Try again',
  enterCode: 'Enter your recovery code',
  nothingLost: 'It opens the existing data without any loss.',
  restoreBackup: 'Restore a backup',
  missingSince:
    'Changes made after the backup are missing. The data that cannot be opened is kept in a separate folder.',
  continueHere: 'Continue with existing data',
  continueHereText:
    'Opens all readable data without the missing changes. Copies of the damaged files are kept in a separate folder.',
  continueMore: 'Continue…',
  continueWithout: 'Continue without the missing changes?',
  continueWarning:
    'If you have a newer backup, restore it instead. A missing change may include a submitted application. Check with your funding partner before you submit it again.',
  continueNow: 'Continue',
  continued: 'Your data is open',
  damagedFilesIn: (folder: string) =>
    `Copies of the damaged files are in ${folder}. Keep this folder until you are sure that nothing is missing.`,
  chooseBackup: 'Choose a backup…',
  startOverHint:
    'Starts with no deals. The data that cannot be opened is kept unchanged in a separate folder.',
  openWithCode: 'Open with code',
  whyCode:
    'Your data is encrypted, and its key is in this computer’s keychain. If the computer breaks or its keychain is reset, only the recovery code opens your data: 12 words, shown once and stored nowhere.',
  writeDown:
    'Write down these 12 words in order. Keep the paper away from this computer. Anyone with the words and your data can read it.',
  oldDataIn: (folder: string) =>
    `The old data is in ${folder}. Keep this folder. The correct key can still open it.`,
  cannotBeOpened: {
    sandbox: 'Your sandbox data cannot be opened',
    production: 'Your production data cannot be opened',
  },
  dataIn: (folder: string) => `Your data is in ${folder}.`,
  newPassphrase:
    'Choose a new passphrase. Your recovery code then opens the data. Without the code, you can only restore a backup that it opens or start over. You need to enter the client secret and relay again.',
  tooShort: (least: number) => `Use at least ${least} characters. Four or five words work well.`,
}
