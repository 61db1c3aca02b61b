import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import { type DealDocument, sentFile } from '../../../src-shared/features/documents/document.ts'
import type { classifyFailure } from '../../platform/partner/classify-failure.ts'

type Failed = ReturnType<typeof classifyFailure>

/**
 * Creates the proof entry for the partner's response to an application. `failed` is the failure class from `classifyFailure`, or null after
 * a success.
 */
export function applicationReply(
  answer: Result<{ application_id: string }>,
  failed: Failed | null,
): ProofFact {
  return {
    what: 'application_answered',
    outcome: outcomeOf(failed),
    code: answer.ok ? null : answer.error.code,
    application_id: answer.ok ? answer.value.application_id : null,
  }
}

/**
 * Creates the proof entry for a response with an application_id that already belongs to another deal. In this case, it is unknown to which
 * deal the application belongs.
 */
export function idTakenReply(application_id: string): ProofFact {
  return { what: 'application_answered', outcome: 'unknown', code: 'APPLICATION_ID_TAKEN', application_id }
}

export function documentSent(document: DealDocument): ProofFact {
  return { what: 'document_sent', file: fileOf(document) }
}

export function documentReply(
  document: DealDocument,
  answer: Result<unknown>,
  failed: Failed | null,
): ProofFact {
  return {
    what: 'document_answered',
    file: fileOf(document),
    outcome: outcomeOf(failed),
    code: answer.ok ? null : answer.error.code,
    partner_document_id: answer.ok ? documentIdIn(answer.value) : null,
  }
}

/** Creates the proof entry for the broker's statement whether the partner received a document. */
export function documentWord(document: DealDocument, arrived: boolean): ProofFact {
  return { what: 'document_resolved', file: fileOf(document), arrived }
}

/** Creates the proof entry for a document that was found at the partner. `words` describe the evidence. */
export function documentFound(document: DealDocument, words: string): ProofFact {
  return { what: 'document_found', file: fileOf(document), words }
}

function outcomeOf(failed: Failed | null) {
  if (failed === null) return 'received'
  return failed === 'refused' || failed === 'unknown' ? failed : 'not_received'
}

function fileOf(document: DealDocument) {
  const { document_id, name, kind } = document
  const { size, sha256 } = sentFile(document)
  return { document_id, name, kind, size, sha256 }
}

/**
 * Finds a document id in the response to an upload. The specification does not show the response (section 4.3), so common names are
 * tried.
 */
function documentIdIn(answer: unknown): string | null {
  const reply = (answer as { reply?: unknown } | null)?.reply
  if (typeof reply !== 'object' || reply === null) return null
  const record = reply as Record<string, unknown>
  const found = record['document_id'] ?? record['id'] ?? record['uuid']
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null
}
