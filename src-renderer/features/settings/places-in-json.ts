import { jsonLanguage } from '@codemirror/lang-json'

/** A range of a text, and the number of the line on which the range begins. The first line has the number 1. */
export interface Place {
  from: number
  to: number
  line: number
}

type Node = NonNullable<ReturnType<typeof jsonLanguage.parser.parse>['topNode']['firstChild']>

/**
 * Finds positions in a JSON text. `error` is the first syntax error, and `at` finds the value at a path (`sections.0.title`).
 * For a missing value, `at` returns the nearest enclosing value. Keys may contain dots.
 */
export function placesInJson(text: string): { error: Place | null; at: (path: string) => Place } {
  const { topNode } = jsonLanguage.parser.parse(text)
  const placeOf = ({ from, to }: Node): Place => ({ from, to, line: text.slice(0, from).split('\n').length })
  const keyOf = (name: Node) => JSON.parse(text.slice(name.from, name.to)) as string
  function find(node: Node, path: string): Node {
    if (path === '') return node
    let found = node
    const values = childrenOf(node)
    for (const [index, child] of values.entries()) {
      const [name, value] = child.name === 'Property' ? childrenOf(child) : [undefined, child]
      const key = name === undefined ? String(index) : keyOf(name)
      if (value === undefined || !`${path}.`.startsWith(`${key}.`)) continue
      found = find(value, path.slice(key.length + 1))
    }
    return found
  }
  let error: Place | null = null
  topNode.cursor().iterate(({ type, node }) => {
    if (type.isError) error ??= placeOf(node)
  })
  return { error, at: (path) => placeOf(find(topNode.firstChild ?? topNode, path)) }
}

/**
 * Returns the child nodes of a syntax tree node: the values of an array, the properties of an object, or the name and the value of a
 * property. Leaves out brackets, commas, and errors.
 */
function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (/^[A-Z]/.test(child.name)) children.push(child)
  return children
}
