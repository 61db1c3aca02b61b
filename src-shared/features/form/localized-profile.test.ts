import { afterEach, describe, expect, it } from 'vitest'
import { es } from '../../app/texts.es.ts'
import { en } from '../../app/texts.en.ts'
import { setMessages } from '../../platform/texts/messages.ts'
import { diffProfiles } from './diff-profiles.ts'
import type { PayloadProfile } from './payload-profile.ts'
import { documentNameIn, namesInAllLanguages, localizedProfile } from './localized-profile.ts'
import { standardProfile } from './standard-profile.ts'

afterEach(() => setMessages('en', en))

/** Collects every text of a profile that a broker reads. */
function textsOf(profile: PayloadProfile): string[] {
  const texts: string[] = []
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (['label', 'row_label', 'title', 'description', 'help', 'placeholder'].includes(key))
        texts.push(value)
    } else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) walk(one, inner)
  }
  const { title, sections, document_kinds } = profile
  walk({ title, sections, document_kinds }, '')
  return texts
}

describe('the form in another language', () => {
  it('is the unchanged profile if the chosen language is the language of the profile', () => {
    expect(localizedProfile(standardProfile)).toBe(standardProfile)
  })

  it('has a translation for every text of the standard profile, and no other translations', () => {
    expect(Object.keys(standardProfile.translations?.['es'] ?? {}).toSorted()).toEqual(
      [...new Set(textsOf(standardProfile))].toSorted(),
    )
  })

  it('shows every text translated, and keeps the schema unchanged', () => {
    setMessages('es', es)
    const spoken = localizedProfile(standardProfile)
    const table = standardProfile.translations?.['es'] ?? {}
    expect(textsOf(spoken).toSorted()).toEqual(
      textsOf(standardProfile)
        .map((text) => table[text] ?? '')
        .toSorted(),
    )
    expect(spoken.schema).toBe(standardProfile.schema)
    expect(localizedProfile(standardProfile)).toBe(spoken)
  })

  it('keeps a text without a translation', () => {
    setMessages('es', es)
    const { title } = localizedProfile({ ...standardProfile, translations: { es: {} } })
    expect(title).toBe(standardProfile.title)
  })

  it.each(standardProfile.document_kinds.map(({ label }) => label))(
    'names the document “%s” in Spanish, however it is written, and back in English',
    (label) => {
      const own: PayloadProfile = { ...standardProfile, translations: {} }
      setMessages('es', es)
      for (const profile of [standardProfile, localizedProfile(standardProfile), own]) {
        const spanish = documentNameIn(profile, 'es', label)
        expect(spanish).not.toBe(label)
        for (const written of [label.toUpperCase(), ` ${label} `, label.replaceAll("'", '’'), spanish])
          expect(documentNameIn(profile, 'es', written)).toBe(spanish)
        expect(documentNameIn(profile, 'en', spanish)).toBe(label)
      }
    },
  )

  it('keeps the name of a document that is no kind, even if the form has a field of this name', () => {
    expect(documentNameIn(standardProfile, 'es', 'Title')).toBe('Title')
    expect(documentNameIn(standardProfile, 'es', 'Copy of the deed')).toBe('Copy of the deed')
  })

  it('finds a label by its name in either language, and returns its names in all languages', () => {
    expect(namesInAllLanguages(standardProfile, 'Legal name')).toEqual(['Legal name', 'Razón social'])
    expect(namesInAllLanguages(standardProfile, 'Razón social')).toEqual(['Razón social', 'Legal name'])
    expect(namesInAllLanguages(standardProfile, 'constructor')).toEqual(['constructor'])
  })

  it('labels the differences between two profiles in the chosen language, and changes nothing else', () => {
    const changed = structuredClone(standardProfile)
    const [section] = changed.sections
    section?.fields?.splice(0, 1)
    const [inEnglish] = diffProfiles(standardProfile, changed)
    setMessages('es', es)
    expect(diffProfiles(standardProfile, changed)).toEqual([{ ...inEnglish, label: 'Monto solicitado' }])
  })
})
