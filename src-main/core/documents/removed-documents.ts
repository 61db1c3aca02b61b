import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import type { Vault } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'

/** For so long what was removed can be put back, and its stored copy is not swept away. */
const KEPT_MS = 3_600_000
const MOST = 1_000

interface Removed {
  document: DealDocument
  /** The line of the checklist that it was chosen for. */
  item_id: string | null
  at: string
}

/** What was removed of each open vault, by id. It is main's own memory: a page names a document, and never says what it was. */
const removed = new WeakMap<Vault, Map<string, Removed>>()

/** To be called before it is removed, so that at no moment its stored copy belongs to nothing. */
export function rememberRemoved(
  { vault, clock }: Workspace,
  document: DealDocument,
  item_id: string | null,
): void {
  const known = removed.get(vault) ?? new Map<string, Removed>()
  removed.set(vault, known)
  // Anew at the end, where the newest are.
  known.delete(document.document_id)
  known.set(document.document_id, { document, item_id, at: clock.now() })
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
}

/** What was removed here within the last hour; what was put back since is among it. */
export function recentlyRemoved({ vault, clock }: Workspace): Removed[] {
  const since = Date.parse(clock.now()) - KEPT_MS
  return [...(removed.get(vault)?.values() ?? [])].filter(({ at }) => Date.parse(at) >= since)
}
