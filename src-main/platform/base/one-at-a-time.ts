const tails = new Map<string, Promise<unknown>>()

/** Runs jobs with the same key sequentially, in the order of the calls. Jobs with different keys do not wait for each other. */
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

/** Waits until all jobs have ended, including jobs that start during the wait. */
export async function allDone(): Promise<void> {
  while (tails.size > 0) await Promise.allSettled(tails.values())
}
