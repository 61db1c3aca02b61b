/** Error for a mistake that the person at the command line can fix. The message says how to fix it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Error for data that a newer relay wrote and that this relay would misread. */
export class NewerDataError extends Error {
  override name = 'NewerDataError'

  /** `where` starts the message, for example "The data folder". */
  constructor(where: string, found: number, known: number) {
    super(
      `${where} comes from a newer relay: its schema version is ${found}, and this relay supports ${known}. Nothing was changed. Start the newer relay instead.`,
    )
  }
}
