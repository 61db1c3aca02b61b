/**
 * Limits the search. A page can be made so that it has more possible readings than anybody can try. The limit counts steps and not seconds,
 * so that a file gets the same result on every computer.
 */

/** Steps of the search for each page. A usual statement needs less than a thirtieth of them. */
export const MOST_STEPS = 20_000_000

class TooManySteps extends Error {}

let taken = 0
let limit = Infinity

/** Counts steps of the search. Ends the search if it has taken too many. */
export function spend(steps: number): void {
  taken += steps
  if (taken > limit) throw new TooManySteps()
}

/** Returns what a search finds, and the steps that it took. `found` is null if it takes more than `most` steps. */
export function searchWithin<Found>(
  most: number,
  search: () => Found,
): { found: Found | null; steps: number } {
  taken = 0
  limit = most
  try {
    const found = search()
    return { found, steps: taken }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    return { found: null, steps: taken }
  } finally {
    limit = Infinity
  }
}
