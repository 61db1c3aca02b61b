/** The log of calls to the service. */
export const calls = {
  title: 'Call log',
  what: 'Requests to the service in the last 30 days. What was in them is not kept here.',
  search: 'Search calls',
  searchBy: 'Path, status or outcome',
  none: 'Nothing was asked yet.',
  noneFits: (search: string) => `Nothing fits “${search}”.`,
  time: 'Time',
  request: 'Request',
  outcome: 'Outcome',
  status: 'Status',
  duration: 'Duration',
  sent: 'Sent',
  received: 'Received',
  outcomes: {
    answered: 'Answered',
    refused: 'Refused',
    not_received: 'Not received',
    unknown: 'Unclear',
    failed: 'Failed',
  },
}
