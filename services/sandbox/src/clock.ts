/** Current time in milliseconds since 1970. The admin endpoint shifts it. */
export type Clock = () => number

export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}
