/** Words that mean the same on every screen; what is said on one screen only stands in that screen's file. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  undo: 'Undo',
  tryAgain: 'Try again',
  goToPipeline: 'Go to the pipeline',
  reading: 'Reading',
  justNow: 'just now',
  unsaved: {
    question: 'What you changed here is not kept yet.',
    leave: 'Close without keeping it',
    stay: 'Go on here',
  },
}
