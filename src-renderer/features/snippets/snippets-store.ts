import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { SnippetSettings } from '../../../src-shared/features/snippets/snippet.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { createServerStore } from '../../platform/page/server-store.ts'

export const useSnippets = createServerStore<SnippetSettings>({
  initial: null,
  read: () => call('snippets.get', {}),
  listen: ({ load }) => [on('snippets.changed', load)],
})

export function saveSnippetSettings(settings: SnippetSettings): Promise<Result<SnippetSettings>> {
  return useSnippets.getState().change(call('snippets.save', settings))
}

/** Changes the list of snippets, and shows the change immediately. Reports a failure, and shows the previous list again. */
export async function changeSnippets(
  change: (snippets: SnippetSettings['snippets']) => SnippetSettings['snippets'],
): Promise<boolean> {
  const before = useSnippets.getState().value
  if (before === null) return false
  const settings = { ...before, snippets: change(before.snippets) }
  useSnippets.adopt(settings)
  const isSaved = (await run(saveSnippetSettings(settings))) !== null
  if (!isSaved) useSnippets.adopt(before)
  return isSaved
}
