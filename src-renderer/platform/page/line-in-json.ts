import { type Node, parseTree, type ParseError } from 'jsonc-parser'

/**
 * Returns the number of the line of a JSON text that contains the value at a path (`sections.0.title`), counted from 1. For a missing
 * value, returns the line of the nearest enclosing value. If the text is not JSON, returns the line of its first error. Keys may contain
 * dots.
 */
export function lineInJson(text: string, path: string): number {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const offset = errors[0]?.offset ?? (root === undefined ? 0 : find(root, path).offset)
  return text.slice(0, offset).split('\n').length
}

function find(node: Node, path: string): Node {
  const isList = node.type === 'array'
  for (const [index, child] of (path === '' ? [] : (node.children ?? [])).entries()) {
    const [name, value] = isList ? [undefined, child] : (child.children ?? [])
    const key = isList ? String(index) : String(name?.value)
    if (value !== undefined && `${path}.`.startsWith(`${key}.`))
      return find(value, path.slice(key.length + 1))
  }
  return node
}
