import { plural } from '../plural.ts'

/** Rejected or suspicious notifications. */
export const eventProblems = {
  title: 'Notification problems',
  what: 'None of these changed a status. If the application is known, the app asked the funding partner instead. If this repeats, contact your relay administrator.',
  clear: 'Clear list',
  last: 'Last seen',
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
  look: 'Show',
}
