/** Makes an address of the service: `{name}` in a path stands for a value, which is escaped. */
export function resolveUrl(base: string, path: string, values: Record<string, string>): string {
  return base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Makes a JSON body of a profile: a string `{name}` stands for a value. */
export function fillBody(
  body: Record<string, string>,
  values: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return Object.fromEntries(Object.entries(body).map(([key, text]) => [key, fill(text)]))
}
