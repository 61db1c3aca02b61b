/** The values on which a slider stops: `min`, a step after the other, and `max`, which may be no whole number of steps away. */
export interface Stops {
  min: number
  max: number
  step: number
}

/** Returns the stop that is nearest to a value. */
export function nearestStop({ min, max, step }: Stops, value: number): number {
  const regular = min + Math.round((value - min) / step) * step
  if (regular >= max || max - value < Math.abs(value - regular)) return max
  return Math.max(min, regular)
}
