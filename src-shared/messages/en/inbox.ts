/** The inbox. */
export const inbox = {
  title: 'Inbox',
  markAllRead: 'Mark all as read',
  newestFirst: 'What happened, newest first',
  unread: 'Unread:',
  nothingYet: 'Nothing has happened yet',
  whatComes:
    'When the funding partner reviews an application or makes an offer, it is announced by your system and stays here until you have seen it.',
}
