import { plural } from '../plural.ts'

const drafts = (count: number) => plural(count, '1 draft', (n) => `${n} drafts`)

/** Import of drafts from a file. */
export const importing = {
  title: 'Import drafts',
  pick: 'Choose a CSV or JSON file',
  orDrop: 'or drop it here',
  formats:
    'CSV: a header row, then one row per deal. Headers can be form labels, field paths, or common names such as “Business name” or “Owner 2 SSN”. JSON: drafts exported from Funding Desk, or applications in the funding partner’s format.',
  saveTemplate: 'Save an empty CSV with all headers',
  savedAs: (name: string) => `Saved as ${name}`,
  imported: (count: number, file: string) => `${drafts(count)} imported from ${file}.`,
  /** Follows the file name. */
  holds: (count: number) => `contains ${drafts(count)}. Nothing has been imported yet.`,
  noField: 'The form has no field for these headers',
  unknownHeadings: (headings: readonly string[], others: number) =>
    `${headings.map((heading) => `“${heading}”`).join(', ')}${others > 0 ? ` and ${others} more` : ''}. Their values stay with each draft but are not part of the form.`,
  importColumn: 'Import',
  business: 'Business',
  amount: 'Amount',
  values: 'Values',
  doesNotFit: 'Not in the form',
  importRow: (row: number, name: string) => `Import row ${row}, ${name || 'no name'}`,
  noName: 'No name',
  row: (row: number) => `Row ${row}`,
  allFit: 'Every value has a matching field.',
  orphans: (count: number) =>
    plural(
      count,
      '1 value has no field. It stays with its draft so that you can copy or remove it.',
      (n) => `${n} values have no field. They stay with their drafts so that you can copy or remove them.`,
    ),
  anotherFile: 'Choose another file',
  import: (count: number) => `Import ${drafts(count)}`,
  fits: 'All values match',
  more: (count: number) => plural(count, 'and 1 more', (n) => `and ${n} more`),
  reading: (file: string) => `Reading ${file}…`,
  importing: (count: number) => `Importing ${drafts(count)}…`,
  cancel: 'Cancel',
}
