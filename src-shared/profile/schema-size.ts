/** Schemas of forms have a few hundred parts. Main validates the whole draft by the schema after every change. */
const MAX_PARTS = 20_000
const MAX_DEPTH = 100

/** False where a JSON Schema from outside expands to more parts than any form needs, or refers to itself. */
export function isOfUsualSize(schema: Record<string, unknown>): boolean {
  return countParts(schema, schema, new Map(), 0) <= MAX_PARTS
}

/** Counts the parts of a schema with each reference replaced by what it names. */
function countParts(root: unknown, part: unknown, known: Map<object, number>, depth: number): number {
  if (typeof part !== 'object' || part === null) return 0
  const counted = known.get(part)
  if (counted !== undefined) return counted
  if (depth > MAX_DEPTH) return Infinity
  // A part that is met again inside of itself is endless.
  known.set(part, Infinity)
  let parts = 1
  for (const [key, inside] of Object.entries(part)) {
    const isReference = key === '$ref' && typeof inside === 'string'
    parts += countParts(root, isReference ? targetOf(root, inside) : inside, known, depth + 1)
  }
  known.set(part, parts)
  return parts
}

/** Resolves a local reference (`#/$defs/address`); null for any other. */
function targetOf(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return null
  const keys = reference.slice(1).split('/').slice(1)
  return keys.reduce<unknown>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name)
      ? (at as Record<string, unknown>)[name]
      : null
  }, root)
}
