import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/** Time in milliseconds during which the broker can restore a removed document. Its stored file is not deleted during this time. */
const KEPT_MS = 3_600_000
const MOST = 1_000

interface Removed {
  document: DealDocument
  item_id: string | null
  at: string
}

/**
 * Removed documents by id, for each open vault. Only main has this list. To restore a document, the page names only its id, so a
 * compromised page cannot add content of its own.
 */
const removed = new WeakMap<Vault, Map<string, Removed>>()

/**
 * Remembers a document, so that it can be restored. Call this before removing the document. Its stored file then counts as in use without
 * interruption, so that the cleanup does not delete it.
 */
export function rememberRemoved(
  { vault, clock }: EnvironmentContext,
  document: DealDocument,
  item_id: string | null,
): void {
  const known = removed.get(vault) ?? new Map<string, Removed>()
  removed.set(vault, known)
  // Delete an existing entry first, so that the new entry is last. The map's order is from the oldest to the newest removal.
  known.delete(document.document_id)
  known.set(document.document_id, { document, item_id, at: clock.now() })
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
}

/** Returns the documents that were removed within the last hour. These include documents that have been restored since. */
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
  // Add the removed documents last. If the broker removes a document while the loop above runs, the loop may miss it, but this list
  // contains it.
  for (const { document } of recentlyRemoved(context))
    for (const { sha256 } of [document, ...(document.originals ?? [])]) inUse.add(sha256)
  return ok(inUse)
}
