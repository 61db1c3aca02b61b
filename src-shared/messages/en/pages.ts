import { plural } from '../plural.ts'

/** Where pages of documents are put into another order. */
export const pages = {
  open: 'Arrange pages',
  title: 'Arrange pages',
  which: 'Pages of which documents?',
  order: 'Pages in their new order',
  keys: 'Keys: arrows choose a page, Alt with an arrow moves it, R turns it, S starts a new document with it, Delete leaves it out.',
  tools: (place: number) => `Page ${place}`,
  earlier: 'Earlier',
  later: 'Later',
  turn: 'Turn right',
  split: 'Start a new document here',
  join: 'Join with the one before',
  remove: 'Leave out',
  page: (place: number, page: number, name: string, turn: number, begins: boolean) =>
    `${place}: page ${page} of ${name}${turn === 0 ? '' : `, turned ${turn}°`}${begins ? ', starts a new document' : ''}`,
  nameOf: (number: number, count: string) => `Name of document ${number} (${count})`,
  make: (count: number) => (count < 2 ? 'Make the document' : `Make ${count} documents`),
  tooMany: (most: number) => `At most ${most} pages can be arranged at once.`,
  done: {
    move: (_from: number, to: number) => `Moved to place ${to}.`,
    turn: (at: number) => `Page ${at} turned.`,
    remove: (at: number) => `Page ${at} left out.`,
    split: (at: number) => `Changed where a document starts: page ${at}.`,
  },
  statement: {
    title: 'Send bank statements as the bank made them',
    warning:
      'A statement rebuilt from pages gets a new producer and new dates. Funders’ tamper checks can read it as forged.',
    question: 'Rebuild the statement?',
    sendOriginal: 'Send the original',
    makeAnyway: 'Make it anyway',
    stays: (names: string) =>
      `${names} is still attached and will be sent too. Remove it only if you are sure.`,
  },
  made: (names: string) => `${names} made.`,
  originalsStay: 'The documents that the pages come from are still attached.',
  removeOriginals: (count: number) =>
    plural(count, 'Remove the original', (many) => `Remove the ${many} originals`),
}
