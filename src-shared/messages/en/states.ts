/** Submission states of a deal before the funding partner reports a status. */
export const states = {
  draft: 'Draft',
  queued: 'Queued',
  sending: 'Sending',
  received: 'Submitted',
  refused: 'Rejected',
  unknown: 'Delivery unconfirmed',
}
