const tails = new Map<string, Promise<unknown>>()

/** Runs the jobs of one key one after another, in the order they came; jobs of different keys don't wait for each other. */
export function oneAtATime<T>(key: string, job: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve()
  const mine = before.then(job, job)
  tails.set(key, mine)
  const forget = () => {
    if (tails.get(key) === mine) tails.delete(key)
  }
  mine.then(forget, forget)
  return mine
}

/** Waits until every job that was begun has ended, those included that are begun meanwhile. */
export async function allDone(): Promise<void> {
  while (tails.size > 0) await Promise.allSettled(tails.values())
}
