/** Now in milliseconds since 1970, as a dependency: `--clock-offset` moves it. */
export type Clock = () => number

/** ISO 8601 with fractional seconds and UTC offset (spec section 6). */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

/** As the `Date` header has it. */
export function toHttpDate(ms: number): string {
  return new Date(ms).toUTCString()
}
