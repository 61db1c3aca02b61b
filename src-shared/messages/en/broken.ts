/** What stands in the place of something that cannot be drawn. */
export const broken = {
  screen: 'This screen cannot be shown',
  screenAdvice:
    'Something in its data could not be displayed. Nothing was changed or sent. The other screens still work.',
  row: 'This entry cannot be shown: its data is unreadable.',
  time: 'Unknown time',
}
