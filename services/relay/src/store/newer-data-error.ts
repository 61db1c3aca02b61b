/** The data was written by a newer relay, and this one would misread it. */
export class NewerDataError extends Error {
  override name = 'NewerDataError'

  /** `where` begins the sentence: "The data folder". */
  constructor(where: string, found: number, known: number) {
    super(
      `${where} was written by a newer relay (its schema is ${found}, this relay knows ${known}). Nothing was changed. Start the newer relay instead.`,
    )
  }
}
