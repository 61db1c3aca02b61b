import { printable } from '../../../src-shared/printable.ts'

const LONGEST = 160

/** Makes a text from outside safe to show in a system dialog: it cannot end a line, turn its direction, or fill the screen. */
export function oneLine(text: string): string {
  // A character has at most two code units. The long rest is not worth reading.
  const characters = [...printable(text.slice(0, 2 * LONGEST + 2))]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('')
}
