import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../app/texts.en.ts'
import { es } from '../../app/texts.es.ts'
import { setMessages } from '../../platform/texts/messages.ts'
import { checkProfile, readProfile } from './check-profile.ts'
import { diffEndpoints, diffProfiles } from './diff-profiles.ts'
import { endpointProfileSchema } from '../../platform/partner/endpoint-profile.ts'
import type { PayloadProfile } from './payload-profile.ts'
import { standardEndpoints } from '../../platform/partner/standard-endpoints.ts'
import { standardProfile } from './standard-profile.ts'

const TODAY = '2026-05-04'
function changed(change: (profile: PayloadProfile) => void): PayloadProfile {
  const profile = structuredClone(standardProfile)
  change(profile)
  return profile
}
const pathsOf = (profile: unknown) => {
  const checked = checkProfile(JSON.stringify(profile), TODAY)
  return 'problems' in checked ? checked.problems.map(({ path }) => path) : []
}
const firstField = (profile: PayloadProfile) => {
  const field = profile.sections[0]?.fields?.[0]
  if (field === undefined) throw new Error('the standard begins with a field')
  return field
}

describe('checkProfile', () => {
  test('accepts the standard profile', () => {
    expect(checkProfile(JSON.stringify(standardProfile), TODAY)).toEqual({ profile: standardProfile })
  })

  test('reads a profile of an earlier version, with renew_on_duplicate and without synonyms', () => {
    const earlier = JSON.parse(JSON.stringify(standardProfile), (key, value) =>
      key === 'synonyms' ? undefined : value,
    )
    const text = JSON.stringify(earlier).replaceAll('clear_on_duplicate', 'renew_on_duplicate')
    expect(text).toContain('renew_on_duplicate')
    expect(checkProfile(text, TODAY)).toEqual({ profile: standardProfile })
  })

  test('reports each problem with its path', () => {
    expect(pathsOf({ ...standardProfile, version: 0, title: 7 })).toEqual(
      expect.arrayContaining(['version', 'title']),
    )
    expect(pathsOf(changed((profile) => (firstField(profile).path = 'amount')))).toContain(
      'sections.0.fields.0.path',
    )
    expect(
      pathsOf(changed((profile) => profile.sections[0]?.fields?.push(structuredClone(firstField(profile))))),
    ).toEqual([`sections.0.fields.${standardProfile.sections[0]?.fields?.length}.path`])
    expect(pathsOf(changed((profile) => profile.expected_documents.push('horoscope')))).toEqual([
      `expected_documents.${standardProfile.expected_documents.length}`,
    ])
  })

  test('refuses a profile that does not mark its SSN and EIN fields as sensitive', () => {
    const open = changed((profile) => {
      for (const { fields = [], list } of profile.sections)
        for (const field of [...fields, ...(list?.fields ?? [])]) field.sensitive = false
    })
    const paths = pathsOf(open)
    expect(paths.length).toBeGreaterThanOrEqual(2)
    expect(paths.every((path) => path.endsWith('.sensitive'))).toBe(true)
  })

  test('refuses a schema that is unusable or does not require what the specification requires', () => {
    expect(pathsOf(changed((profile) => (profile.schema['required'] = ['application'])))).toEqual([
      'schema.required',
    ])
    expect(pathsOf(changed((profile) => (profile.schema['$ref'] = '#/$defs/nowhere')))).toEqual(['schema'])
  })

  test('refuses a pattern in the schema that could take more than linear time', () => {
    const withPattern = (pattern: string) =>
      changed((profile) => (profile.schema['properties'] = { note: { type: 'string', pattern } }))
    for (const slow of [
      '^(a+)+$',
      '^[ ,]*(?:to)?[ ,]*$',
      'a+$',
      '^a|b*c$',
      '^(?:a|a)*$',
      '^(a)\\1*$',
      '^(?=a*b)c$',
      '^a?a?a?a?a?a?a?a?a?$',
      `^${'a'.repeat(300)}$`,
    ])
      expect(pathsOf(withPattern(slow)), slow).toEqual(['schema'])
    for (const linear of [
      '^\\d{5}(-\\d{4})?$',
      '^[A-Z]{2}$',
      '^(?:llc|inc)$',
      '^[\\w .,-]{1,80}$',
      '[0-9]',
      '^\\p{L}+$',
    ])
      expect(pathsOf(withPattern(linear)), linear).toEqual([])
    const named = changed((profile) => (profile.schema['patternProperties'] = { '(x+x+)+y': {} }))
    expect(pathsOf(named)).toEqual(['schema'])
  })

  test('reports a problem for null and for invalid JSON', () => {
    expect(pathsOf(null)).toEqual([''])
    expect(checkProfile('{', TODAY)).toMatchObject({ problems: [{ path: '' }] })
  })
})

describe('the difference between profiles', () => {
  test('ignores the order of keys', () => {
    const turned = changed((profile) => {
      profile.schema = Object.fromEntries(Object.entries(profile.schema).toReversed())
    })
    expect(diffProfiles(standardProfile, turned)).toEqual([])
  })

  test('lists added, removed, and changed fields', () => {
    const path = firstField(standardProfile).path
    const other = changed((profile) => {
      firstField(profile).label = 'How much'
      profile.sections[0]?.fields?.push({ path: 'application.color', type: 'text', label: 'Color' })
      profile.document_kinds.pop()
    })
    const changes = diffProfiles(standardProfile, other)
    expect(changes.map((change) => [change.path, change.before === null, change.after === null])).toEqual([
      [path, false, false],
      ['application.color', true, false],
      [`document_kinds.${standardProfile.document_kinds.at(-1)?.value}`, false, true],
    ])
    expect(changes[0]).toMatchObject({ after: 'label: How much' })
    const back = diffProfiles(other, standardProfile)
    expect(back.map((change) => change.path).toSorted()).toEqual(
      changes.map((change) => change.path).toSorted(),
    )
  })

  test('lists endpoint changes by operation', () => {
    const other = structuredClone(standardEndpoints)
    other.endpoints['document.create'].path = '/iso/api/v1/document2'
    delete other.endpoints['offer.accept']
    expect(diffEndpoints(standardEndpoints, other).map(({ path }) => path)).toEqual([
      'document.create',
      'offer.accept',
    ])
  })
})

describe('profile checks in Spanish', () => {
  afterEach(() => setMessages('en', en))

  test('report problems with the shape of a payload or endpoint profile', () => {
    const payload = JSON.stringify({ ...standardProfile, version: 'uno' })
    const endpoints = JSON.stringify({ ...standardEndpoints, title: 7 })
    const reported = () => [checkProfile(payload, TODAY), readProfile(endpointProfileSchema, endpoints)]
    const invalid = (path: string, message: string) => ({ problems: [{ path, message }] })

    setMessages('es', es)
    expect(reported()).toEqual([
      invalid('version', 'Entrada inválida: se esperaba número, recibido texto'),
      invalid('title', 'Entrada inválida: se esperaba texto, recibido número'),
    ])
    setMessages('en', en)
    expect(reported()).toEqual([
      invalid('version', 'Invalid input: expected number, received string'),
      invalid('title', 'Invalid input: expected string, received number'),
    ])
  })
})
