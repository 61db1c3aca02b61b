import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { en } from '../../app/texts.en.ts'
import { es } from '../../app/texts.es.ts'
import { plural, setMessages } from './messages.ts'

type Entry = string | ((...values: unknown[]) => string)

/** Texts that are identical in both languages. */
const SAME_IN_BOTH = ['errorsPartner.useHttps']

/** Parts of the catalog whose keys are computed from data, so no source file contains these keys literally. */
const READ_BY_NAME = ['statuses', 'states', 'evidence']

/** Matches the catalog paths of those screen names that other texts mention. */
const SCREENS = /^shell\.(pipeline|inbox|callLog|settings|setup|sections\.\w+)$/

/** Texts that say what the app assumes about the partner's API. Only Settings shows them. */
const ASSUMED_IN_SETTINGS = ['settings.rateLimitAbout', 'endpoints.what', 'endpoints.assumed']

/** Returns the source files that can use messages: all except the tests and the catalog itself. */
function speakers(): string[] {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  return ['src-renderer', 'src-main', 'src-shared'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.e[ns]\.ts$/.test(path))
      .map((path) => readFileSync(join(root, part, path), 'utf8'))
      .filter((source) => /messages\(\)|\bmsg\b|\bMessages\[/.test(source)),
  )
}

/** Returns every text of a catalog with its path. */
function entriesOf(catalog: object, path = ''): [string, Entry][] {
  return Object.entries(catalog).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? entriesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value as Entry] as [string, Entry]],
  )
}

/** Pairs of different arguments, with at least one pair for each type of parameter. */
const DIFFERENT: readonly (readonly [unknown, unknown])[] = [
  ['first', 'second'],
  [7, 8],
  [1, 2],
  [true, false],
  [['first'], ['second']],
  [[100], [200]],
  ['undo', 'redo'],
  ['received', 'refused'],
  ['2026-05-04T10:00:00.000Z', '2026-05-05T11:00:00.000Z'],
]

/** Arguments for all other parameters while one parameter is tested. */
const OTHERS: readonly unknown[] = ['other', 1, 7, true, ['other']]

/** Parameters that do not have to change the text. Each is the catalog path of the text and the index of the parameter. */
const SILENT = ['pages.done.move: 0']

/** Returns the indexes of parameters that do not change the text. */
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

/** Returns the text for these arguments, or `''` if the arguments have the wrong types. */
function textOf(entry: (...values: unknown[]) => string, values: unknown[]): string {
  try {
    return entry(...values)
  } catch {
    return ''
  }
}

afterEach(() => setMessages('en', en))

describe('message catalog', () => {
  const english = entriesOf(en)
  const spanish = new Map(entriesOf(es))

  it('has the same keys in both languages and no empty texts', () => {
    expect([...spanish.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted())
    const empty = [...english, ...spanish].filter(
      ([, entry]) => typeof entry === 'string' && entry.trim() === '',
    )
    expect(empty).toEqual([])
  })

  it('writes a percentage with a space before its sign in Spanish, and without one in English', () => {
    const written = (entries: Iterable<[string, Entry]>, form: RegExp) =>
      [...entries].filter(([, entry]) => form.test(String(entry))).map(([path]) => path)
    expect(written(spanish, /[\d}]%/)).toEqual([])
    expect(written(english, /[\d}]\s%/)).toEqual([])
  })

  it('quotes with «» in every Spanish text', () => {
    expect([...spanish].filter(([, entry]) => /[“”]/.test(String(entry))).map(([path]) => path)).toEqual([])
  })

  it('translates every sentence, except those that are identical in both languages', () => {
    const same = english.filter(
      ([path, text]) =>
        typeof text === 'string' && /\p{L}{3}.* .*\p{L}{3}/u.test(text) && spanish.get(path) === text,
    )
    expect(same.map(([path]) => path)).toEqual(SAME_IN_BOTH)
  })

  it('uses different words for a refused request and a declined application, in both languages', () => {
    const words = {
      en: { refused: /reject|correction/i, declined: /declin/i },
      es: { refused: /rechaz|corregir/i, declined: /deneg/i },
    }
    const about = {
      refused: ['states.refused', 'history.refused', 'documents.states.refused'],
      declined: ['filters.stages.declined', 'statuses.app_declined_closed', 'deal.next.declined'],
    }
    for (const [language, texts] of [
      ['en', new Map(english)],
      ['es', spanish],
    ] as const)
      for (const meaning of ['refused', 'declined'] as const)
        for (const path of about[meaning]) {
          const text = String(texts.get(path))
          expect(text, path).toMatch(words[language][meaning])
          expect(text, path).not.toMatch(words[language][meaning === 'refused' ? 'declined' : 'refused'])
        }
  })

  it('calls a deal “expediente” and a request to the API “petición” in Spanish, which a merchant’s business and application are not', () => {
    const written = (form: RegExp) =>
      [...spanish].filter(([, text]) => form.test(String(text))).map(([path]) => path)
    expect(written(/(?:esta|una|la) operación/)).toEqual([])
    expect(written(/(?:límite|máximo) de solicitudes/i)).toEqual([])
  })

  it.each([
    ['en', english, /assum/i],
    ['es', [...spanish], /supone|supuest|asum/i],
  ] as const)('says only in Settings what is assumed, in %s', (_, texts, word) => {
    const assumed = texts.filter(([, text]) => word.test(String(text))).map(([path]) => path)
    expect(assumed.toSorted()).toEqual(ASSUMED_IN_SETTINGS.toSorted())
  })

  it('uses the same name for a screen or Settings section everywhere', () => {
    const names = entriesOf(en.shell, 'shell.').filter(([path]) => SCREENS.test(path))
    expect(names.length).toBeGreaterThan(10)
    const otherwise = names.flatMap(([screen, name]) => {
      // Match the name of a screen only inside sentences: there, its capital letter shows that it is a name and not an ordinary word.
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
  ] as const)('uses every parameter, in %s', (language, catalog) => {
    setMessages(language, catalog)
    const texts = new Map(entriesOf(catalog))
    const silent = english.flatMap(([path, entry]) => {
      const text = texts.get(path)
      if (typeof entry === 'string' || typeof text !== 'function') return []
      // Use the number of parameters of the English text. A translation that ignores a parameter may not declare it.
      return unsaidArguments(text, entry.length).map((place) => `${path}: ${place}`)
    })
    expect(silent).toEqual(SILENT)
  })

  it('contains no unused texts', () => {
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
  ] as const)('are formatted for %s: %i', (language, count, text) => {
    setMessages(language, en)
    expect(plural(count, 'one deal', (n) => `${n} deals`)).toBe(text)
  })

  it('are formatted for US Spanish', () => {
    setMessages('es', es)
    expect(plural(12_345, 'un expediente', (n) => `${n} expedientes`)).toBe('12,345 expedientes')
    expect(plural(1, 'un expediente', (n) => `${n} expedientes`)).toBe('un expediente')
  })
})
