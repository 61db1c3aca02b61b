import { ok, type Result } from '../../../src-shared/errors.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { recentlyRemoved } from './removed-documents.ts'

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
  // Last, so that a document removed meanwhile is in one of the two lists.
  for (const { document } of recentlyRemoved(context)) inUse.add(document.sha256)
  return ok(inUse)
}
