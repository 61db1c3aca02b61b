import { plural } from '../plural.ts'

/** Notifications that were not accepted or are suspicious, in Settings and at the connection status. */
export const eventProblems = {
  title: 'Notifications with problems',
  what: 'None of these changed a status. Where your application is known, the funding partner was asked instead. If this repeats, tell whoever runs the relay.',
  clear: 'Clear list',
  last: 'Last time',
  reason: 'What happened',
  application: 'Application ID',
  count: 'Count',
  kinds: {
    rejected: 'Rejected.',
    signature_reused:
      'The same signature came with different text. Someone may be replaying it, or the funding partner signed two notifications within one second.',
    dropped:
      'Dropped: too many notifications came for applications that are not in this office. The oldest were deleted.',
    too_many: 'Not stored: too many unconfirmed notifications came for one application.',
  },
  some: (count: number) =>
    plural(count, '1 notification had a problem.', (n) => `${n} notifications had problems.`),
  look: 'Show them',
}
