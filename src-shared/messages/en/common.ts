/** Texts shared by several screens. Texts of one screen live in its own file. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  undo: 'Undo',
  tryAgain: 'Try again',
  goToPipeline: 'Go to Pipeline',
  reading: 'Loading',
  justNow: 'just now',
  unsaved: {
    question: 'You have unsaved changes.',
    leave: 'Discard changes',
    stay: 'Keep editing',
  },
}
