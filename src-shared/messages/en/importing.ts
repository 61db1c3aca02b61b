import { plural } from '../plural.ts'

const drafts = (count: number) => plural(count, '1 draft', (n) => `${n} drafts`)

/** Drafts from a file. */
export const importing = {
  title: 'Import drafts',
  pick: 'Pick a CSV or JSON file',
  orDrop: 'or drop it here',
  formats:
    'CSV: a heading row, then a row for each deal. Headings may be the words of the form, its field paths, or usual names such as “Business name” or “Owner 2 SSN”. JSON: drafts that were exported here, or applications as they go to the funding partner.',
  saveTemplate: 'Save an empty CSV with all headings',
  savedAs: (name: string) => `Saved as ${name}`,
  imported: (count: number, file: string) => `${drafts(count)} imported from ${file}.`,
  /** Follows the name of the file. */
  holds: (count: number) => `holds ${drafts(count)}. Nothing has been made yet.`,
  noField: 'The form has no field for these headings',
  unknownHeadings: (headings: readonly string[], others: number) =>
    `${headings.map((heading) => `“${heading}”`).join(', ')}${others > 0 ? ` and ${others} more` : ''}. Their values are kept beside each draft.`,
  importColumn: 'Import',
  business: 'Business',
  amount: 'Amount',
  values: 'Values',
  doesNotFit: 'Does not fit',
  importRow: (row: number, name: string) => `Import row ${row}, ${name || 'without a name'}`,
  noName: 'No name',
  row: (row: number) => `Row ${row}`,
  allFit: 'Every value has its field.',
  orphans: (count: number) =>
    plural(
      count,
      '1 value is kept beside the drafts, to copy or remove there.',
      (n) => `${n} values are kept beside the drafts, to copy or remove there.`,
    ),
  anotherFile: 'Another file',
  import: (count: number) => `Import ${drafts(count)}`,
  fits: 'Everything fits',
  more: (count: number) => plural(count, 'and 1 more', (n) => `and ${n} more`),
  reading: (file: string) => `Reading ${file}…`,
  importing: (count: number) => `Importing ${drafts(count)}…`,
  cancel: 'Cancel',
}
