/**
 * Function that returns the current time in milliseconds since 1970. The code gets this function as a parameter, because the admin
 * endpoint shifts the time.
 */
export type Clock = () => number

/** Formats a time in ISO 8601, with fractional seconds and UTC offset (spec section 6). */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}
