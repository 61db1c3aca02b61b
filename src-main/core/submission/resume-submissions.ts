import { ok, type Result } from '../../../src-shared/errors.ts'
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
 * Settles what a crash left in the middle of sending: its outcome is unknown, because the request may have arrived. Called
 * once when a vault was opened, before anything else can send.
 */
export async function resumeSubmissions({ vault, clock }: Workspace): Promise<Result<void>> {
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
  if (writes.length === 0) return ok(undefined)
  const committed = await vault.commit(writes)
  return committed.ok ? ok(undefined) : committed
}
