/** Returns the middle value, or the upper of two middle values. Returns NaN for an empty array. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
