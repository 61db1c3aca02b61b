import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { en } from '../../app/texts.en.ts'
import { es } from '../../app/texts.es.ts'
import { setMessages } from '../texts/messages.ts'
import { localizedProfile } from '../../features/form/localized-profile.ts'
import { standardProfile } from '../../features/form/standard-profile.ts'
import { US_STATES } from './us-states.ts'
import { matchChoices, readChoice, type Choice } from './choice.ts'

const choicesOf = (path: string): readonly Choice[] => {
  const fields = localizedProfile(standardProfile).sections.flatMap((section) => section.fields ?? [])
  return fields.find((field) => field.path === path)?.choices ?? []
}
const valuesOf = (choices: readonly Choice[], typed: string) =>
  matchChoices(choices, typed).map(({ value }) => value)

describe('matchChoices', () => {
  test.each(US_STATES.map(({ value }) => value))('puts the state with the code %s first', (code) => {
    expect(valuesOf(US_STATES, code)[0]).toBe(code)
    expect(valuesOf(US_STATES, ` ${code.toLowerCase()} `)[0]).toBe(code)
  })

  test.each([
    ['orego', ['OR']],
    ['OR', ['OR']],
    ['new y', ['NY']],
    ['york', ['NY']],
    ['virginia', ['VA', 'WV']],
    ['carolina', ['NC', 'SC']],
    ['n dak', ['ND']],
    ['Nueva York', ['NY']],
    ['carolina del s', ['SC']],
    ['Oregón', ['OR']],
    ['regon', []],
    ['xyz', []],
    ['OR Oregon Portland', []],
  ])('finds for the text %j the states %j', (typed, values) => {
    expect(valuesOf(US_STATES, typed)).toEqual(values)
  })

  test('lists names that begin with the text before names in which only a later word begins with it', () => {
    expect(valuesOf(US_STATES, 'm').slice(-1)).toEqual(['NM'])
    expect(valuesOf(US_STATES, 'd').slice(0, 4)).toEqual(['DE', 'DC', 'ND', 'SD'])
  })

  test('matches the choices of the form in both languages', () => {
    try {
      expect(valuesOf(choicesOf('company.entity_type'), 'LLC')).toEqual(['llc'])
      expect(valuesOf(choicesOf('company.entity_type'), 'corp')).toEqual(['c_corporation', 's_corporation'])
      expect(valuesOf(choicesOf('company.entity_type'), 's-corp')[0]).toBe('s_corporation')
      setMessages('es', es)
      expect(valuesOf(choicesOf('company.entity_type'), 'fidei')).toEqual(['trust'])
      expect(valuesOf(choicesOf('company.entity_type'), 'trust')).toEqual(['trust'])
      expect(valuesOf(choicesOf('application.use_of_funds'), 'nomina')).toEqual(['payroll'])
    } finally {
      setMessages('en', en)
    }
  })

  test('offers every choice for an empty text', () => {
    expect(matchChoices(US_STATES, ' ')).toEqual(US_STATES)
  })
})

describe('readChoice', () => {
  test.each([
    ['OR', 'OR'],
    ['or', 'OR'],
    ['Oregon', 'OR'],
    ['OR – Oregon', 'OR'],
    ['OR - Oregon', 'OR'],
    ['Nuevo México', 'NM'],
    ['orego', null],
    ['XX', null],
    ['', null],
    ['–', null],
  ])('reads %j as %j', (typed, value) => {
    expect(readChoice(US_STATES, typed)).toBe(value)
  })

  test('returns null for a name that two choices share', () => {
    const duplicates = [
      { value: 'a', label: 'Same' },
      { value: 'b', label: 'same' },
    ]
    expect(readChoice(duplicates, 'SAME')).toBeNull()
    expect(readChoice(duplicates, 'b')).toBe('b')
  })
})

test('for any text, matchChoices lists an exactly named choice first, no choice twice, and only choices with the first typed character', () => {
  const all = [US_STATES, choicesOf('company.entity_type'), choicesOf('application.use_of_funds')]
  const list = fc.constantFrom(...all)
  const part = fc
    .tuple(list, fc.nat({ max: 60 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }))
    .map(([of, at, from, to]) => {
      const { label = '' } = of[at % of.length] ?? {}
      return { of, typed: label.slice(Math.min(from, to), Math.max(from, to)) }
    })
  const anything = fc.record({ of: list, typed: fc.string() })
  fc.assert(
    fc.property(fc.oneof(part, anything), ({ of, typed }) => {
      const named = readChoice(of, typed)
      const matches = matchChoices(of, typed)
      if (named !== null) {
        expect(matches[0]?.value).toBe(named)
        expect(readChoice(of, named)).toBe(named)
      }
      expect(new Set(matches).size).toBe(matches.length)
      const first = (typed.normalize('NFKD').match(/[a-z0-9]/i)?.[0] ?? '').toLowerCase()
      for (const { value, label, also = [] } of matches)
        expect([value, label, ...also].join(' ').toLowerCase()).toContain(first)
    }),
  )
})
