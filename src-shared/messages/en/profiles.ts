import { plural } from '../plural.ts'

/** Payload and endpoint profiles in the settings. */
export const profiles = {
  title: 'Fields of the application',
  about:
    'The partner has not published what an application holds. The standard follows what comparable services ask for; if the partner gives you a profile, import it here. Drafts follow it, and no value is lost.',
  revision: (title: string, version: number) => `${title} · version ${version}`,
  yours: 'yours',
  edit: 'Edit',
  import: 'Import a file',
  asJson: 'Payload profile as JSON',
  check: 'Check',
  save: 'Save',
  discard: 'Leave as it was',
  reset: 'Back to the standard',
  saved: 'The fields of the application are kept.',
  good: 'This profile can be used.',
  unchanged: 'It is the same as the present one.',
  changesNow: (count: number) =>
    plural(count, '1 change to the present profile', (n) => `${n} changes to the present profile`),
  changesStandard: (count: number) =>
    plural(count, '1 difference from the standard', (n) => `${n} differences from the standard`),
  unreadable:
    'The profile that you saved cannot be read by this version of the app. The standard stands in its place, and nothing is sent until you set it anew, or back to the standard.',
  fields: (count: number, sections: number) =>
    `${plural(count, '1 field', (n) => `${n} fields`)} in ${plural(sections, '1 section', (n) => `${n} sections`)}`,
  change: 'Change',
  what: 'What',
  before: 'Before',
  after: 'After',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  /** A problem's place in the text, to be gone to. */
  line: (line: number) => `Line ${line}`,
  wrong: (count: number) => plural(count, '1 thing is wrong with it', (n) => `${n} things are wrong with it`),
  problems: {
    title: 'This is no payload profile that the app can use.',
    advice: 'Nothing was changed. Correct it and save again.',
    noJson: (where: string) => `This is no JSON: ${where}`,
    outside: (path: string) => `“${path}” does not stand within application or company.`,
    twice: (path: string) => `“${path}” stands here a second time.`,
    sensitive: (label: string) => `“${label}” must be marked as sensitive.`,
    noChoices: (label: string) => `“${label}” offers nothing to choose.`,
    unknownKind: (kind: string) => `There is no document kind “${kind}”.`,
    schema: 'This JSON Schema cannot be used: something that it refers to is missing.',
    pattern: (pattern: string) =>
      `The pattern “${pattern}” could take too long. Use one repetition at most, outside of groups and after “^”.`,
    schemaTooLarge: 'This JSON Schema is too large, or refers to itself.',
    requiredKey: (key: string) => `The specification requires “${key}”.`,
    sameVersion: (next: number) => `It changes something, so give it another version: ${next}.`,
  },
}
