/** Texts after a crash, a hang, or an environment switch. */
export const crashes = {
  appFailed: 'Something in Funding Desk failed.',
  pageHangs: 'This window is not responding.',
  pageHangsText: 'It may be busy and recover. Your changes are kept, even if you reopen it.',
  wait: 'Wait',
  pageEndsAgain: 'This window keeps crashing.',
  savedIsKept:
    'Your changes are kept. If this happens again, restart the computer or check for a newer version.',
  restartNow: 'Restart Funding Desk',
  later: 'Later',
  openAgain: 'Reopen',
  closeWindow: 'Close window',
  reopened: 'This window stopped and was reopened.',
  reopenedText: 'Your changes are kept.',
  switched: 'This window was reloaded.',
  switchedText: 'Another window switched the environment, entered or left the demo, or restored a backup.',
  switchedUnsaved: 'Your last unsaved changes here were lost.',
}
