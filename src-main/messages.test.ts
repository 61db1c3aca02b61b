import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

// Main's texts for brokers also come from the message catalog (docs/adr/0011-words.md). Texts for logs and programs start in lower case, so
// this test ignores them.

/** Sentences that need not be in the catalog: they are the same in every language, or brokers never see them. */
const EXCEPTIONS = new Set([
  // Names.
  'Funding Desk',
  'Funding Desk:',
  'Funding Desk vault',
  'Funding Desk statements',
  'Funding Desk forms',
  'Funding Desk sandbox',
  ...['Segoe UI', 'Helvetica Neue', 'Liberation Sans', 'Noto Sans'],
  // The funding partner reads the package, so its files and headings are in English.
  'Proof of submission.json',
  'Proof of submission.pdf',
  'What happened',
  'Sent at',
  // The vault stores the evidence of the proof of submission in English.
  'The funding partner lists it as accepted.',
  // Texts of exceptions, which brokers never see. The app shows a text from the catalog instead.
  'This installation can not be updated.',
  'No update server is set up.',
])

/** Modules of rooms that write translated text into files, printed pages, or imported values. */
const WRITES_TEXT = new Set([
  'attach-proof.ts',
  'commissions.ts',
  'export-deals.ts',
  'export-proof.ts',
  'export-statements.ts',
  'printed-page.ts',
  'proof-page.ts',
  'fill-form.ts',
  'import-work.ts',
  'read-drafts.ts',
  'read-table.ts',
  'renewals.ts',
  'save-package.ts',
  'statement-sheets.ts',
])

/** Returns the sentences in a source file: strings with more than one word that start with a capital letter. */
function sentencesIn(path: string, source: string): string[] {
  const found: string[] = []
  const take = (text: string) => {
    if (/^\s*\p{Lu}\p{Ll}*,? \p{L}/u.test(text) && !EXCEPTIONS.has(text.trim())) found.push(text)
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as { type: string; value?: unknown }
    if (/^Import|^TS(Literal|Type|Interface)/.test(node.type)) return
    if (node.type === 'Literal' && typeof node.value === 'string') take(node.value)
    if (node.type === 'TemplateElement') take((node.value as { cooked: string }).cooked)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, source).program)
  return found
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.test\.|\.fixture\.|\.d\.ts$/.test(path),
)

describe("main's texts", () => {
  it.each([
    ["fail(appError('OFFER_NOT_OPEN', 'It is gone.', advice))", ['It is gone.']],
    ['line(`It was sent to ${name}`)', ['It was sent to ']],
    ["log.info('queue waiting'); messages().errors.stopped; sql('SELECT name FROM deals')", []],
    ["type Told = 'It is gone.'", []],
  ])('are extracted correctly from %s', (source, found) => {
    expect(sentencesIn('a.ts', source)).toEqual(found)
  })

  it('are message descriptors in the rooms, except in modules that write files or pages', () => {
    const speaking = sources
      .filter((path) => path.startsWith(`features${sep}`))
      .filter((path) => {
        const source = readFileSync(join(folder, path), 'utf8')
        return /\bmessages\(\)|\bformatMessage[()]/.test(source) && !WRITES_TEXT.has(basename(path))
      })
    const why =
      'A room returns message descriptors. Only modules that write text into files or pages may format it: WRITES_TEXT.'
    expect(speaking, why).toEqual([])
  })

  it('all come from the catalog', () => {
    const found = sources.flatMap((path) =>
      sentencesIn(path, readFileSync(join(folder, path), 'utf8')).map((text) => `${path}: ${text}`),
    )
    expect(found).toEqual([])
  })
})
