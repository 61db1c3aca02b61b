import { dueText, plural } from '../../platform/texts/plural.ts'

export const followUps = {
  remind: 'Remind me if nothing comes by…',
  snooze: 'Snooze until…',
  field: 'When',
  hint: 'tomorrow 9 · in 3 days · fri 14:30 · dec 3',
  choices: 'Times',
  presets: {
    later: 'In 3 hours',
    tomorrow: 'Tomorrow morning',
    in_days: 'In 3 days',
    monday: 'Monday morning',
    in_week: 'In a week',
  },
  typed: 'As typed',
  remove: 'Remove the reminder',
  present: (when: string) => `Now set for ${dueText(when)}. News about the deal ends the reminder.`,
  wasDue: (when: string) => `It was due ${dueText(when)}.`,
  explained: 'News about the deal ends the reminder.',
  zoneNote: 'The time follows the clock of this computer, even if you travel.',
  chooseAnother: 'Choose another time.',
  problems: {
    unclear: 'Not understood. Try “tomorrow 9”, “in 3 days”, “fri 14:30”, or “dec 3”.',
    noSuchDay: 'This day does not exist.',
    past: 'This time has passed.',
    tooFar: 'Choose a time within the next two years.',
    afterExpiry: 'The offer expires before then.',
  },
  isSet: (when: string) => `Reminder set for ${dueText(when)}`,
  isSnoozed: (when: string) => `Snoozed until ${dueText(when)}`,
  isDone: 'Marked as done',
  isDismissed: 'Dismissed',
  isRemoved: 'Reminder removed',
  isRead: 'Marked as read',
  mark: 'Reminder',
  markDue: 'Due',
  due: 'Follow up: no news yet',
  dueWithStatus: (status: string) => `Follow up: still “${status}”`,
  palette: (when: string) => `Remind me if nothing comes by ${dueText(when)}`,
}

export const today = {
  title: 'Today',
  lines: (count: number) => plural(count, '1 thing to do', (n) => `${n} things to do`),
  toDo: 'to do',
  kinds: {
    follow_up: 'Follow up',
    offer: 'Offers that expire soon',
    papers: 'Waiting for documents',
    renewal: 'Renewals',
    news: 'Unread updates',
  },
  coming: 'Coming up',
  noName: 'No name',
  still: (status: string) => `Still “${status}”`,
  nothingYet: 'No news yet',
  due: (when: string) => `Due ${dueText(when)}`,
  offers: (count: number, amount: string) =>
    plural(count, `1 offer, ${amount}`, (n) => `${n} offers, up to ${amount}`),
  documents: (count: number) =>
    count === 0
      ? 'No documents attached'
      : plural(count, '1 document attached', (n) => `${n} documents attached`),
  renewal: (amount: string) => `Half paid back of ${amount}`,
  showMore: (count: number) => plural(count, 'Show 1 more', (n) => `Show ${n} more`),
  more: (count: number) =>
    plural(count, '1 more is not listed here.', (n) => `${n} more are not listed here.`),
  emptyTitle: 'Nothing waits for you',
  emptyText:
    'Due reminders, offers that expire soon, deals that lack documents, renewals, and unread updates appear here. To be reminded of a deal, press H on it.',
  keys: 'Move with J and K, open with Enter, done with E, snooze with H.',
  actions: {
    next: 'Next line',
    previous: 'Previous line',
    done: 'Mark as done',
    dismiss: 'Dismiss',
    snooze: 'Snooze',
  },
  doneOf: (name: string) => `Done: ${name}`,
  dismissOf: (name: string) => `Dismiss: ${name}`,
  readOf: (name: string) => `Mark as read: ${name}`,
  snoozeOf: (name: string) => `Snooze: ${name}`,
}
