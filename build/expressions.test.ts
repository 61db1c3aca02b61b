import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inSource, checkExpressions } from './expressions.mjs'
import { projectFolder } from './runtime/cache.mjs'

interface Expression {
  place: string
  source: string
  flags: string
}

/** Expressions that this project once contained. With long texts, they froze the app. */
const CUBIC = String.raw`^[\s,;]*(?:-+|to|and)?[\s,:;]*(?:(?:ending|end)(?: date| on)?|fin)?[\s,:;]*(?:el )?$`
const QUADRATIC = String.raw`<([^>]*)>[^,<]*;\s*\brel\s*=\s*"?(?:[^",;]*\s)?next\b`

// Lists all regular expressions of the product. Uses a separate process, because the code of the gate replaces the RegExp constructor while
// it loads modules.
const EXPRESSIONS = JSON.parse(
  execFileSync(process.execPath, [join(projectFolder, 'build/expressions.mjs'), '--list'], {
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  }),
) as Expression[]

/** Length of a text for which a linear expression takes about a millisecond and a quadratic expression ten seconds. */
const LENGTH = 100_000
const WITHIN_MS = 2_000

const context = createContext({ text: '', expression: /./ })
const apply = new Script('text.replace(expression, "")')

/** Returns false if a replacement with the expression takes far longer than it would with a linear expression. */
function endsSoon({ source, flags }: { source: string; flags: string }, text: string): boolean {
  Object.assign(context, { text, expression: new RegExp(source, flags) })
  try {
    apply.runInContext(context, { timeout: WITHIN_MS })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

const SEPARATORS = [...' ,.-;:/=<>"\'%\\_+\t\n01a', '. ', ', ', ':0', '<a', '1.']

const repeat = (start: string, unit: string, end: string) =>
  start + unit.repeat(Math.ceil(LENGTH / unit.length)) + end

/**
 * Generates random texts that repeat a separator or a part of the expression. Such texts are the slowest for expressions that are not
 * linear.
 */
function repeated(source: string) {
  const letters = fc.constantFrom(...new Set(SEPARATORS.join('') + source))
  const words = fc.constantFrom('x', ...(source.match(/\w{2,}/g) ?? []))
  const unit = fc.oneof(
    fc.constantFrom(...SEPARATORS),
    fc.string({ unit: letters, minLength: 1, maxLength: 3 }),
    words,
  )
  const edge = fc.oneof(
    fc.constantFrom('', '01/01/2026', ' x 01/31/2026', '<', '\n!'),
    fc.string({ unit: letters, maxLength: 12 }),
    words,
  )
  return fc.tuple(edge, unit, edge).map(([start, once, end]) => repeat(start, once, end))
}

test('every regular expression of the product runs in linear time on repeated separators', () => {
  expect(EXPRESSIONS.length).toBeGreaterThan(200)
  const unique = new Map(EXPRESSIONS.map((one) => [`/${one.source}/${one.flags}`, one]))
  const slow = [...unique].flatMap(([shown, one]) => {
    const run = fc.check(
      fc.property(repeated(one.source), (text) => endsSoon(one, text)),
      {
        examples: SEPARATORS.map((separator) => [repeat('', separator, ' x 01/31/2026')]),
        numRuns: SEPARATORS.length + 15,
        endOnFailure: true,
      },
    )
    return run.failed ? [`${one.place} ${shown} ${JSON.stringify(run.counterexample).slice(0, 60)}`] : []
  })
  expect(slow).toEqual([])
}, 300_000)

test.each([
  ['cubic', CUBIC, `,`],
  ['quadratic', QUADRATIC, '<'],
  ['quadratic at the end', '[. ]+$', '.'],
])('detects that this regular expression is slow on repeated separators: %s', (_, source, unit) => {
  expect(endsSoon({ source, flags: 'i' }, `${unit.repeat(LENGTH)} x`)).toBe(false)
})

test('the check reports a slow regular expression with its file and line, and accepts a linear one', async () => {
  const { literals } = inSource(
    'planted.ts',
    `const ok = /^\\d+$/\nconst bad = /${CUBIC}/\nconst worse = /^(a+)+$/\nconst trailing = /0+$/`,
  )
  expect(literals).toHaveLength(4)
  const findings = await checkExpressions(literals)
  expect(findings.map((line) => line.slice(0, 12))).toEqual(['planted.ts:2', 'planted.ts:3', 'planted.ts:4'])
  expect(findings[0]).toContain('3rd degree polynomial')
  expect(findings[1]).toContain('exponential')
}, 60_000)

test('the check finds every place that builds a regular expression with RegExp', () => {
  const text = 'const word = (text: string) => new RegExp(text)\nconst other = RegExp(`a`)'
  expect(inSource('built.ts', text).sites).toEqual(['built.ts:1', 'built.ts:2'])
})
