import { ok, type Result } from '../../../src-shared/errors.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import type { VaultWrite } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import {
  applicationAnswered,
  dealWrites,
  documentAnswered,
  documentWrites,
  interrupted,
} from './submission-machine.ts'

/**
 * Settles what a crash left in the middle: the outcome of a sending is unknown, because the request may have arrived, and
 * events that waited for an answer are applied where the answer is there. Called once when a vault was opened, before
 * anything else can send.
 */
export async function resumeSubmissions(workspace: Workspace): Promise<Result<void>> {
  const { vault, clock } = workspace
  const found = await vault.interruptedSendings()
  if (!found.ok) return found
  const at = clock.now()
  const cutOff = (what: 'application' | 'document') => ({ ok: false as const, error: interrupted(what) })
  const writes: VaultWrite[] = [
    ...found.value.deals.flatMap((deal) =>
      dealWrites(deal, applicationAnswered(cutOff('application'), at), at),
    ),
    ...found.value.documents.flatMap((document) =>
      documentWrites(document, documentAnswered(document, cutOff('document'), at), at),
    ),
  ]
  if (writes.length > 0) {
    const committed = await vault.commit(writes)
    if (!committed.ok) return committed
  }
  for (const application_id of found.value.waiting_applications)
    await applyWaitingEvents(workspace, application_id)
  return ok(undefined)
}
