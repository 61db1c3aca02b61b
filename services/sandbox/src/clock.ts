/** Returns the current time in milliseconds since 1970. The clock is passed as a dependency, because `--clock-offset` shifts it. */
export type Clock = () => number

/** Formats a time in ISO 8601, with fractional seconds and UTC offset (spec section 6). */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

/** Formats a time for the `Date` header. */
export function toHttpDate(ms: number): string {
  return new Date(ms).toUTCString()
}
