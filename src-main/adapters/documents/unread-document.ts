import { UNREAD } from '../../../src-shared/domain/document-reading.ts'
import type { ReadDocument } from '../../core/ports/files.ts'

export function unreadDocument(usual: string): ReadDocument {
  return { kind: usual, reading: UNREAD }
}
