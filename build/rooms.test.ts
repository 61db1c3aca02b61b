import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Checks the rules between rooms (docs/ARCHITECTURE.md). `PRINT_ROOMS=1` prints the graph of each process.

const PROCESSES = ['src-shared', 'src-main', 'src-renderer']

/** Maximum number of a room's files that other rooms of the same process import. The rest is free to change. */
const MOST_ENTRANCES = 10

interface Import {
  from: string
  to: string
}

/** All imports between source files, including type-only imports. */
const imports: Import[] = [...PROCESSES, 'src-preload', 'services/relay/src', 'services/sandbox/src'].flatMap(
  (root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(root, name).replaceAll(path.sep, '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|d)\.tsx?$/.test(file))
      .flatMap((from) => targetsOf(from).map((to) => ({ from, to }))),
)

function targetsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))
}

/** Returns `platform`, `app`, the name of a room, or null for an entry file. */
function roomOf(file: string): string | null {
  const [, folder, room = ''] = file.split('/')
  if (folder === 'features') return room
  return folder === 'platform' || folder === 'app' ? folder : null
}

/** Only `platform/texts` loads the catalogs, which join the texts of all rooms. */
const isOfCatalogs = ({ from, to }: Import) =>
  from.startsWith('src-shared/platform/texts/') && to.startsWith('src-shared/app/texts.')

/** Returns groups of nodes that lead to each other (Tarjan's algorithm). */
function knots(edges: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const found: string[][] = []
  const stack: string[] = []
  const order = new Map<string, number>()
  const visit = (node: string): number => {
    const at = order.size
    let low = at
    order.set(node, at)
    stack.push(node)
    for (const one of next.get(node) ?? [])
      if (!order.has(one)) low = Math.min(low, visit(one))
      else if (stack.includes(one)) low = Math.min(low, order.get(one) ?? at)
    if (low === at) {
      const knot = stack.splice(stack.indexOf(node))
      if (knot.length > 1) found.push(knot)
    }
    return low
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return found
}

test('no source files import each other in a cycle', () => {
  expect(imports.length).toBeGreaterThan(2_000)
  expect(knots(imports)).toEqual([])
})

for (const program of PROCESSES) {
  const own = imports.filter(
    (one) => [one.from, one.to].every((file) => file.startsWith(`${program}/`)) && !isOfCatalogs(one),
  )
  const between = own.flatMap(({ from, to }) => {
    const [one, other] = [roomOf(from), roomOf(to)]
    return one === null || other === null || one === other ? [] : [{ from: one, to: other }]
  })
  const edges = [...new Set(between.map(({ from, to }) => `${from} > ${to}`))].toSorted()

  test(`${program}: platform and rooms import no app, and platform imports no room`, () => {
    const upward = between.filter(({ from, to }) => from === 'platform' || (from !== 'app' && to === 'app'))
    expect(new Set(upward)).toEqual(new Set())
  })

  test(`${program}: rooms import each other without a cycle`, () => {
    if (process.env['PRINT_ROOMS'] !== undefined) console.log([program, ...edges].join('\n'))
    const rooms = between.filter(({ from, to }) => ![from, to].some((one) => /^(app|platform)$/.test(one)))
    expect(knots(rooms)).toEqual([])
  })

  test(`${program}: other rooms import few files of a room`, () => {
    const entered = own.filter(({ from, to }) => to.includes('/features/') && roomOf(from) !== roomOf(to))
    const byRooms = entered.filter(({ from }) => roomOf(from) !== 'app' && from.includes('/features/'))
    const files = [...new Set(byRooms.map(({ to }) => to))].map(roomOf)
    const wide = files.filter((room) => files.filter((one) => one === room).length > MOST_ENTRANCES)
    expect(files.length).toBeGreaterThan(20)
    expect(new Set(wide)).toEqual(new Set())
  })
}
