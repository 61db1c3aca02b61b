import { language, type Language } from '../../platform/texts/messages.ts'
import type { PayloadProfile, ProfileField } from './payload-profile.ts'
import { standardProfile } from './standard-profile.ts'

/**
 * Caches one translated copy of each profile per language. Data that is cached for a copy, such as its validator, is therefore created only
 * once.
 */
const spoken = new WeakMap<PayloadProfile, Map<Language, PayloadProfile>>()

/** Returns the profile in the current language. A text without a translation stays as it is. */
export function localizedProfile(profile: PayloadProfile): PayloadProfile {
  const table = profile.translations?.[language()]
  if (table === undefined) return profile
  const copies = spoken.get(profile) ?? new Map<Language, PayloadProfile>()
  spoken.set(profile, copies)
  const known = copies.get(language())
  if (known !== undefined) return known
  const copy = translated(profile, table)
  copies.set(language(), copy)
  return copy
}

/** Returns one text of a profile in the current language, if the profile contains a translation. */
export function localizedText({ translations }: PayloadProfile, text: string): string {
  const table = translations?.[language()]
  return table !== undefined && Object.hasOwn(table, text) ? (table[text] as string) : text
}

/**
 * Returns the name of a kind of document in a language, whatever language and case the given name is in. The partner and the broker may
 * write it in another way than the form. The name of no known kind stays as it is.
 */
export function documentNameIn(profile: PayloadProfile, to: Language, name: string): string {
  const wanted = comparable(name)
  for (const { document_kinds, translations = {} } of [profile, standardProfile]) {
    const labels = new Set(document_kinds.map(({ label }) => label))
    const entries = Object.values(translations).flatMap((table) => Object.entries(table))
    const known = entries.find(
      (names) => names.some((one) => labels.has(one)) && names.some((one) => comparable(one) === wanted),
    )
    if (known !== undefined) return translations[to]?.[known[0]] ?? known[0]
  }
  return name
}

const comparable = (name: string) => name.trim().replaceAll('’', "'").toLowerCase()

/** Returns a text of the profile in all languages. An import needs them to recognize the text in a file of any language. */
export function namesInAllLanguages({ translations = {} }: PayloadProfile, text: string): string[] {
  const tables = Object.values(translations).flatMap((table) => Object.entries(table))
  const originals = [text, ...tables.flatMap(([original, other]) => (other === text ? [original] : []))]
  const others = tables.flatMap(([original, other]) => (originals.includes(original) ? [other] : []))
  return [...new Set([...originals, ...others])]
}

type Table = Record<string, string>

function translated(profile: PayloadProfile, table: Table): PayloadProfile {
  const say = (text: string) => (Object.hasOwn(table, text) ? (table[text] as string) : text)
  const withLabel = <T extends { label: string }>(one: T): T => ({ ...one, label: say(one.label) })
  const field = (one: ProfileField): ProfileField => ({
    ...withLabel(one),
    ...(one.help === undefined ? {} : { help: say(one.help) }),
    ...(one.placeholder === undefined ? {} : { placeholder: say(one.placeholder) }),
    ...(one.choices === undefined ? {} : { choices: one.choices.map(withLabel) }),
  })
  return {
    ...profile,
    title: say(profile.title),
    sections: profile.sections.map(({ fields, list, description, ...section }) => ({
      ...section,
      title: say(section.title),
      ...(description === undefined ? {} : { description: say(description) }),
      ...(fields === undefined ? {} : { fields: fields.map(field) }),
      ...(list === undefined
        ? {}
        : {
            list: {
              ...withLabel(list),
              row_label: say(list.row_label),
              ...(list.help === undefined ? {} : { help: say(list.help) }),
              ...(list.copies === undefined ? {} : { copies: list.copies.map(withLabel) }),
              fields: list.fields.map(field),
            },
          }),
    })),
    document_kinds: profile.document_kinds.map(withLabel),
  }
}
