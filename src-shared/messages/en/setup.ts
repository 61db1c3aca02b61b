import { plural } from '../plural.ts'

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
  goTo: (address: string) => `Applications go to ${address}.`,
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
    sandbox: 'Sandbox',
    production: 'Production',
    sandboxAbout: 'For testing. It shares no IDs, secrets, or deals with production.',
    productionAbout: 'Real applications of real clients.',
    baseAddress: 'Base URL',
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
      'Its signature could not be verified because the funding partner has no keys at the assumed address. Ask the funding partner for the address and change it in Settings. Notifications cannot be verified until then.',
    validUntil: (instant: string) => `Valid until ${instant}; renewed automatically.`,
  },
  relay: {
    address: 'Relay address',
    code: 'Pairing code',
    codeAbout: 'Get it from your relay administrator. It works once, for 10 minutes.',
    name: 'Name of this computer',
    thisComputer: 'This computer',
    pair: 'Pair and register',
    notNow: 'Not now',
  },
}
