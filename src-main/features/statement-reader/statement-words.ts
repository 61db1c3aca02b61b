/** What the reader of statements needs from its surroundings, and the pages that it gets. All lengths are in points, and y grows downward. */

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
  /** How sure the recognition of text is, from 0 to 100. Only recognized words have it. */
  confidence?: number
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
  /** True if the page has text that cannot be read: upright amounts, or nearly only drawings or pictures. */
  hasUnread?: boolean
  /** True if the page has text, and pictures besides it that must be recognized to know whether they show amounts. */
  hasPictures?: boolean
}

/** The pages of one file. */
export interface StatementFile {
  pages: StatementPage[]
  /** True if the file was changed after it was created: a later part of the file replaces the content of a page. */
  isAmended: boolean
}

/** A rectangle of a page. */
export interface PageBox {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** By how many degrees a page is turned clockwise. Many scans lie on their side, or upside down. */
export type Turn = 0 | 90 | 180 | 270

/** A page with its words, and its picture if the page is a picture. */
export interface OpenPage<Picture> {
  content: StatementPage
  /** The picture for the recognition of text, turned. Null if the page has none, or if it cannot be decoded. */
  picture: ((turn?: Turn) => Promise<Picture | null>) | null
  /**
   * Draws the page, and returns the first place where it shows something else than its words. Null if the page is so plain that it cannot.
   */
  unseen: (() => Promise<Unseen | null>) | null
  release(): void
}

/** A place where a page shows something else than its words: the word there, or an amount in whose column it is. */
export interface Unseen {
  kind: 'hidden' | 'not_read'
  text: string
}

export type PdfProblem = 'password' | 'damaged' | 'too_many_pages'

export interface OpenPdf<Picture> {
  pages: number
  /** Throws if the page is damaged or has too much on it. Pages count from 1. */
  page(number: number): Promise<OpenPage<Picture>>
  close(): Promise<void>
}

/** A recognized word. */
export interface RecognizedWord extends Word {
  confidence: number
}

/** The pictures of a file's pages. Indexes count from 0. */
export interface Pictures<Picture> {
  at(index: number, turn?: Turn): Promise<Picture | null>
  /** Called before each step that takes time: reports that the reading goes on. Throws if it was cancelled. */
  check(): void
  /** Called after each page that was recognized. */
  done(index: number): void
}

/** The recognized words of a page, at the places that they have on the leveled page. */
export interface RecognizedPage {
  words: RecognizedWord[]
  /** How much the lines of the page fall to the right: the tangent of the angle. The page was turned back around its middle. */
  slope: number
}

/** Recognition of text in pictures, on this computer only. */
export interface Recognizer<Picture> {
  /** Returns the words of a page, which is read as one block of lines. `dpi` is the resolution at which the picture is read. */
  words(picture: Picture, dpi: number): Promise<RecognizedPage>
  /**
   * Returns the text of a part of one line of the leveled page. `isAmount`: true if it can only be an amount. `dpi` is the resolution at
   * which it is read.
   */
  part(
    picture: Picture,
    box: PageBox,
    isAmount: boolean,
    dpi?: number,
  ): Promise<{ text: string; confidence: number }>
  close(): Promise<void>
}
