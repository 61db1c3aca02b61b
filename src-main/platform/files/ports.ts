import type {
  ImportChoices,
  ImportPreview,
  RememberedImport,
} from '../../../src-shared/features/import/import.ts'
import type { Merchant } from '../../../src-shared/features/merchants/merchants.ts'
import type { StoredDeal } from '../vault/records.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { ProofFile } from '../../../src-shared/features/proof/proof-schema.ts'
import type { DocumentReading, OriginalType } from '../../../src-shared/features/documents/document.ts'

/** A page of a source file, and its clockwise rotation in degrees. The source and the page are counted from 0. */
export interface PageChoice {
  source: number
  page: number
  turn: 0 | 90 | 180 | 270
}

/** A PDF to compose. `usual` is the document kind that the PDF gets if its text does not name one. */
export interface Composition {
  pages: readonly PageChoice[]
  usual: string
}

export interface ComposedPdf extends ReadDocument {
  bytes: Uint8Array
  pages: number
}

/** The recognizable kinds of documents, and the kind that a document gets if its text does not name one. */
export interface KindChoice {
  kinds: readonly string[]
  usual: string
}

/** A document's kind and statement period, as its text states them. */
export interface ReadDocument {
  kind: string
  reading: DocumentReading
}

/** The PDF made from a photo, or the unlocked copy of a locked PDF. `sha256` (hex) and `format` describe the original. */
export interface ConvertedFile {
  pdf: Uint8Array
  sha256: string
  format: OriginalType
}

export interface InspectedFile extends ReadDocument {
  pages: number
  size: number
  /** Missing if the document is the file itself: a PDF that opens without a password. */
  converted?: ConvertedFile
}

/** A value that a PDF contains for a field of the form, such as the legal name on a signed application. */
export interface FoundValue {
  /** The path of the field (`company.owners.1.ssn`). */
  path: string
  /** The value as printed. The form may still refuse it. */
  value: string
  /** From 1. */
  page: number
  /** The words of the page that contain the value. They can contain an SSN. */
  quote: string
  /** The places of label and value on the page, in PDF coordinates: four numbers per rectangle (left, bottom, right, top). */
  boxes: number[]
}

/**
 * The values of a PDF. `picture`: the pages are pictures without text, such as a scan. `unreadable`: the PDF has more content than a form,
 * or reading it took too long.
 */
export interface ReadApplication {
  text: 'read' | 'picture' | 'unreadable'
  values: FoundValue[]
}

/** Reads application forms outside the main thread, with limits of time and memory. */
export interface ApplicationReader {
  /** Returns the values in a PDF that clearly belong to a field of the form. Never throws, whatever bytes the PDF contains. */
  read(bytes: Uint8Array, form: PayloadProfile): Promise<ReadApplication>
}

/** Progress and cancellation of a copy. */
export interface Copying {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** An import file that contains drafts, and the profile of the application form that its values fill. */
export interface ImportSource {
  profile: PayloadProfile
  bytes: Uint8Array
  /** `YYYY-MM-DD`. */
  today: string
  /** The broker's choices about the file. */
  choices?: ImportChoices
  /** The settings of earlier imports, so that a file from the same source is read in the same way. */
  remembered?: readonly RememberedImport[]
}

/** The data that the worker reads from a file for the preview. `remember` is null for JSON and for a table without headings. */
export interface ReadPreview extends Pick<
  ImportPreview,
  'columns' | 'fields' | 'cells' | 'format' | 'not_carried'
> {
  rows: (Omit<ImportPreview['rows'][number], 'existing' | 'same_as_row' | 'differing'> & {
    merchant: Merchant
  })[]
  remember: Omit<RememberedImport, 'file' | 'at'> | null
}

export type DifferingRow = Pick<ImportPreview['rows'][number], 'row' | 'differing'>

export interface DraftsToCreate {
  /** Name of the imported file, for the first timeline entry of each draft. */
  file: string
  rows: number[]
  /** Rows that fill the empty fields of a draft instead of creating a new one. */
  updates: { row: number; deal: StoredDeal }[]
  /** Rows that are added to the draft that the earlier row `into` creates. */
  merged: { row: number; into: number }[]
  now: string
}

export interface CreatedDrafts {
  deal_ids: string[]
  /** The vault writes that create all drafts, in the format of `Vault.commitCompressed`. */
  writes: string
}

export interface ImportWatch {
  signal: AbortSignal
  onProgress(done: number, total: number): void
}

/** A file in a zip. It is opened only when it is written, so that only one file at a time is open. */
export interface ZipFile {
  name: string
  /** Modification time, ISO 8601. */
  at: string
  open(): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Asks the broker for a path and writes the zip chunk by chunk. `saved_as` is null if the broker canceled. A failure leaves nothing on
 * disk. Fails with the error of the unreadable file, or with `FILE_NOT_WRITTEN`.
 */
export type SaveZip = (name: string, files: AsyncIterable<ZipFile>) => Promise<{ saved_as: string | null }>

/** Renders HTML as a PDF in US Letter, with `footer` on each page. The page runs no script and fetches nothing. */
export type PrintPage = (html: string, footer?: string) => Promise<Uint8Array>

/** Shows the system's print dialog for HTML, and prints it in US Letter if the user agrees. `failed` also means that there is no printer. */
export type PrintOnPaper = (html: string) => Promise<'printed' | 'cancelled' | 'failed'>

/** Embeds a proof of submission in its printed PDF, as a machine-readable file. */
export type AttachProof = (pdf: Uint8Array, proof: ProofFile) => Promise<Uint8Array>

/**
 * Asks the broker for a path and writes the file, a large one in pieces. Leaves no file behind if a piece fails. `saved_as` is the file
 * name, or null if the broker canceled. Fails with `FILE_NOT_WRITTEN`.
 */
export type SaveFile<Content = Uint8Array> = (
  suggestion: { name: string; kind: 'pdf' | 'json' | 'csv' | 'xlsx' | 'zip' | OriginalType },
  content: Content,
) => Promise<{ saved_as: string | null }>

/** System dialogs for paths. The app uses only a path that the user picked. Null means that the user canceled. */
export interface FileDialogs {
  pickBackup(): Promise<string | null>
  pickBackupFolder(current: string): Promise<string | null>
}
