/** Where a deal stands before the service says anything. */
export const states = {
  draft: 'Draft',
  queued: 'In line',
  sending: 'Sending',
  received: 'Submitted',
  refused: 'Refused',
  unknown: 'Unclear',
}
