/** Something that the person at the command line can put right; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError'
}
