import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { plural, setMessages } from './messages.ts'

type Entry = string | ((...values: unknown[]) => string)

/** Sentences that are rightly the same in both languages. */
const SAME_IN_BOTH = ['errorsPartner.useHttps']

/** Areas that are read by a name that comes with the data. */
const READ_BY_NAME = ['statuses', 'states', 'evidence']

/** Names that other texts send one to. */
const SCREENS = /^shell\.(pipeline|inbox|callLog|settings|setup|sections\.\w+)$/

/** The sources that speak, without tests and without the catalogue. */
function speakers(): string[] {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return ['src-renderer', 'src-main', 'src-shared'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^messages[\\/]e[ns][\\/]/.test(path))
      .map((path) => readFileSync(join(root, part, path), 'utf8'))
      .filter((source) => /messages\(\)|\bmsg\b/.test(source)),
  )
}

/** Every text of a catalogue by its path. */
function entriesOf(catalogue: object, path = ''): [string, Entry][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? entriesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value as Entry] as [string, Entry]],
  )
}

/** Arguments that tell a text something different, for every sort of argument that a text takes. */
const DIFFERENT: readonly (readonly [unknown, unknown])[] = [
  ['first', 'second'],
  [7, 8],
  [1, 2],
  [true, false],
  [['first'], ['second']],
  ['undo', 'redo'],
  ['received', 'refused'],
  ['2026-05-04T10:00:00.000Z', '2026-05-05T11:00:00.000Z'],
]

/** What stands in the other places meanwhile. */
const OTHERS: readonly unknown[] = ['other', 7, true, ['other']]

/** Texts that need not say all that they are given. */
const SILENT = ['pages.done.move: 0']

/** The arguments of a text, of `count`, of which no value changes what it says. */
function unsaidArguments(entry: (...values: unknown[]) => string, count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  return places.filter((place) => {
    const others = combinations(count - 1)
    return !DIFFERENT.some(([one, other]) =>
      others.some((rest) => {
        const said = (value: unknown) => textOf(entry, rest.toSpliced(place, 0, value))
        return said(one) !== said(other)
      }),
    )
  })
}

function combinations(count: number): unknown[][] {
  if (count === 0) return [[]]
  return combinations(count - 1).flatMap((rest) => OTHERS.map((value) => [...rest, value]))
}

/** `''` where the arguments are not of the sort that the text takes. */
function textOf(entry: (...values: unknown[]) => string, values: unknown[]): string {
  try {
    return entry(...values)
  } catch {
    return ''
  }
}

afterEach(() => setMessages('en', en))

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

  it('calls a screen and a part of the settings everywhere by the name it has there', () => {
    const names = entriesOf(en.shell, 'shell.').filter(([path]) => SCREENS.test(path))
    expect(names.length).toBeGreaterThan(10)
    const otherwise = names.flatMap(([screen, name]) => {
      // Within a sentence, so that the capital tells the name from the word.
      const mentioned = new RegExp(`[a-z,] ${String(name)}\\b`)
      return english
        .filter(([path, text]) => mentioned.test(String(text)) && !named(path, spanish.get(screen)))
        .map(([path]) => `${path}: ${String(name)}`)
    })
    expect(otherwise).toEqual([])

    function named(path: string, name: Entry | undefined): boolean {
      return String(spanish.get(path)).includes(String(name))
    }
  })

  it.each([
    ['en', en],
    ['es', es],
  ] as const)('says all that it is given, in %s', (language, catalogue) => {
    setMessages(language, catalogue)
    const spoken = new Map(entriesOf(catalogue))
    const silent = english.flatMap(([path, entry]) => {
      const text = spoken.get(path)
      if (typeof entry === 'string' || typeof text !== 'function') return []
      // English tells how many there are: the compiler lets a translation take fewer.
      return unsaidArguments(text, entry.length).map((place) => `${path}: ${place}`)
    })
    expect(silent).toEqual(SILENT)
  })

  it('holds nothing that is said nowhere', () => {
    const sources = speakers()
    const unsaid = Object.entries(en).flatMap(([area, entries]) => {
      if (READ_BY_NAME.includes(area)) return []
      const near = sources.filter((source) => new RegExp(`\\b${area}\\b`).test(source))
      return Object.keys(entries)
        .filter((key) => !near.some((source) => new RegExp(`\\b${key}\\b`).test(source)))
        .map((key) => `${area}.${key}`)
    })
    expect(unsaid).toEqual([])
  })
})

describe('counts', () => {
  it.each([
    ['en', 0, '0 deals'],
    ['en', 1, 'one deal'],
    ['en', 2, '2 deals'],
    ['en', 12_345, '12,345 deals'],
  ] as const)('are written as %s writes %i', (language, count, text) => {
    setMessages(language, en)
    expect(plural(count, 'one deal', (n) => `${n} deals`)).toBe(text)
  })

  it('are written as Spanish of the United States writes them', () => {
    setMessages('es', es)
    expect(plural(12_345, 'un expediente', (n) => `${n} expedientes`)).toBe('12,345 expedientes')
    expect(plural(1, 'un expediente', (n) => `${n} expedientes`)).toBe('un expediente')
  })
})
