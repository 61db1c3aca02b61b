import { monthsText, plural } from '../../platform/texts/plural.ts'

export const settings = {
  support: 'Support',
  supportMode: 'Support mode',
  supportModeHint:
    'Shows application fields, API endpoints, network and certificate, rate limit, and the call log here. Timelines show the SHA-256 hash of what was sent. Forms and proofs can also be saved as JSON.',
  retention: {
    title: 'Deals in Trash',
    what: 'Drafts that were never submitted are deleted permanently after at least 30 days in Trash. Submitted deals keep their proof and timeline, so they stay.',
    keep: 'Keep submitted deals',
    law: 'California and other states ask brokers to keep records for four years. The period starts at the last change or when you moved the deal to Trash, whichever is later.',
    untilDeleted: 'Until I delete them',
    years: (years: number) => `${years} years`,
  },
  consent: {
    trust: (count: number) =>
      plural(count, 'Trust this certificate?', (n) => `Trust these ${n} certificates?`),
    trustText:
      'Anyone who holds its key can read everything Funding Desk sends, including client secrets and applications. Continue only if your office’s administrator gave it to you.',
    trustIt: 'Trust',
    move: 'Send to a different address?',
    moveText: (from: string, to: string) =>
      `Applications and documents have gone to ${from} so far. They would now go to ${to}. Continue only if the funding partner asked you to change this.`,
    moveIt: 'Use this address',
    relay: 'Use this relay?',
    relayText: (from: string | null, to: string) =>
      `${from === null ? '' : `The current relay is ${from}. `}The funding partner’s notifications would go to ${to}. The relay’s operator can see application statuses and can withhold notifications. Continue only if your office’s administrator gave you this address.`,
    relayIt: 'Use this relay',
    endpoints: 'Use these API endpoints?',
    endpointsText:
      'This changes the requests that Funding Desk sends with your credentials, the keys it trusts for notifications, or the fields it reads offers from. Continue only if the funding partner gave you this profile.',
    signingKeys: (from: string, to: string) => `Notification signing keys: ${to} (now: ${from})`,
    offerFields: 'Offers are read from these fields:',
    endpointsIt: 'Use this profile',
    restore: 'Use the connections in this backup?',
    restoreText:
      'This backup connects Funding Desk to addresses that this computer does not use now. Continue only if you created this backup.',
    restoreService: (address: string) => `Applications and documents would go to ${address}`,
    restoreRelay: (address: string) => `Notifications would come from the relay ${address}`,
    restoreIt: 'Restore',
  },
  connectionTitle: 'Connection to the funding partner',
  forgetCredentials: 'Remove credentials',
  testAndSave: 'Test and save',
  connectionWorks: 'The connection works and is saved.',
  forgetRelay: 'Remove relay',
  registered: 'Registered with the funding partner',
  notYet: 'Not yet',
  announcedFromNow: 'You now get offer alerts here.',
  unsaved: {
    note: 'Not saved yet.',
    atClose: 'You have unsaved settings.',
  },
  savedForNext: 'Saved for the next submission.',
  sendingWhat:
    'Each submission waits a moment so that you can undo it. You get a warning if you submitted the same client within the days below.',
  undoSeconds: 'Undo time in seconds',
  duplicateDays: 'Duplicate warning period in days',
  rateLimitSaved: 'Rate limit saved.',
  rateLimit: 'Rate limit',
  maxRequests: 'Max requests per second',
  pollingMinimum: 'Min minutes between checks',
  saveRateLimit: 'Save rate limit',
  rateLimitAbout:
    'The funding partner has not published a rate limit, so the app assumes one. Requests that you wait for go first. Without a relay, the app checks each open deal: a new deal at this interval, older deals less often.',
  quietHours: 'Quiet hours',
  quietAbout: 'Pause notifications during these hours and show a summary afterward',
  from: 'From',
  to: 'To',
  weekends: 'All day on Saturday and Sunday',
  notifyOffersAnyway: 'Always notify about offers',
  testSent:
    'Your system was asked to show a notification. If none appeared, allow Funding Desk in your system settings.',
  sendTest: 'Send a test',
  alwaysInToday: 'All updates also appear on Today.',
  announce: 'Notify',
  keepListening: 'Keep running when the window is closed',
  trayNote: 'Funding Desk stays in the tray or menu bar. Quit it from there.',
  startAtLogin: 'Start when I sign in to this computer',
  onlyInstalled: 'Available in the installed app. This is a development build.',
  withoutWindow: 'It starts without a window.',
  networkSaved: 'Network settings saved.',
  network: 'Network',
  proxyAddress: 'Proxy address',
  proxyUser: 'Proxy user name',
  onlyIfAsked: 'Only if the proxy requires one.',
  proxyPassword: 'Proxy password',
  inKeychain: 'Stored in the keychain. Leave empty to keep it.',
  certificate: 'Office certificate',
  pem: 'In PEM format, if your office inspects its traffic. Certificates that your operating system trusts are always trusted.',
  saveNetwork: 'Save network settings',
  forgetting: {
    credentials: {
      title: 'Remove credentials?',
      body: 'The client secret is removed from the keychain. Deals and drafts stay, but nothing can be sent until you enter it again.',
    },
    relay: {
      title: 'Remove relay?',
      body: 'The app then checks with the funding partner periodically, so offer alerts are delayed. Ask your relay administrator to revoke this device too.',
    },
  },
  proxy: 'Proxy',
  proxies: {
    system: 'Use system proxy (including scripts)',
    none: 'No proxy',
    manual: 'Use this proxy:',
  },
  otherUpdates: 'Other updates from the funding partner',
}

export const connection = {
  pollingInstead: 'The app checks your open deals instead, so offer alerts may be minutes late.',
  noRelayNoPolling: 'No relay is paired, and the app cannot check applications with this funding partner.',
  notReported: 'You do not get alerts for offers and status changes here.',
  pairInSettings: 'Pair a relay in Settings, under Offer alerts.',
  notConnected: 'This environment is not connected to a funding partner yet.',
  enterCredentials: 'Enter the credentials in Settings.',
  connecting: 'Connecting to the relay.',
  reportedOnceConnected:
    'You get offer alerts as soon as the relay is connected. The relay keeps all notifications until then.',
  catchingUp: 'Loading updates that arrived while this computer was offline.',
  reportedNow: 'You get alerts for offers that arrived in the meantime.',
  connected: 'Connected to the relay.',
  reportedImmediately: 'You get alerts for offers and status changes immediately.',
  pollingRegularly: 'No relay is paired. The app checks your open deals regularly.',
  reportedLate: 'Offer alerts are minutes late, and hours late for older deals.',
  pairForInstantAlerts: 'For instant alerts, pair a relay in Settings, under Offer alerts.',
  relayUnreachable: 'The relay cannot be reached.',
  serviceUnreachable: 'The funding partner cannot be reached.',
  reportedOnceReached: 'You get offer alerts once it can be reached again.',
  checkNetwork: 'Check your network.',
  refused: 'The relay does not accept this computer.',
  offersNotReported: 'You do not get offer alerts here.',
  neitherReached:
    'The funding partner cannot be reached either, so offer alerts are delayed. The relay keeps all notifications until then.',
  reportedOnceReachedKept:
    'You get offer alerts once it can be reached again. The relay keeps all notifications until then.',
  pollingIfLong:
    'You get offer alerts once it can be reached again. If that takes long, the app checks with the funding partner instead. The relay keeps all notifications until then.',
}

/** Texts about the payload profile (the description of the form) in Settings. */
export const profiles = {
  title: 'Application fields',
  about:
    'The funding partner has not published the fields of an application. The standard is based on comparable partners. If the funding partner gives you a profile, import it here. Drafts are updated and keep all values.',
  revision: (title: string, version: number) => `${title} · version ${version}`,
  yours: 'yours',
  export: 'Export to a file',
  exported: (file: string) => `Saved as ${file}. Edit it with any text editor, then import it here.`,
  import: 'Import a file',
  reset: 'Reset to standard',
  saved: 'Application fields saved.',
  good: 'This profile can be used.',
  unchanged: 'It is the same as the current profile.',
  changesNow: (count: number) =>
    plural(count, '1 change to the current profile', (n) => `${n} changes to the current profile`),
  changesStandard: (count: number) =>
    plural(count, '1 difference from the standard', (n) => `${n} differences from the standard`),
  unreadable:
    'This version of the app cannot read your saved profile. It uses the standard, and nothing is sent until you save a profile again or reset to the standard.',
  fields: (count: number, sections: number) =>
    `${plural(count, '1 field', (n) => `${n} fields`)} in ${plural(sections, '1 section', (n) => `${n} sections`)}`,
  change: 'Change',
  what: 'Field',
  before: 'Before',
  after: 'After',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  /** Names the line of the profile's JSON text in which there is a problem. */
  line: (line: number) => `Line ${line}`,
  wrong: (count: number) => plural(count, '1 problem found', (n) => `${n} problems found`),
  problems: {
    title: 'This is not a valid payload profile.',
    advice: 'Nothing was changed. Fix the file and import it again.',
    noJson: (where: string) => `This is not valid JSON: ${where}`,
    outside: (path: string) => `“${path}” must be inside application or company.`,
    twice: (path: string) => `“${path}” appears twice.`,
    sensitive: (label: string) => `“${label}” must be marked as sensitive.`,
    noChoices: (label: string) => `“${label}” has no choices.`,
    figurePlace: (label: string) =>
      `“${label}” names a statement figure that does not fit: figures of positions belong in a list, all others do not.`,
    unknownKind: (kind: string) => `Unknown document type “${kind}”.`,
    schema: 'This JSON Schema cannot be used because a reference is missing.',
    pattern: (pattern: string) =>
      `The pattern “${pattern}” could take too long. Use at most one repetition, outside of groups and after “^”.`,
    schemaTooLarge: 'This JSON Schema is too large or refers to itself.',
    requiredKey: (key: string) => `The specification requires “${key}”.`,
    sameVersion: (next: number) => `This profile has changes. Use version ${next}.`,
  },
}

/** Texts about the webhook registrations at the funding partner, and about the test event. */
export const webhooks = {
  title: 'Webhooks',
  what: 'Where the funding partner sends notifications.',
  notReported: 'This funding partner does not list its registrations. The list shows those created here.',
  readAt: (when: string) => `Loaded from the funding partner ${when}.`,
  kinds: { offer: 'Offers', application: 'Application status' },
  origins: {
    here: 'This office’s relay',
    former: 'Created here, for another address',
    foreign: 'Another address',
  },
  drift: 'This office does not get notifications correctly',
  problems: {
    missing: (kind: string) => `The registration for “${kind}” is missing at the funding partner.`,
    switched_off: (kind: string) => `The registration for “${kind}” is turned off at the funding partner.`,
    elsewhere: (kind: string) => `The registration for “${kind}” does not point to this relay’s address.`,
  },
  fix: 'Fix',
  noRelay: 'No relay is paired with this computer, so there is no address to register. Pair one above.',
  register: 'Register this office’s relay',
  about: 'Type',
  sentTo: 'Sent to',
  on: 'On',
  onFor: (kind: string, url: string) => `Notifications about ${kind} to ${url}`,
  test: 'Test',
  testFor: (kind: string) => `Test ${kind}`,
  deleteFor: (kind: string, url: string) => `Delete ${kind} to ${url}`,
  deleteTitle: 'Delete this registration?',
  stops: (kind: string) => `The funding partner stops sending “${kind}” to this address:`,
  ours: 'This office no longer gets these notifications immediately. You can register again at any time.',
  theirs:
    'It was not created for this office’s relay. The recipient no longer gets these notifications. Ask the recipient first.',
  testEvent: 'Test event',
  places: { service: 'Funding partner', relay: 'Relay', app: 'This computer' },
  reached: 'Reached',
  stuck: 'Stopped here',
  notReached: 'Not reached',
  waiting: 'Waiting',
}

/** Texts about the endpoint profile (the description of the partner's API) in Settings. */
export const endpoints = {
  saved: 'API endpoints saved.',
  title: 'API endpoints',
  revision: (title: string, version: string | number, isStandard: boolean) =>
    `${title} · revision ${version}${isStandard ? '' : ' (yours)'}`,
  what: 'The funding partner has not published all endpoints. Those marked “assumed” follow comparable partners. If the funding partner gives you different ones, change them here.',
  standard: 'Funding partner, version 1',
  operation: 'Operation',
  methodAndPath: 'Method and path',
  assumed: 'assumed',
}

export const calls = {
  title: 'Call log',
  what: 'Requests to the funding partner in the last 30 days. Request contents are not stored.',
  open: 'View call log',
  search: 'Search calls',
  searchBy: 'Path, status, or outcome',
  none: 'No requests yet.',
  noneFits: (search: string) => `No results for “${search}”.`,
  time: 'Time',
  request: 'Request',
  outcome: 'Outcome',
  status: 'Status',
  duration: 'Duration',
  sent: 'Sent',
  received: 'Received',
  outcomes: {
    answered: 'Answered',
    refused: 'Rejected',
    not_received: 'Not received',
    unknown: 'Unconfirmed',
    failed: 'Failed',
  },
}

/** Texts about the criteria of funders (in code: the credit box), and about why a draft does not meet them. */
export const creditBox = {
  intro:
    'Enter what your funders accept. Drafts outside these criteria are marked, with the reason, before you submit. You can still submit them.',
  none: 'No funder criteria yet.',
  add: 'Add funder criteria',
  removeNamed: (name: string) => `Remove ${name}`,
  newName: 'My usual funder',
  saved: 'Saved. Drafts are now checked against these criteria.',
  unnamed: 'Enter a name for each funder.',
  fields: {
    minimum_amount: 'Min amount',
    maximum_amount: 'Max amount',
    minimum_score: 'Min credit score',
    minimum_revenue: 'Min monthly revenue',
    minimum_months: 'Min months in business',
    maximum_positions: 'Max existing positions',
    maximum_times_revenue: 'Max amount as a multiple of monthly revenue',
    minimum_balance: 'Min average daily balance',
    maximum_nsf: 'Max NSF and overdraft fees in a month',
    maximum_negative_days: 'Max negative days in a month',
    maximum_funder_share: 'Max share of revenue taken by funders (%)',
    minimum_deposits: 'Min deposits in a month',
    states: 'Excluded states',
    industries: 'Excluded industries',
  },
  industriesHint:
    'Enter the start of a NAICS or SIC code (713), a range of codes (44-45), or a word (cannabis). Press Enter after each one.',
  statementsHint:
    'Checked with the last three months of verified statements. Without them, the app says that it could not check.',
  noRule: 'No limit',
  outside: (count: number) =>
    plural(
      count,
      '1 value is outside the funder criteria',
      (n) => `${n} values are outside the funder criteria`,
    ),
  outsideShort: (count: number) => plural(count, '1 outside criteria', (n) => `${n} outside criteria`),
  goToStatements: 'Show statements',
  notAllChecked: 'Not all criteria checked',
  /** Names the criteria that could not be checked. */
  unchecked: (criteria: readonly string[]) =>
    `Not checked, because the verified statements do not contain the figures: ${criteria.join('; ')}.`,
  uncheckedNone: (criteria: readonly string[]) =>
    `Not checked, because no whole month is verified: ${criteria.join('; ')}.`,
  statementRules: {
    balance_low: 'average daily balance',
    nsf_high: 'NSF and overdraft fees',
    negative_days_high: 'negative days',
    funder_share_high: 'share of revenue taken by funders',
    deposits_low: 'number of deposits',
  },
  /** `month` is such as `2026-04`. */
  statementReasons: {
    balance_low: (balance: string, limit: string) => `average daily balance ${balance}; minimum ${limit}`,
    nsf_high: (fees: number, limit: number, month: string) =>
      `${plural(fees, '1 NSF or overdraft fee', (n) => `${n} NSF or overdraft fees`)} in ${monthsText([month])}; maximum ${limit}`,
    negative_days_high: (days: number, limit: number, month: string) =>
      `${plural(days, '1 negative day', (n) => `${n} negative days`)} in ${monthsText([month])}; maximum ${limit}`,
    funder_share_high: (share: string, limit: string) =>
      `funders take ${share} of the revenue; maximum ${limit}`,
    deposits_low: (deposits: number, limit: number, month: string) =>
      `${plural(deposits, '1 deposit', (n) => `${n} deposits`)} in ${monthsText([month])}; minimum ${limit}`,
  },
  fine: 'You can still submit it.',
  reasonOf: (box: string, reason: string) => `${box}: ${reason}`,
  reasons: {
    amount_low: (amount: string, limit: string) => `requests ${amount}; minimum ${limit}`,
    amount_high: (amount: string, limit: string) => `requests ${amount}; maximum ${limit}`,
    score_low: (score: number, limit: number) => `credit score ${score}; minimum ${limit}`,
    revenue_low: (revenue: string, limit: string) => `monthly revenue ${revenue}; minimum ${limit}`,
    months_low: (months: number, limit: number) =>
      `${plural(months, '1 month', (n) => `${n} months`)} in business; minimum ${limit}`,
    state: (state: string) => `excludes ${state}`,
    industry: (industry: string) => `excludes this industry (${industry})`,
    positions_high: (positions: number, limit: number) =>
      `${plural(positions, '1 existing position', (n) => `${n} existing positions`)}; maximum ${limit}`,
    times_revenue: (amount: string, times: string, limit: string) =>
      `requests ${amount}; ${times} times monthly revenue is ${limit}`,
  },
}
