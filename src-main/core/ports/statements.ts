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

/** A rectangle of a page. */
export interface PageBox {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A page with its words, and its picture if the page is a picture. */
export interface OpenPage<Picture> {
  content: StatementPage
  /** The picture for the recognition of text. Null if the page has none, or if it cannot be decoded. */
  picture: (() => Promise<Picture | null>) | null
  release(): void
}

export type PdfProblem = 'password' | 'damaged' | 'too_many_pages'

export interface OpenPdf<Picture> {
  pages: number
  /** Throws if the page is damaged or has too much on it. Pages count from 1. */
  page(number: number): Promise<OpenPage<Picture>>
  close(): Promise<void>
}

/** A recognized word. `confidence` is from 0 to 100. */
export interface RecognizedWord extends Word {
  confidence: number
}

/** Recognition of text in pictures, on this computer only. */
export interface Recognizer<Picture> {
  /** Returns the words of a page, which is read as one block of lines. `scale` enlarges the picture before. */
  words(picture: Picture, scale: number): Promise<RecognizedWord[]>
  /** Returns the text of a part of a page with one amount. */
  amount(picture: Picture, box: PageBox): Promise<{ text: string; confidence: number }>
  close(): Promise<void>
}
