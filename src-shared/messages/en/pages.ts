import { plural } from '../plural.ts'

/** The screen that arranges document pages. */
export const pages = {
  open: 'Arrange pages',
  title: 'Arrange pages',
  which: 'Choose documents to arrange',
  order: 'New page order',
  keys: 'Keys: arrows select a page, Alt with an arrow moves it, R rotates it, S starts a new document there, Delete removes it.',
  tools: (place: number) => `Page ${place}`,
  earlier: 'Earlier',
  later: 'Later',
  turn: 'Rotate right',
  split: 'Start a new document here',
  join: 'Join with previous',
  remove: 'Remove page',
  page: (place: number, page: number, name: string, turn: number, begins: boolean) =>
    `${place}: page ${page} of ${name}${turn === 0 ? '' : `, rotated ${turn}°`}${begins ? ', starts a new document' : ''}`,
  nameOf: (number: number, count: string) => `Name of document ${number} (${count})`,
  make: (count: number) => (count < 2 ? 'Create document' : `Create ${count} documents`),
  tooMany: (most: number) => `You can arrange up to ${most} pages at a time.`,
  done: {
    move: (_from: number, to: number) => `Moved to position ${to}.`,
    turn: (at: number) => `Page ${at} rotated.`,
    remove: (at: number) => `Page ${at} removed.`,
    split: (at: number) => `Document start changed at page ${at}.`,
  },
  statement: {
    title: 'Send bank statements exactly as the bank issued them',
    warning:
      'A statement rebuilt from pages gets new PDF producer and date information. Funders’ tamper checks may flag it as altered.',
    question: 'Rebuild this statement?',
    sendOriginal: 'Send original',
    makeAnyway: 'Create anyway',
    stays: (names: string) =>
      `${names} is still attached and will be sent too. Remove it only if you are sure.`,
  },
  made: (names: string) => `${names} created.`,
  originalsStay: 'The source documents are still attached.',
  removeOriginals: (count: number) => plural(count, 'Remove original', (many) => `Remove ${many} originals`),
}
