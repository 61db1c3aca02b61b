/** Reads a column that holds a list of texts as JSON. Most deals have none, which needs no parser. */
export function listIn(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
