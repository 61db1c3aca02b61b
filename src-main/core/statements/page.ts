/** A page of a statement, as the adapters deliver it: words with positions. All lengths are in points, and y grows downward. */

/** A piece of text without spaces, at one place of a page. */
export interface Word {
  text: string
  /** Left and right edge. */
  x0: number
  x1: number
  /** Baseline. */
  y: number
  /** Size of the font. */
  size: number
  /** Name of the font within the document. The same font has the same name on all pages. Empty if unknown. */
  font: string
}

export interface StatementPage {
  width: number
  height: number
  /** Words that a reader of the page sees, in no particular order. */
  words: Word[]
  /** Words that something else covers, or that have the color of what is below them. A person does not see them. */
  covered: Word[]
  /** True if a picture fills most of the page. Its words, if any, then come from an invisible text layer or from the recognition of text. */
  isPicture: boolean
}

/** The pages of one file. */
export interface StatementFile {
  pages: StatementPage[]
  /** True if the file was changed after it was created: a later part of the file replaces the content of a page. */
  isAmended: boolean
}
