/** Maximum number of steps of an axis. */
const MOST_STEPS = 5

/** Returns the round values at which an axis of bars has lines, from the lowest to the highest. The last one is hardly above the bars. */
export function axisTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const least = (high - low) / MOST_STEPS || 1
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5, 10].find((round) => round * power >= least) ?? 10) * power
  const [from, to] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
}
