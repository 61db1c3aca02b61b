export const errors = {
  choiceNotKept: 'The choice could not be kept on this computer.',
  isDiskFull: 'See whether the disk is full, and try again.',
}
