import type { EnvironmentContext } from '../environment-context.ts'
import type { Vault } from '../ports/vault.ts'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'

/** Time for which a removed document can be restored and its stored copy is kept. */
const KEPT_MS = 3_600_000
const MOST = 1_000

interface Removed {
  document: DealDocument
  item_id: string | null
  at: string
}

/**
 * Removed documents by id, for each open vault. They exist only in main, because a page may name a document but never provide its content.
 */
const removed = new WeakMap<Vault, Map<string, Removed>>()

/** Remembers a document for a restore. Call this before removing it, so that its stored copy never counts as unused. */
export function rememberRemoved(
  { vault, clock }: EnvironmentContext,
  document: DealDocument,
  item_id: string | null,
): void {
  const known = removed.get(vault) ?? new Map<string, Removed>()
  removed.set(vault, known)
  // Deletes an existing entry first, so that the new entry is at the end. The newest documents are at the end.
  known.delete(document.document_id)
  known.set(document.document_id, { document, item_id, at: clock.now() })
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
}

/** Returns documents removed within the last hour, including restored ones. */
export function recentlyRemoved({ vault, clock }: EnvironmentContext): Removed[] {
  const since = Date.parse(clock.now()) - KEPT_MS
  return [...(removed.get(vault)?.values() ?? [])].filter(({ at }) => Date.parse(at) >= since)
}

/** Returns the SHA-256 of each document that a deal uses or that can still be restored. */
export async function documentsInUse(context: EnvironmentContext): Promise<Result<Set<string>>> {
  const inUse = new Set<string>()
  for (let after = ''; ;) {
    const page = await context.vault.contentInUse(after)
    if (!page.ok) return page
    for (const sha256 of page.value) inUse.add(sha256)
    const last = page.value.at(-1)
    if (last === undefined) break
    after = last
  }
  // Adds the removed documents last. A document that is removed while the deals are read is thus in at least one of the two lists.
  for (const { document } of recentlyRemoved(context)) inUse.add(document.sha256)
  return ok(inUse)
}
