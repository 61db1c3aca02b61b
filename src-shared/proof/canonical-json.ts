/**
 * Canonical JSON (RFC 8785): the same value is the same text everywhere, so that its hash is too. Keys in the order of their
 * UTF-16 units; numbers and strings as `JSON.stringify` writes them, which is what the RFC asks for. `undefined` among
 * properties is left out. Throws on what has no canonical form: half a surrogate pair, or a number that is not finite.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw new TypeError('half a surrogate pair has no canonical form')
    return JSON.stringify(value)
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('only finite numbers have a canonical form')
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const properties = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(properties).sort())
    if (properties[key] !== undefined)
      text += `${text === '' ? '' : ','}${canonicalJson(key)}:${canonicalJson(properties[key])}`
  return `{${text}}`
}
