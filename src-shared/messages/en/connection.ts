/** How news of offers comes to this computer: what is, what it means, what to do. */
export const connection = {
  pollingInstead: 'The service is asked about your open deals instead, so offers may be told minutes late.',
  noRelayNoPolling: 'No relay is paired, and this service does not let us ask about applications.',
  notReported: 'Offers and status changes are not told here.',
  pairInSettings: 'Pair a relay in Settings, under Offer alerts.',
  notConnected: 'This environment is not connected to a service yet.',
  enterCredentials: 'Enter the credentials in Settings.',
  connecting: 'Connecting to the relay.',
  reportedOnceConnected:
    'Offers are told as soon as the connection stands. Nothing is lost: the relay keeps what comes in.',
  catchingUp: 'Reading what came in while this computer was away.',
  reportedNow: 'Offers that came meanwhile are told now.',
  connected: 'Connected to the relay.',
  reportedImmediately: 'Offers and status changes are told at once.',
  pollingRegularly: 'No relay is paired. The service is asked about your open deals again and again.',
  reportedLate: 'Offers are told minutes late, for older deals hours late.',
  pairForInstantAlerts: 'To be told at once, pair a relay in Settings, under Offer alerts.',
  relayUnreachable: 'The relay cannot be reached.',
  serviceUnreachable: 'The service cannot be reached.',
  reportedOnceReached: 'Offers are told once it can be reached again.',
  checkNetwork: 'Check your network.',
  refused: 'The relay does not accept this computer.',
  offersNotReported: 'Offers are not told here.',
  neitherReached:
    'The service cannot be reached either, so offers are told later. Nothing is lost: the relay keeps what comes in.',
  reportedOnceReachedKept:
    'Offers are told once it can be reached again. Nothing is lost: the relay keeps what comes in.',
  pollingIfLong:
    'Offers are told once it can be reached again; if that takes long, the service is asked instead. Nothing is lost: the relay keeps what comes in.',
}
