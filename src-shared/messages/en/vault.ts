/** Looking after the data: recovery code, passphrase, and what to do when it does not open. */
export const vault = {
  noCode: 'No recovery code yet.',
  lostWithIt: 'If this computer or its keychain is lost, your data is lost with it.',
  makeOne: 'Make one now',
  recoveryCode: 'Recovery code',
  codeWorks: 'The recovery code is confirmed and works.',
  replaceCode:
    'A new code gives your data a new key. From then on the old code no longer opens the data on this computer.',
  oldPaperStill:
    'The old paper still opens copies from before: backups made until now, and data that was set aside. Afterwards you can replace those backups here.',
  waitForKey: 'Your data is closed for a moment while its key changes.',
  changingKey: {
    documents: (percent: number) => `Encrypting older documents once more: ${percent}%`,
    keys: (percent: number) => `Changing the key of each document: ${percent}%`,
  },
  stillOpens: 'Recovery codes that you replaced still open these copies:',
  olderBackups: (count: number, folder: string) =>
    count === 1 ? `1 backup in ${folder}` : `${count} backups in ${folder}`,
  replaceBackups: 'Replace these backups…',
  backupsReplaced: 'A new backup was made, and the older ones are deleted.',
  deleteFoldersYourself: 'Delete folders that you no longer need yourself.',
  deleteOlder: (count: number) => (count === 1 ? 'Delete 1 older backup?' : `Delete ${count} older backups?`),
  deleteOlderText: (folder: string) =>
    `A new backup is made and checked first. Then the backups that earlier recovery codes open are deleted from ${folder}. Copies in other places stay.`,
  deleteThem: 'Make a backup and delete',
  penAndPaper: 'Have pen and paper at hand, and nobody looking over your shoulder.',
  showCode: 'Show the recovery code',
  written: 'I have written it down',
  later: 'Later',
  confirmCode: 'Confirm the code',
  showAgain: 'Look at the code again',
  enterWords: 'Enter these words from your paper. Until you have, the code does not work.',
  word: (place: number) => `Word ${place}`,
  startOverMore: 'Begin anew…',
  startOverQuestion: 'Begin with no deals?',
  startOverText:
    'The data that cannot be opened is moved aside as it is, with its key if there is one, and never touched again. Connection and relay have to be set up once more.',
  cancel: 'Cancel',
  startOver: 'Begin anew',
  ready: 'You can begin',
  continueToApp: 'Go on',
  passphrase: 'Passphrase',
  askedEachStart: 'It is asked at each start, since this computer has no keychain.',
  open: 'Open',
  forgotten: 'I forgot it',
  sameAgain: 'The same again',
  differ: 'The two differ.',
  currentPassphrase: 'Present passphrase',
  changePassphrase: 'Change the passphrase',
  nextPassphrase: 'New passphrase',
  changeKeeps:
    'Your data, the recovery code and the backups stay as they are. The new passphrase is asked at the next start.',
  passphraseChanged: 'The passphrase is changed.',
  usePassphrase: 'Use this passphrase',
  back: 'Back',
  welcomeBack: 'Welcome back',
  passphraseInstead: 'Use a passphrase instead',
  keysInFile: 'The keys are then kept in a file that only your passphrase opens. You enter it at each start.',
  tryAgain: 'Try again',
  enterCode: 'Enter your recovery code',
  nothingLost: 'It opens the data that is here, and nothing is lost.',
  restoreBackup: 'Restore a backup',
  missingSince:
    'What you did since it was made is missing then. The data that cannot be opened is kept beside.',
  continueHere: 'Continue with what is here',
  continueHereText:
    'Opens the data that can still be read, without the missing changes. Copies of the damaged files are kept in a separate folder.',
  continueMore: 'Continue…',
  continueWithout: 'Continue without the missing changes?',
  continueWarning:
    'If you have a newer backup, restore it instead. An application may have been sent in a change that is missing: check with your funding partner before you submit it again.',
  continueNow: 'Continue',
  continued: 'Your data is open',
  damagedFilesIn: (folder: string) =>
    `Copies of the damaged files are in ${folder}. Keep this folder until you are sure that nothing is missing.`,
  chooseBackup: 'Choose a backup…',
  startOverHint: 'With no deals. The data that cannot be opened is kept beside, untouched.',
  openWithCode: 'Open with the code',
  whyCode:
    'Your data is encrypted, and the key lies in the keychain of this computer. When the computer breaks or its keychain is reset, the recovery code is the only way back: 12 words, shown once and stored nowhere.',
  writeDown:
    'Write these 12 words down in this order, and keep the paper away from this computer. Whoever has them and your data can read it.',
  oldDataIn: (folder: string) =>
    `The old data lies in ${folder}. Keep this folder: with the right key it can still be opened.`,
  cannotBeOpened: {
    sandbox: 'Your sandbox data cannot be opened',
    production: 'Your production data cannot be opened',
  },
  dataIn: (folder: string) => `Your data lies in ${folder}.`,
  newPassphrase:
    'Choose a new passphrase. After that your recovery code opens the data; without the code only a backup that it opens, or a new beginning, is left. Client secret and relay have to be entered again.',
  tooShort: (least: number) => `At least ${least} characters; four or five words are good.`,
}
