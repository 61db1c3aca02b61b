/** Builds a URL of the partner. Replaces each `{name}` in a path with its escaped value. */
export function resolveUrl(base: string, path: string, values: Record<string, string>): string {
  return base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Builds a JSON body from a profile. Replaces each `{name}` with its value. */
export function fillBody(
  body: Record<string, string>,
  values: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return Object.fromEntries(Object.entries(body).map(([key, text]) => [key, fill(text)]))
}
