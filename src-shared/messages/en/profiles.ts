import { plural } from '../plural.ts'

/** Payload profile in Settings. */
export const profiles = {
  title: 'Application fields',
  about:
    'The funding partner has not published the fields of an application. The standard is based on comparable partners. If the funding partner gives you a profile, import it here. Drafts are updated and keep all values.',
  revision: (title: string, version: number) => `${title} · version ${version}`,
  yours: 'yours',
  edit: 'Edit',
  import: 'Import file',
  asJson: 'Payload profile as JSON',
  check: 'Check',
  save: 'Save',
  discard: 'Cancel editing',
  reset: 'Reset to standard',
  saved: 'Application fields saved.',
  good: 'This profile can be used.',
  unchanged: 'It is the same as the current profile.',
  changesNow: (count: number) =>
    plural(count, '1 change to the current profile', (n) => `${n} changes to the current profile`),
  changesStandard: (count: number) =>
    plural(count, '1 difference from the standard', (n) => `${n} differences from the standard`),
  unreadable:
    'This version of the app cannot read your saved profile. It uses the standard, and nothing is sent until you save a profile again or reset to the standard.',
  fields: (count: number, sections: number) =>
    `${plural(count, '1 field', (n) => `${n} fields`)} in ${plural(sections, '1 section', (n) => `${n} sections`)}`,
  change: 'Change',
  what: 'Field',
  before: 'Before',
  after: 'After',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  selectionDeleted: 'Selection deleted',
  /** Location of a problem in the JSON text. */
  line: (line: number) => `Line ${line}`,
  wrong: (count: number) => plural(count, '1 problem found', (n) => `${n} problems found`),
  problems: {
    title: 'This is not a valid payload profile.',
    advice: 'Nothing was changed. Fix it and save again.',
    noJson: (where: string) => `This is not valid JSON: ${where}`,
    outside: (path: string) => `“${path}” must be inside application or company.`,
    twice: (path: string) => `“${path}” appears twice.`,
    sensitive: (label: string) => `“${label}” must be marked as sensitive.`,
    noChoices: (label: string) => `“${label}” has no choices.`,
    unknownKind: (kind: string) => `Unknown document type “${kind}”.`,
    schema: 'This JSON Schema cannot be used because a reference is missing.',
    pattern: (pattern: string) =>
      `The pattern “${pattern}” could take too long. Use at most one repetition, outside of groups and after “^”.`,
    schemaTooLarge: 'This JSON Schema is too large or refers to itself.',
    requiredKey: (key: string) => `The specification requires “${key}”.`,
    sameVersion: (next: number) => `This profile has changes. Use version ${next}.`,
  },
}
