import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'
import type { DraftsToCreate, ImportSource } from '../../platform/files/ports.ts'

export interface ImportWork {
  language: Language
  source: ImportSource
  /** The drafts to create. Null if the app only shows a preview of the import. */
  create: DraftsToCreate | null
}

export type ImportMessage<Value> =
  | { said: 'progress'; done: number; total: number }
  | { said: 'result'; result: Result<Value> }
