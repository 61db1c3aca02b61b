import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { DEFAULT_SNIPPETS } from '../../../src-shared/features/snippets/default-snippets.ts'
import { snippetSchema } from '../../../src-shared/features/snippets/snippet-schema.ts'
import {
  MOST_SNIPPETS,
  type Snippet,
  type SnippetSettings,
} from '../../../src-shared/features/snippets/snippet.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { BROKER_NAME } from '../merchant-page/print-comparison.ts'

const SNIPPETS = 'message_snippets'
const SIGNATURE = 'message_signature'

/** Returns the broker's snippets in their order, or the default ones. Leaves out snippets that this version of the app cannot read. */
export async function readSnippets({
  vault,
}: Pick<EnvironmentContext, 'vault'>): Promise<Result<SnippetSettings>> {
  const [kept, name, signature] = await Promise.all(
    [SNIPPETS, BROKER_NAME, SIGNATURE].map((key) => vault.getSetting(key)),
  )
  if (!kept?.ok) return kept as Result<never>
  if (!name?.ok) return name as Result<never>
  if (!signature?.ok) return signature as Result<never>
  const snippets = kept.value === null ? [...DEFAULT_SNIPPETS] : known(kept.value)
  return ok({ snippets, broker_name: name.value ?? '', signature: signature.value ?? '' })
}

/** Replaces the broker's snippets, name, and signature, and notifies every window. */
export async function saveSnippets(
  { vault, emit }: Pick<EnvironmentContext, 'vault' | 'emit'>,
  settings: SnippetSettings,
): Promise<Result<SnippetSettings>> {
  const kept = await vault.commit([
    { write: 'set_setting', key: SNIPPETS, value: JSON.stringify(settings.snippets) },
    { write: 'set_setting', key: BROKER_NAME, value: settings.broker_name },
    { write: 'set_setting', key: SIGNATURE, value: settings.signature },
  ])
  if (!kept.ok) return kept
  emit('snippets.changed', {})
  return ok(settings)
}

function known(stored: string): Snippet[] {
  const snippets: unknown = JSON.parse(stored)
  return (Array.isArray(snippets) ? snippets : [])
    .flatMap((snippet) => snippetSchema.safeParse(snippet).data ?? [])
    .slice(0, MOST_SNIPPETS)
}
