import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

// The source code of the screens must contain no text that a broker reads. All such text is in the message catalog
// (docs/adr/0011-words.md).

/** Texts that are the same in every language, or that users never see. */
const EXCEPTIONS = new Set([
  // Names of products.
  'Funding Desk',
  'Funding Desk ·',
  'Electron',
  'Chromium',
  // Labels of keyboard keys, and their names in the browser.
  ...['Mac', 'Ctrl', 'Alt', 'Shift', 'Esc', 'Del', 'Enter', 'Delete', 'Backspace'],
  // Units, and the beginnings of URLs.
  'ms',
  'https://…',
  'http://proxy.office.example:8080',
  // Names that browser APIs define, for example the type of dragged files.
  'Files',
  '(prefers-color-scheme: dark)',
  // Console messages.
  'pdfjs asked for an unknown part:',
])

/** Matches names of attributes and properties whose values a broker sees or hears. Even a single word in such a value counts as text. */
const READ =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|label|description|alt|message|.*Label)$/
/** Matches names of attributes and properties whose values a broker never sees. */
const UNREAD =
  /^(className|classNames|style|styles|transition|component|d|points|viewBox|transform|sizes|accept|gridTemplateColumns|fontFamily|aria-labelledby|aria-describedby|border|outline|rel|keys)$/

/** Matches a CSS attribute selector, such as `[data-name="x"]`. No text that brokers read contains an attribute name in brackets. */
const SELECTOR = /\[[a-z-]+(="[^"]*")?\]/

interface Node {
  type: string
  [key: string]: unknown
}

/** Returns the string literals of a source file that a broker would probably read. */
export function literalsIn(path: string, source: string): string[] {
  const found: string[] = []
  const take = (text: string, sort: 'read' | 'any') => {
    const isRead =
      sort === 'read'
        ? /\p{L}/u.test(text)
        : /\p{L}{2,}[,.;:]?\s+\p{L}/u.test(text) || /^\p{Lu}\p{Ll}{2,}\P{L}*$/u.test(text)
    const said = text.trim().replaceAll(/\s+/g, ' ')
    if (isRead && !SELECTOR.test(text) && !EXCEPTIONS.has(said)) found.push(said)
  }
  const visit = (value: unknown, sort: 'read' | 'any'): void => {
    if (Array.isArray(value)) value.forEach((each) => visit(each, sort))
    if (!isNode(value)) return
    if (/^Import|^TS(Literal|Type|Interface)|^ExportAll/.test(value.type)) return
    if (value.type === 'JSXText') return take(String(value['value']), 'read')
    if (value.type === 'Literal') return take(typeof value['value'] === 'string' ? value['value'] : '', sort)
    if (value.type === 'TemplateElement') return take((value['value'] as { cooked: string }).cooked, sort)
    if (value.type === 'JSXAttribute' || value.type === 'Property') {
      const name = nameOf((value['name'] ?? value['key']) as Node)
      if (UNREAD.test(name)) return
      return visit(value['value'], READ.test(name) ? 'read' : 'any')
    }
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      visit(value['openingElement'], 'any')
      return visit(value['children'], 'read')
    }
    const below = /Conditional|Logical|Template|JSXExpressionContainer|Parenthesized|TSAs/.test(value.type)
      ? sort
      : 'any'
    // Skip the conditions of conditional expressions, because the app does not display the texts that they compare.
    for (const [key, child] of Object.entries(value)) if (key !== 'test') visit(child, below)
  }
  visit(parseSync(path, source).program, 'any')
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function nameOf(node: Node): string {
  return String(node['name'] ?? node['value'])
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path),
)

describe('the texts of the screens', () => {
  it.each([
    ['<p>Save</p>', ['Save']],
    ['<p>{busy ? "saving" : `${n} saved`}</p>', ['saving', 'saved']],
    ['<p>{isNew && "new"}</p>', ['new']],
    ['<Tag title="deal" aria-label={`Tag ${n}`} />', ['deal', 'Tag']],
    ['<Tag closeButtonProps={{ "aria-label": "close" }} />', ['close']],
    ['const KINDS = { offer: "Offers", other: ["is gone"] }', ['Offers', 'is gone']],
    ['show({ message: "gone" })', ['gone']],
    ['show(`Saved as ${name}`)', ['Saved as']],
    ['<p className="wide label">{state === "new" ? messages().a : 1} · ⌘</p>', []],
    ['navigate({ screen: "deal" })', []],
    ['type Kind = "Two words"', []],
  ])('are extracted correctly from %s', (source, found) => {
    expect(literalsIn('a.tsx', source)).toEqual(found)
  })

  it('all come from the catalog', () => {
    const found = sources.flatMap((path) =>
      literalsIn(path, readFileSync(join(folder, path), 'utf8')).map((text) => `${path}: ${text}`),
    )
    expect(found).toEqual([])
  })
})
