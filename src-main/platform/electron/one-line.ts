import { printable } from '../../../src-shared/platform/base/text.ts'

const LONGEST = 160

/** Makes text from outside the app safe for a system dialog: the text cannot add lines, change the text direction, or fill the screen. */
export function oneLine(text: string): string {
  // Process only the start of a long text. A character has at most two code units, so the start contains at least one character more than
  // `LONGEST`.
  const characters = [...printable(text.slice(0, 2 * LONGEST + 2))]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('')
}
