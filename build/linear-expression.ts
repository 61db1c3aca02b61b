/**
 * Decides whether a backtracking engine matches a regular expression in linear time. The decision is a proof about the expression's
 * automaton, so it is the same on every machine and under every load. It is conservative: it may refuse a linear expression.
 *
 * The automaton reads classes of characters that the expression cannot tell apart. Each state is a character of the expression and the
 * class that it has read. An expression is slow if the automaton can read the same text in many ways: if a loop can read a text in two
 * ways, the number of ways is exponential. If two loops after each other can both read a text, it grows with the square of the length.
 * A search that may begin anywhere counts as a loop over all characters.
 */
import { JS, type CharSet, type Node } from 'refa'

type Condition = (before: number, after: number) => boolean
/** A step that reads nothing. An exit leaves a loop. */
type Step = { to: Place; condition?: Condition; isExit?: boolean }
type Place = { steps: Step[]; isLoop?: boolean; reads?: number[]; next?: Place }
type State = {
  character: Place | null
  class: number
  to: Set<number>
  doubled: Set<number>
  accepts: boolean
}

/** Repetitions of a part beyond this number do not change how many ways there are to read a text. */
const MAX_COPIES = 3
/** Limit of the automaton's size. An expression beyond this limit is hard to understand, too. */
const MAX_STATES = 6_000
const MAX_WAYS = 4_000
/** Class before the first and after the last character of the text. */
const OUTSIDE = -1

class TooLarge extends Error {}

/** Returns why an expression may take more than linear time, or an empty string if it never does. */
export function whyNotLinear(source: string, flags: string): string {
  const literal = { source, flags: flags.replaceAll(/[^imsuv]/g, '') }
  const { expression } = JS.Parser.fromLiteral(literal).parse({
    backreferences: 'unknown',
    simplify: false,
  })
  try {
    return judge(expression, !flags.includes('y'))
  } catch (error) {
    if (error instanceof TooLarge) return 'too large to check'
    throw error
  }
}

/** `searches`: a match may begin anywhere. */
function judge(expression: Node & { alternatives: readonly Node[] }, searches: boolean): string {
  const found = lookInside(expression)
  if (found.refused) return found.refused
  const alphabet = makeAlphabet(found.sets)
  const end = place()
  const build = makeBuilder(alphabet)
  const begin = build(expression, end)
  const states = makeStates(begin, end, alphabet.count, searches)
  const loops = findLoops(states)
  return exponential(states, loops) || polynomial(states, loops)
}

const place = (): Place => ({ steps: [] })

const partsOf = (node: Node): readonly Node[] =>
  'alternatives' in node ? node.alternatives : 'elements' in node ? node.elements : []

/** True if a part reads texts of any length. */
const isUnlimited = (node: Node): boolean =>
  (node.type === 'Quantifier' && node.max === Infinity) || partsOf(node).some(isUnlimited)

function lookInside(expression: Node): { sets: CharSet[]; refused: string } {
  const sets: CharSet[] = []
  let refused = ''
  const visit = (node: Node) => {
    // Refa writes a reference to an earlier group as an unknown node. Without a loop, it cannot take long.
    if (node.type === 'Unknown' && isUnlimited(expression)) refused = 'refers to an earlier group'
    if (node.type === 'CharacterClass') sets.push(node.characters)
    if (node.type === 'Assertion' && isUnlimited(node)) refused = 'looks ahead or behind without a limit'
    partsOf(node).forEach(visit)
  }
  visit(expression)
  return { sets, refused }
}

/** Divides the characters into classes such that each set of the expression consists of whole classes. */
function makeAlphabet(sets: readonly CharSet[]) {
  const cuts = [
    ...new Set([0, ...sets.flatMap(({ ranges }) => ranges.flatMap(({ min, max }) => [min, max + 1]))]),
  ].toSorted((a, b) => a - b)
  const maximum = sets[0]?.maximum ?? 0xffff
  const classes: Map<string, number> = new Map()
  const classOf = new Map(
    cuts
      .filter((cut) => cut <= maximum)
      .map((cut) => {
        const key = sets.map((set) => (set.has(cut) ? 1 : 0)).join('')
        if (!classes.has(key)) classes.set(key, classes.size)
        return [cut, classes.get(key) ?? 0]
      }),
  )
  return {
    count: classes.size,
    classesIn: (set: CharSet) => [
      ...new Set([...classOf].filter(([cut]) => set.has(cut)).map(([, one]) => one)),
    ],
  }
}

function makeBuilder({ classesIn }: ReturnType<typeof makeAlphabet>) {
  /** Returns the place from which a part is read before `next`. */
  const build = (node: Node, next: Place): Place => {
    if (node.type === 'CharacterClass') return { steps: [], reads: classesIn(node.characters), next }
    if (node.type === 'Concatenation')
      return node.elements.reduceRight((after, part) => build(part, after), next)
    if (node.type === 'Assertion') return { steps: [{ to: next, condition: conditionOf(node) }] }
    if (node.type === 'Quantifier') return repeat(node, next)
    return { steps: partsOf(node).map((part) => ({ to: build(part, next) })) }
  }
  const repeat = ({ alternatives, min, max }: Node & { type: 'Quantifier' }, next: Place) => {
    const once = (after: Place) => ({
      steps: alternatives.map((part) => ({ to: build(part, after) })),
    })
    let here = next
    if (max === Infinity) {
      const loop = place()
      loop.isLoop = true
      loop.steps.push({ to: once(loop) }, { to: next, isExit: true })
      here = loop
    } else
      for (let copies = Math.min(max - min, MAX_COPIES); copies > 0; copies--)
        here = { steps: [{ to: once(here) }, { to: next }] }
    for (let copies = Math.min(min, MAX_COPIES); copies > 0; copies--) here = once(here)
    return here
  }
  /** Assertions about one character hold or not. The automaton ignores longer ones, and thus reads more texts than the expression. */
  const conditionOf = ({ kind, negate, alternatives }: Node & { type: 'Assertion' }): Condition => {
    const sets = alternatives.map(({ elements }) => (elements.length === 1 ? elements[0] : undefined))
    if (!sets.every((one) => one?.type === 'CharacterClass')) return () => true
    const classes = new Set(sets.flatMap((one) => classesIn(one.characters)))
    return (before, after) => classes.has(kind === 'ahead' ? after : before) !== negate
  }
  return build
}

/** Lists every way to get from a place to the next characters, or to the end, without reading a character. */
function waysFrom(from: Place, end: Place) {
  const ways: { to: Place; conditions: Condition[] }[] = []
  const walk = (at: Place, seen: Place[], conditions: Condition[]) => {
    if (ways.length > MAX_WAYS) throw new TooLarge()
    if (at === end || at.reads) return void ways.push({ to: at, conditions })
    // An iteration that reads nothing ends the loop.
    if (seen.includes(at)) return
    for (const { to, condition, isExit } of at.steps)
      walk(
        to,
        at.isLoop && !isExit ? [...seen, at] : seen,
        condition ? [...conditions, condition] : conditions,
      )
  }
  walk(from, [], [])
  return ways
}

function makeStates(begin: Place, end: Place, classes: number, searches: boolean): State[] {
  const states: State[] = []
  const numbers: Map<Place | null, number[]> = new Map()
  const ways: Map<Place | null, ReturnType<typeof waysFrom>> = new Map()
  const stateOf = (character: Place | null, read: number) => {
    const known = numbers.get(character) ?? []
    numbers.set(character, known)
    known[read + 1] ??=
      states.push({ character, class: read, to: new Set(), doubled: new Set(), accepts: false }) - 1
    if (states.length > MAX_STATES) throw new TooLarge()
    return known[read + 1] ?? 0
  }
  const all = Array.from({ length: classes }, (_, index) => index)
  stateOf(null, OUTSIDE)
  for (let index = 0; index < states.length; index++) {
    const state = states[index] as State
    const from = state.character
    if (!ways.has(from)) ways.set(from, waysFrom(from?.next ?? begin, end))
    if (from === null && searches) for (const one of all) state.to.add(stateOf(null, one))
    for (const { to, conditions } of ways.get(from) ?? []) {
      const holds = (after: number) => conditions.every((condition) => condition(state.class, after))
      if (to === end) state.accepts ||= [OUTSIDE, ...all].every(holds)
      else
        for (const one of to.reads ?? []) {
          if (!holds(one)) continue
          const target = stateOf(to, one)
          if (state.to.has(target)) state.doubled.add(target)
          state.to.add(target)
        }
    }
  }
  return states
}

/** Finds the strongly connected parts of the automaton (Tarjan). Returns the number of its loop for each state, or -1 outside of loops. */
function findLoops(states: readonly State[]) {
  return components(states.length, (index) => [...(states[index]?.to ?? [])])
}

/** Returns the number of the component of each node, -1 for a node without a cycle. */
function components(count: number, next: (index: number) => readonly number[]): Int32Array {
  const found = new Int32Array(count).fill(-1)
  const order = new Int32Array(count)
  const low = new Int32Array(count)
  const isOpen = new Uint8Array(count)
  const open: number[] = []
  let clock = 0
  let loops = 0
  for (let root = 0; root < count; root++) {
    if (order[root]) continue
    const calls: { node: number; targets: readonly number[]; at: number }[] = []
    const enter = (node: number) => {
      order[node] = low[node] = ++clock
      open.push(node)
      isOpen[node] = 1
      calls.push({ node, targets: next(node), at: 0 })
    }
    enter(root)
    for (let call = calls.at(-1); call; call = calls.at(-1)) {
      const { node, targets } = call
      const target = targets[call.at++]
      if (target !== undefined) {
        if (!order[target]) enter(target)
        else if (isOpen[target]) low[node] = Math.min(low[node] ?? 0, order[target] ?? 0)
        continue
      }
      calls.pop()
      const parent = calls.at(-1)
      if (parent) low[parent.node] = Math.min(low[parent.node] ?? 0, low[node] ?? 0)
      if (low[node] !== order[node]) continue
      const members = open.splice(open.lastIndexOf(node))
      for (const member of members) isOpen[member] = 0
      if (members.length === 1 && !targets.includes(node)) continue
      for (const member of members) found[member] = loops
      loops++
    }
  }
  return found
}

function exponential(states: readonly State[], loops: Int32Array) {
  const count = Math.max(-1, ...loops) + 1
  for (let loop = 0; loop < count; loop++) {
    const members = states.flatMap((_, index) => (loops[index] === loop ? [index] : []))
    if (states[members[0] ?? 0]?.character === null) continue
    if (members.some((index) => [...(states[index]?.doubled ?? [])].some((to) => loops[to] === loop)))
      return 'exponential: a loop can read a text in two ways'
    // Pairs of states that read the same text. If a pair of different states lies on a cycle with a pair of equal ones, there are two ways.
    const numbers: Map<number, number> = new Map()
    const pairs: [number, number][] = []
    const pair = (a: number, b: number) => {
      const key = a * states.length + b
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, pairs.length)
      return pairs.push([a, b]) - 1
    }
    for (const index of members) pair(index, index)
    const edges: number[][] = []
    for (let index = 0; index < pairs.length; index++) {
      const [a, b] = pairs[index] ?? [0, 0]
      edges.push(sameClass(states, loops, loop, a, b).map(([x, y]) => pair(x, y)))
      if (pairs.length > 400_000) throw new TooLarge()
    }
    const cycles = components(pairs.length, (index) => edges[index] ?? [])
    const diagonal = new Set(pairs.flatMap(([a, b], index) => (a === b ? [cycles[index]] : [])))
    if (pairs.some(([a, b], index) => a !== b && cycles[index] !== -1 && diagonal.has(cycles[index])))
      return 'exponential: a loop can read a text in two ways'
  }
  return ''
}

function sameClass(
  states: readonly State[],
  loops: Int32Array,
  loop: number,
  a: number,
  b: number,
): [number, number][] {
  const found: [number, number][] = []
  for (const x of states[a]?.to ?? [])
    if (loops[x] === loop)
      for (const y of states[b]?.to ?? [])
        if (loops[y] === loop && states[x]?.class === states[y]?.class) found.push([x, y])
  return found
}

function polynomial(states: readonly State[], loops: Int32Array) {
  const reach = reachability(states)
  for (const [p, first] of states.entries())
    for (const [q, second] of states.entries()) {
      if (loops[p] === -1 || loops[q] === -1 || loops[p] === loops[q]) continue
      if (first.class !== second.class || second.accepts || !reach[p]?.has(q)) continue
      if (bothRead(states, loops, reach, p, q)) return 'polynomial: two loops can read the same text'
    }
  return ''
}

/** Returns true if a text leads from `p` to `p`, from `p` to `q`, and from `q` to `q`. */
function bothRead(
  states: readonly State[],
  loops: Int32Array,
  reach: readonly Set<number>[],
  p: number,
  q: number,
) {
  const size = states.length
  const key = (a: number, b: number, c: number) => (a * size + b) * size + c
  const goal = key(p, q, q)
  const seen = new Set([key(p, p, q)])
  const waiting = [[p, p, q]]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const [a = 0, b = 0, c = 0] = at
    for (const x of states[a]?.to ?? []) {
      if (loops[x] !== loops[p]) continue
      for (const y of states[b]?.to ?? []) {
        if (states[y]?.class !== states[x]?.class || (y !== q && !reach[y]?.has(q))) continue
        for (const z of states[c]?.to ?? []) {
          if (loops[z] !== loops[q] || states[z]?.class !== states[x]?.class) continue
          // If the second loop has read a text that matches, the engine tries no other ways.
          if (states[z]?.accepts) continue
          const next = key(x, y, z)
          if (next === goal) return true
          if (seen.has(next)) continue
          seen.add(next)
          if (seen.size > 2_000_000) throw new TooLarge()
          waiting.push([x, y, z])
        }
      }
    }
  }
  return false
}

function reachability(states: readonly State[]): Set<number>[] {
  return states.map((_, start) => {
    const seen = new Set<number>()
    const waiting = [start]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const to of states[at]?.to ?? [])
        if (!seen.has(to)) {
          seen.add(to)
          waiting.push(to)
        }
    return seen
  })
}
