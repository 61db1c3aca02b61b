/** Connection status: the state, its effect on alerts, and advice. */
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
