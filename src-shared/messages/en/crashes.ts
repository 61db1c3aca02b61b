/** What is said when a part of the app ended, or failed, without anybody's doing. */
export const crashes = {
  appFailed: 'Something in Funding Desk failed.',
  pageHangs: 'This window does not answer.',
  pageHangsText: 'It may be busy and go on. What you typed is kept, also when you open it again.',
  wait: 'Wait',
  pageEndsAgain: 'This window stops again and again.',
  savedIsKept:
    'What you typed is kept. If this comes back, restart the computer, or look for a newer version.',
  restartNow: 'Restart Funding Desk',
  later: 'Later',
  openAgain: 'Open it again',
  closeWindow: 'Close the window',
  reopened: 'This window had stopped, and was opened again.',
  reopenedText: 'What you typed is kept.',
  switched: 'This window begins anew.',
  switchedText: 'Another window changed to another environment, to or from the demo, or to a backup.',
  switchedUnsaved: 'What was typed last here and was not saved yet is lost.',
}
