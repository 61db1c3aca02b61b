import { formatMoney } from '../../entry/money.ts'
import { plural } from '../plural.ts'

/** Texts that surround every screen, such as the navigation, and the names of the Settings sections. */
export const shell = {
  main: 'Main',
  skipToContent: 'Skip to content',
  pipeline: 'Pipeline',
  inbox: 'Inbox',
  callLog: 'Call log',
  settings: 'Settings',
  setup: 'Setup',
  unread: 'unread',
  sandbox: 'Sandbox',
  production: 'Production',
  sandboxMeaning: 'Test data only.',
  productionMeaning: 'Real applications.',
  loadingScreen: 'Loading the screen',
  sectionsOfSettings: 'Settings sections',
  sections: {
    connection: 'Connection',
    alerts: 'Offer alerts',
    notifications: 'Notifications',
    sending: 'Sending',
    creditBox: 'Funder criteria',
    vault: 'Vault',
    lock: 'App lock',
    appearance: 'Appearance',
    advanced: 'Advanced',
    about: 'About and updates',
  },
  colorsLabel: 'Colors',
  colors: { light: 'Light', dark: 'Dark', system: 'System' },
  languageLabel: 'Language',
  asSystem: 'System',
  zoomLabel: 'Zoom',
  zoomHint: 'You can also press Ctrl or ⌘ with + or −. Press it with 0 to reset.',
  singleKeys: 'Shortcuts without Ctrl or ⌘',
  singleKeysHint: 'For example J, X, and ?. Turn them off if you use dictation or press them by accident.',
  motionNote: 'Funding Desk follows your system setting for reduced motion.',
  diagnostics: 'Diagnostics',
  diagnosticsText:
    'A file for your support contact: versions, counts, error codes, and app logs. It contains no client data, addresses, or secrets. Review it first. It leaves this computer only if you send it.',
  showDiagnostics: 'Show contents',
  saveDiagnostics: 'Save…',
  diagnosticsSaved: (name: string) => `Saved as ${name}.`,
  keepsRunning: 'Funding Desk keeps running',
  keepsRunningText:
    'You still get offer alerts while the window is closed. To stop, choose Quit from the tray or menu bar icon.',
  brokerCopy: 'For internal use only. Do not give to the merchant.',
  printedOn: (when: string) => `Printed ${when}`,
  alertsOff: 'Alerts off',
  connecting: 'Connecting…',
  catchingUp: 'Catching up…',
  live: 'Live',
  polling: 'Checking regularly',
  offline: 'Offline',
  relayRefused: 'Relay rejected',
  needsAttention: 'Check notifications',
  connectionLabel: (state: string, detail: string) => `Alerts: ${state}. ${detail}`,
  oneNotice: '1 notice',
  since: 'Since',
  webhookProblem: (problem: string) => `${problem} You may not get offer alerts until you fix it.`,
  showWebhooks: 'Show webhooks',
  gotIt: 'Got it',
}

/** Texts that several screens use. The texts of a single screen are in a file for that screen. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  undo: 'Undo',
  tryAgain: 'Try again',
  goToPipeline: 'Go to Pipeline',
  reading: 'Loading',
  justNow: 'just now',
  unsaved: {
    question: 'You have unsaved changes.',
    leave: 'Discard changes',
    stay: 'Keep editing',
  },
}

/** Texts of the application menu and of the context menu. */
export const menu = {
  about: 'About Funding Desk',
  settings: 'Settings…',
  services: 'Services',
  hide: 'Hide Funding Desk',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  quit: 'Quit Funding Desk',
  file: 'File',
  print: 'Print…',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  view: 'View',
  fullScreen: 'Full screen',
  window: 'Window',
  minimize: 'Minimize',
  zoomWindow: 'Zoom',
  front: 'Bring all to front',
  help: 'Help',
  aboutAndDiagnostics: 'About and diagnostics',
  addToDictionary: 'Add to dictionary',
  noSuggestions: 'No suggestions',
  openInNewWindow: 'Open in new window',
  copyLink: 'Copy link to this deal',
}

/** Texts of the command palette, of the list of keyboard shortcuts, and of the actions of every screen. */
export const palette = {
  openPalette: 'Command palette',
  placeholder: 'Search commands or deals…',
  actions: 'Actions',
  deals: 'Deals',
  recentDeals: 'Recent deals',
  unnamedDeal: 'No name',
  nothing: 'No results. Try fewer letters.',
  openShortcuts: 'Keyboard shortcuts',
  shortcutsTitle: 'Keyboard shortcuts',
  sections: { go: 'Go', pipeline: 'Pipeline', deal: 'Deal', app: 'App' },
  goTo: (place: string) => `Go to: ${place}`,
  back: 'Go back',
  forward: 'Go forward',
  newWindow: 'New window',
  closeWindow: 'Close window',
  print: 'Print this screen',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Reset zoom',
  toggleTheme: 'Switch between light and dark',
}

export const inbox = {
  title: 'Inbox',
  markAllRead: 'Mark all as read',
  newestFirst: 'Updates, newest first',
  unread: 'Unread:',
  requested: (amount: string) => `${amount} requested`,
  actions: { next: 'Next update', previous: 'Previous update', read: 'Mark as read', snooze: 'Snooze' },
  nothingYet: 'No updates yet',
  whatComes:
    'Updates from the funding partner appear here and as notifications. Each stays unread until you see it.',
}

/** Texts of system notifications, of the tray menu, and of dialogs. */
export const notifications = {
  offered: (name: string, cents: number) => `${name} · ${formatMoney(cents)}`,
  requested: (name: string, cents: number) => `${name} · ${formatMoney(cents)} requested`,
  andMore: (names: string, others: number) =>
    plural(others, `${names} and 1 more`, (n) => `${names} and ${n} more`),
  updates: (count: number) => plural(count, '1 update', (n) => `${n} updates`),
  offersAvailable: (count: number) => plural(count, '1 offer available', (n) => `${n} offers available`),
  dealsWith: (status: string, count: number) =>
    plural(count, `${status}: 1 deal`, (n) => `${status}: ${n} deals`),
  reminders: (count: number) => plural(count, '1 reminder', (n) => `${n} reminders`),
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

/** Texts that the app shows if some content cannot be rendered. */
export const broken = {
  screen: 'This screen cannot be displayed',
  screenAdvice:
    'Some of its data could not be displayed. Nothing was changed or sent. The other screens still work.',
  row: 'This entry cannot be displayed because its data is unreadable.',
  time: 'Unknown time',
}
