/** A mistake that the person at the command line can fix. The message says how. */
export class UsageError extends Error {
  override name = 'UsageError'
}
