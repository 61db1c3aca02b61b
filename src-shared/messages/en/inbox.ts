export const inbox = {
  title: 'Inbox',
  markAllRead: 'Mark all as read',
  newestFirst: 'Updates, newest first',
  unread: 'Unread:',
  nothingYet: 'No updates yet',
  whatComes:
    'Updates from the funding partner appear here and as notifications. Each stays unread until you see it.',
}
