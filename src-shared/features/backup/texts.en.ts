import { plural } from '../../platform/texts/plural.ts'

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
  changingKey: (percent: number) => `Changing document keys: ${percent}%`,
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
  startOver: 'Start over',
  ready: 'You are ready to start',
  continueToApp: 'Continue',
  passphrase: 'Passphrase',
  askedEachStart: 'You enter it at each start because this computer has no keychain.',
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

const deals = (count: number) => plural(count, '1 deal', (n) => `${n} deals`)
const documents = (count: number) => plural(count, '1 document', (n) => `${n} documents`)

export const backups = {
  what: 'Deals and documents are encrypted on this computer. A backup is created every day and opened to verify it. The last 7 daily and 4 weekly backups are kept.',
  failed: (when: string) => `The backup on ${when} failed.`,
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

export const setup = {
  welcome: 'Welcome to Funding Desk',
  twoMinutes: 'Set up in two minutes and send your first application.',
  steps: { connection: 'Connection', alerts: 'Offer alerts', recovery: 'Recovery code' },
  skip: 'Explore first',
  notConnected: 'Not connected yet.',
  notConnectedText: 'You can prepare applications now and send them once you are connected.',
  resume: 'Finish setup',
  saveAndContinue: 'Save and continue',
  fromAnotherComputer: 'Using Funding Desk on another computer?',
  relayAbout:
    'Your office’s relay receives the funding partner’s notifications and forwards them to this computer, so that you get offer alerts within a second.',
  doneTitle: 'You are set up',
  goTo: (recipient: string) => `Applications go ${recipient}.`,
  announced: 'You get an alert here as soon as an offer is available.',
  noRelay:
    'No relay is paired yet. The app checks with the funding partner periodically, so offer alerts can be delayed. You can pair a relay in Settings at any time.',
  drafts: 'Every draft change is saved and encrypted on this computer, even offline.',
  openPipeline: 'Open Pipeline',
  test: {
    title: 'End-to-end test event',
    about: 'The funding partner sends a real event to the relay, and the relay forwards it to this computer.',
    cameRound: (ms: number) =>
      plural(ms, 'It arrived in 1 millisecond.', (n) => `It arrived in ${n} milliseconds.`),
    stuck: 'It did not arrive. The marked step shows why.',
    again: 'Send another test',
    nothing: 'This computer has no registration with the funding partner yet, so there is nothing to test.',
  },
  demo: {
    try: 'Try it with the built-in sandbox',
    about:
      'No account needed. A sandbox and a relay start on this computer. Demo data is deleted when you close the app.',
    or: 'or',
    starting: 'Starting the sandbox. This takes a few seconds.',
    badge: 'Demo',
    meaning: 'A sandbox on this computer.',
    banner: 'This is a demo.',
    bannerText: 'Nothing leaves this computer. All demo data is deleted when you close the app.',
    leave: 'Leave demo',
    doneTitle: 'The demo is ready',
    explore:
      'Everything works as it does with the funding partner. Start an application, attach PDFs, and submit it. An offer arrives within a minute.',
  },
  credentials: {
    environment: 'Environment',
    sandboxAbout: 'For testing. It shares no IDs, secrets, or deals with production.',
    productionAbout: 'Real applications of real clients.',
    baseAddress: 'Base URL',
    fromPartner:
      'Your funding partner gives you this address, the client ID, and the secret with your API access.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretAbout: 'Stored in this computer’s keychain and never shown again.',
    secretKept: 'Stored in the keychain. Leave empty to keep it.',
    test: 'Test connection',
    gaveToken: (ms: number) => `The funding partner issued a token in ${ms} ms.`,
    genuine: (keys: number) => ({
      before: 'Its signature is valid: key ',
      after: `, one of ${keys} published.`,
    }),
    notChecked:
      'Its signature could not be verified because the funding partner has no keys at the expected address. Ask the funding partner for the address and change it in Settings, Advanced. Notifications cannot be verified until then.',
    validUntil: (instant: string) => `Valid until ${instant}; renewed automatically.`,
  },
  relay: {
    address: 'Relay address',
    code: 'Pairing code',
    codeAbout:
      'Get it from your relay administrator. It works once, for 10 minutes. You can also paste the whole pairing link here.',
    name: 'Name of this computer',
    thisComputer: 'This computer',
    pair: 'Pair and register',
    notNow: 'Not now',
    link: {
      title: 'A link asks to pair this computer with this relay:',
      about:
        'Pair only if your office’s administrator gave you this link and this name. The relay’s operator can see application statuses and can withhold notifications.',
      replaces: (host: string) => `This computer is paired with ${host}. Pairing replaces that relay.`,
      again: 'This computer is already paired with this relay.',
      later: 'First connect to your funding partner below. The next step is filled in from the link.',
      inDemo:
        'The demo has its own relay. To pair with this one, leave the demo. The app keeps the link until then.',
      refused: 'This pairing link cannot be used.',
      problems: {
        malformed: 'It is incomplete or damaged.',
        too_long: 'It is too long.',
        not_encrypted: 'Its address is not encrypted (https).',
        host: 'Its address has characters that can imitate another name, or an unusual form.',
        credentials: 'Its address contains a user name or a password.',
      },
      askNew:
        'Nothing was changed. Ask your relay administrator for a new link, or enter the address and the pairing code.',
      discard: 'Discard link',
    },
  },
}
