import { afterEach, describe, expect, it } from 'vitest'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { plural, speak } from './messages.ts'

type Entry = string | ((...values: unknown[]) => string)

/** Sentences that are rightly the same in both languages. */
const SAME_IN_BOTH = ['errorsPartner.useHttps']

/** Every text of a catalogue by its path. */
function entriesOf(catalogue: object, path = ''): [string, Entry][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? entriesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value as Entry] as [string, Entry]],
  )
}

afterEach(() => speak('en', en))

describe('the catalogue of words', () => {
  const english = entriesOf(en)
  const spanish = new Map(entriesOf(es))

  it('has the same keys in both languages, and no empty text', () => {
    expect([...spanish.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted())
    const empty = [...english, ...spanish].filter(
      ([, entry]) => typeof entry === 'string' && entry.trim() === '',
    )
    expect(empty).toEqual([])
  })

  it('says something else in Spanish, but for words that are the same', () => {
    const same = english.filter(
      ([path, text]) =>
        typeof text === 'string' && /\p{L}{3}.* .*\p{L}{3}/u.test(text) && spanish.get(path) === text,
    )
    expect(same.map(([path]) => path)).toEqual(SAME_IN_BOTH)
  })
})

describe('counts', () => {
  it.each([
    ['en', 0, '0 deals'],
    ['en', 1, 'one deal'],
    ['en', 2, '2 deals'],
    ['en', 12_345, '12,345 deals'],
  ] as const)('are written as %s writes %i', (language, count, text) => {
    speak(language, en)
    expect(plural(count, 'one deal', (n) => `${n} deals`)).toBe(text)
  })

  it('are written as Spanish of the United States writes them', () => {
    speak('es', es)
    expect(plural(12_345, 'un expediente', (n) => `${n} expedientes`)).toBe('12,345 expedientes')
    expect(plural(1, 'un expediente', (n) => `${n} expedientes`)).toBe('un expediente')
  })
})
