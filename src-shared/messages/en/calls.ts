/** Log of API calls to the funding partner. */
export const calls = {
  title: 'Call log',
  what: 'Requests to the funding partner in the last 30 days. Request contents are not stored.',
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
