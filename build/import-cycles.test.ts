import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOTS = [
  'src-main',
  'src-preload',
  'src-renderer',
  'src-shared',
  'services/relay/src',
  'services/sandbox/src',
]

/** The imports of each file, including type-only imports. */
const imports = new Map(
  ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(root, name).replaceAll(path.sep, '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|d)\.tsx?$/.test(file))
      .map((file) => [file, importsOf(file)] as const),
  ),
)

function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)
  return [...specifiers].map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))
}

/** Returns groups of files that import each other in a cycle (Tarjan's algorithm). */
function circles(): string[][] {
  const found: string[][] = []
  const stack: string[] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const visit = (file: string): number => {
    const at = order.size
    order.set(file, at)
    lowest.set(file, at)
    stack.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      const low = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? at) : at) : visit(next)
      lowest.set(file, Math.min(lowest.get(file) ?? at, low))
    }
    const low = lowest.get(file) ?? at
    if (low === at) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) found.push(circle)
    }
    return low
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return found
}

/** Returns pairs of folders whose files import each other. A folder and its subfolders count as one folder. */
function mutualFolders(): string[] {
  const edges = new Map<string, string>()
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [path.posix.dirname(file), path.posix.dirname(target)]
      if (!imports.has(target) || `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`)) continue
      edges.set(`${from} > ${to}`, `${file} > ${target}`)
    }
  return [...edges].flatMap(([edge, example]) => {
    const [from = '', to = ''] = edge.split(' > ')
    const back = edges.get(`${to} > ${from}`)
    return from < to && back !== undefined ? [`${example}, and ${back}`] : []
  })
}

test('no source files import each other in a cycle', () => {
  expect(imports.size).toBeGreaterThan(300)
  expect(circles()).toEqual([])
})

test('no two folders import each other', () => {
  expect(mutualFolders()).toEqual([])
})
