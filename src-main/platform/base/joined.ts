/** The type of an object with the properties of all members of a union. */
export type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  joined: infer All,
) => void
  ? All
  : never

/** Joins objects. Throws if two of them have a property of the same name, because one would replace the other without an error. */
export function joined<Part extends object>(parts: readonly Part[]): Joined<Part> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name)) throw new Error(`two parts have ${name}`)
    all[name] = value
  }
  return all as Joined<Part>
}
