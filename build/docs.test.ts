import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from './runtime/cache.mjs'

// Compares the documentation with the product: paths, links, commands, screen text, and keyboard shortcuts.

const GUIDE = 'docs/guide'
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...filesUnder('docs', /\.md$/)]
const PAGES = DOCUMENTS.filter((file) => file.startsWith(GUIDE))
const SCREENS = filesUnder('src-renderer', /(?<!\.test)\.tsx?$/).map(read)
const CATALOGUE = filesUnder('src-shared', /\.en\.ts$/).map(read)
const PROFILE = read('resources/profiles/payload-default.json')

describe.each(DOCUMENTS)('%s', (file) => {
  const text = read(file)

  it('contains only links to existing targets', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
    const broken = links.filter((link) => !/^https?:/.test(link) && !leadsSomewhere(file, link))
    expect(broken).toEqual([])
  })

  it('names only existing files of the project', () => {
    const named = [...outsideFences(text).matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
    expect(named.filter((path) => isOfProject(path) && !existsSync(join(projectFolder, path)))).toEqual([])
  })

  it('names only existing npm commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...text.matchAll(/npm (?:run )?([a-z][\w-]*)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !NPM_ITSELF.has(name) && !(name in scripts))).toEqual([])
  })
})

describe.each(PAGES)('%s', (file) => {
  const text = read(file)

  it('uses bold only for texts that appear on a screen', () => {
    const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, said = '']) => said.replace(/\s+/g, ' '))
    expect(bold.filter((said) => !isOnScreen(said))).toEqual([])
  })
})

it('the guide lists only keyboard shortcuts that the app has', () => {
  const { keys, rows } = keysOfGuide()
  expect(rows).toBeGreaterThan(30)
  const offered = keysOfApp()
  expect(keys.filter((one) => !offered.has(one))).toEqual([])
})

it('the guide shows every image in its folder, and no image exceeds 120 kB', () => {
  const shown = PAGES.map(read).join('\n')
  const pictures = filesUnder(`${GUIDE}/images`, /\.png$/).map((file) => file.slice(`${GUIDE}/`.length))
  expect(pictures.filter((picture) => !shown.includes(`(${picture})`))).toEqual([])
  expect(pictures.filter((picture) => statSync(join(projectFolder, GUIDE, picture)).size > 120_000)).toEqual(
    [],
  )
})

const NPM_ITSELF = new Set(['ci', 'install', 'audit', 'registry', 'start', 'test', 'view'])

/** True if `said` is a complete string of the message catalog, of the source of a screen, or of the standard form. */
function isOnScreen(said: string): boolean {
  return (
    [...CATALOGUE, ...SCREENS].some(
      (source) => source.includes(`'${said}'`) || isBetweenTags(source, said),
    ) || PROFILE.includes(`"label": "${said}"`)
  )
}

function isBetweenTags(source: string, said: string): boolean {
  return source.replace(/\s+/g, ' ').includes(`> ${said} <`)
}

function keysOfGuide(): { keys: string[]; rows: number } {
  const rows = read(`${GUIDE}/keyboard.md`)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const keys = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
  )
  return { keys: keys.map((one) => one.replace('Ctrl', 'mod').toLowerCase()), rows: rows.length }
}

/**
 * Returns all keyboard shortcuts in the source code of the screens. Adds the shortcuts with a digit (such as `alt+1`), because the source
 * code computes them.
 */
function keysOfApp(): Set<string> {
  const written = SCREENS.flatMap((source) =>
    [
      ...source.matchAll(
        /'((?:(?:mod|alt|shift)\+)*(?:[A-Za-z0-9,?/=]|F\d|[A-Z]?[a-z]+|Page(?:Up|Down)|Arrow\w+))'/g,
      ),
    ].map(([, keys = '']) => keys.toLowerCase()),
  )
  const places = [1, 2, 3, 4, 5, 6]
  return new Set([...written, ...places.map((place) => `alt+${place}`), ...places.slice(0, 3).map(String)])
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), decodeURIComponent(path))
  if (!existsSync(join(projectFolder, target))) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).includes(anchor)
}

/** Returns the headings' anchors in GitHub's format. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** True for paths relative to the project root, unless they contain a placeholder (AREA or NAME). */
function isOfProject(path: string): boolean {
  const isOurs = /^(?:build|docs|resources|services|src-[a-z]+|tests)\/[\w./-]*$/.test(path)
  return isOurs && !/\b(?:AREA|NAME)\b/.test(path)
}

function outsideFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}

function filesUnder(folder: string, name: RegExp): string[] {
  const found = readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
  return found
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => name.test(file))
    .sort()
}

function read(file: string): string {
  return readFileSync(join(projectFolder, file), 'utf8')
}
