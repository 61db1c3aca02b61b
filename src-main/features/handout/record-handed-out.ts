import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/** The timeline entry about files that left the app. */
export interface HandedOutEntry {
  title: Message
  detail: Message
}

/** A document, with the name of the file that left the app. */
export interface NamedDocument {
  document: DealDocument
  name: string
}

/** Number of file names in a timeline entry. */
const MOST_NAMES = 20
const SEPARATOR = ' · '

/** Returns the entry about documents. The app sees that the broker handed them out, but not whether they arrived anywhere. */
export function documentsEntry(
  way: 'dragged' | 'copied' | 'saved',
  named: readonly NamedDocument[],
): HandedOutEntry {
  const { handedOut } = msg.history
  const shown = named.slice(0, MOST_NAMES).map(({ document, name }) => handedOut.file(name, document.name))
  const more = named.length - shown.length
  const names = joinMessages([...shown, ...(more > 0 ? [handedOut.others(more)] : [])], ', ')
  return {
    title: handedOut[way](named.length),
    detail: way === 'saved' ? names : joinMessages([names, handedOut.unknownTarget], SEPARATOR),
  }
}

/** Returns the entry about the package of a deal. */
export function packageEntry(
  way: 'package_dragged' | 'package_saved',
  name: string,
  { with_sensitive }: { with_sensitive: boolean },
): HandedOutEntry {
  const { handedOut } = msg.history
  const notes = [
    ...(with_sensitive ? [handedOut.withSensitive] : []),
    ...(way === 'package_dragged' ? [handedOut.unknownTarget] : []),
  ]
  return { title: handedOut[way], detail: joinMessages([name, ...notes], SEPARATOR) }
}

/** Adds the entry to the deal's timeline. */
export async function recordHandedOut(
  { vault, clock, emit }: EnvironmentContext,
  deal_id: string,
  entry: HandedOutEntry,
): Promise<Result<void>> {
  const committed = await vault.commit([
    {
      write: 'append_timeline',
      entry: { deal_id, at: clock.now(), kind: 'document_handed_out', ...entry, verification: null },
    },
  ])
  if (!committed.ok) return committed
  emit('deal.changed', { deal_id })
  return ok(undefined)
}
