import type { ProfileField } from '../../../src-shared/features/form/payload-profile.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { splitName } from '../../../src-shared/platform/entry/person-name.ts'
import { readCityLine } from '../../../src-shared/platform/entry/us-address.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { CITY_LINE, CITY_LINE_HEADINGS, FULL_NAME } from './import-words.ts'

/** A value that fills several fields. `parts` are the ends of their paths, and `why` says why a value has no parts. */
interface JoinedField {
  parts: readonly string[]
  headings: readonly string[]
  split: (text: string) => Readonly<Record<string, string>> | null
  label: Message
  why: Message
}

const JOINED: Readonly<Record<string, JoinedField>> = {
  [FULL_NAME]: {
    parts: ['first_name', 'last_name'],
    headings: ['full name'],
    split: (text) => splitName(text),
    label: msg.importing.fullName,
    why: msg.errorsFiles.nameUnclear,
  },
  [CITY_LINE]: {
    parts: ['city', 'state', 'zip'],
    headings: CITY_LINE_HEADINGS,
    split: readCityLine,
    label: msg.importing.cityLine,
    why: msg.errorsFiles.cityLineUnclear,
  },
}

/** Returns the joined field at a path, with the paths of its parts. Null for any other path. */
export function joinedAt(path: string): (JoinedField & { paths: string[] }) | null {
  const end = path.lastIndexOf('.') + 1
  const joined = Object.hasOwn(JOINED, path.slice(end)) ? JOINED[path.slice(end)] : undefined
  return joined === undefined
    ? null
    : { ...joined, paths: joined.parts.map((part) => path.slice(0, end) + part) }
}

/** Returns the joined fields of which all parts are among these fields. */
export function joinedFields(fields: readonly ProfileField[]): ProfileField[] {
  const paths = new Set(fields.map(({ path }) => path))
  return Object.entries(JOINED).flatMap(
    ([
      name,
      {
        parts: [first = '', ...others],
        headings,
      },
    ]) =>
      [...paths]
        .filter((path) => `.${path}`.endsWith(`.${first}`))
        .map((path) => path.slice(0, path.length - first.length))
        .filter((group) => others.every((part) => paths.has(group + part)))
        .map((group): ProfileField => ({
          path: group + name,
          type: 'text',
          label: headings[0] ?? name,
          synonyms: [...headings],
        })),
  )
}
