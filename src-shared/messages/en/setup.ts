import { plural } from '../plural.ts'

export const setup = {
  welcome: 'Welcome to Funding Desk',
  twoMinutes: 'Two minutes, then your first application can go out.',
  steps: { connection: 'Connection', alerts: 'Offer alerts', recovery: 'Recovery code' },
  skip: 'Look around first',
  notConnected: 'Not connected yet.',
  notConnectedText: 'Applications can be prepared now, and go out once you are connected.',
  resume: 'Finish the set-up',
  saveAndContinue: 'Save and continue',
  fromAnotherComputer: 'Worked with Funding Desk on another computer?',
  relayAbout:
    "The relay of your office receives the funding partner's notifications and hands them to this computer, so that you learn of an offer within a second.",
  doneTitle: 'You are set up',
  goTo: (address: string) => `Applications go to ${address}.`,
  announced: 'Offers are announced here as soon as they exist.',
  noRelay:
    'No relay is paired yet: the funding partner is asked now and then, so offers are announced later than they could be. Pair one under Settings at any time.',
  drafts: 'Drafts are saved on this computer, encrypted, with every change; also offline.',
  openPipeline: 'Open the pipeline',
  test: {
    title: 'A test event, all the way round',
    about: 'The service sends a real event to the relay, and the relay hands it to this computer.',
    cameRound: (ms: number) =>
      plural(ms, 'It came round in 1 millisecond.', (n) => `It came round in ${n} milliseconds.`),
    stuck: 'It did not come round. The line that is marked says why.',
    again: 'Send another one',
    nothing: 'The service has no registration of this computer yet, so there is nothing to test.',
  },
  demo: {
    try: 'Try it with the built-in sandbox',
    about:
      'No account needed: a sandbox and a relay start on this computer. What you try is gone when you close the app.',
    or: 'or',
    starting: 'The sandbox starts. This takes a few seconds.',
    badge: 'Demo',
    meaning: 'A sandbox on this computer.',
    banner: 'This is a demo.',
    bannerText: 'Nothing leaves this computer, and all of it is gone when the app is closed.',
    leave: 'Leave the demo',
    doneTitle: 'The demo is ready',
    explore:
      'Everything works as with the funding partner: start an application, attach PDFs, submit it, and an offer comes within a minute.',
  },
  credentials: {
    environment: 'Environment',
    sandbox: 'Sandbox',
    production: 'Production',
    sandboxAbout: 'For trying out. The two share nothing: no ids, no secrets, no deals.',
    productionAbout: 'Real applications of real clients.',
    baseAddress: 'Base address',
    clientId: 'Client id',
    clientSecret: 'Client secret',
    secretAbout: 'Kept in the keychain of this computer, and never shown again.',
    secretKept: 'In the keychain. Leave empty to keep it.',
    test: 'Test connection',
    gaveToken: (ms: number) => `The service gave a token, ${ms} ms.`,
    genuine: (keys: number) => ({
      before: 'Its signature is genuine: key ',
      after: `, one of ${keys} published.`,
    }),
    notChecked:
      'Its signature could not be checked: the service has no keys where they are assumed to be. Ask the funding partner for the address and change it in Settings; until then notifications cannot be verified.',
    validUntil: (instant: string) => `Valid until ${instant}; renewed by itself.`,
  },
  relay: {
    address: 'Address of the relay',
    code: 'Pairing code',
    codeAbout: 'From whoever runs the relay. It works once, for 10 minutes.',
    name: 'Name of this computer',
    thisComputer: 'This computer',
    pair: 'Pair and register',
    notNow: 'Not now',
  },
}
