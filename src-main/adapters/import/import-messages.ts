import type { Result } from '../../../src-shared/errors.ts'
import type { Language } from '../../../src-shared/messages/messages.ts'
import type { DraftsToCreate, ImportSource } from '../../core/ports/files.ts'

export interface ImportWork {
  language: Language
  source: ImportSource
  /** The drafts to create. Null if the app only shows a preview of the import. */
  create: DraftsToCreate | null
}

export type ImportMessage<Value> =
  | { said: 'progress'; done: number; total: number }
  | { said: 'result'; result: Result<Value> }
