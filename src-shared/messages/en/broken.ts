/** Shown in place of content that cannot be rendered. */
export const broken = {
  screen: 'This screen cannot be displayed',
  screenAdvice:
    'Some of its data could not be displayed. Nothing was changed or sent. The other screens still work.',
  row: 'This entry cannot be displayed because its data is unreadable.',
  time: 'Unknown time',
}
