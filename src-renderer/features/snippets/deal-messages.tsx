import { IconMail } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { notifyUnsaved, useDeal } from '../drafts/deal-store.ts'
import { useSnippets } from './snippets-store.ts'
import { IconButton, lazyPart } from '../../platform/ui/parts.tsx'

const MessageDialog = lazyPart(() => import('./message-dialog.tsx').then((file) => file.MessageDialog))

const KEYS = 'mod+shift+T'

export function DealMessages({ deal }: { deal: Deal }) {
  const [shown, setShown] = useState<{ snippet_id: string | null } | null>(null)
  const snippets = useSnippets((state) => state.value?.snippets)
  const text = messages().snippets.dialog
  useEffect(() => useSnippets.follow(), [])
  /** Saves typed values first, because main fills in the message from the stored deal. */
  async function open(snippet_id: string | null) {
    const { flush, reload } = useDeal.getState()
    if (!(await flush())) return notifyUnsaved()
    await reload()
    setShown({ snippet_id })
  }
  useActions('deal', [
    {
      id: 'deal.message',
      label: messages().snippets.dialog.title,
      keys: KEYS,
      whileTyping: true,
      run: () => void open(null),
    },
    ...(snippets ?? []).map(({ snippet_id, name }) => ({
      id: `deal.message.${snippet_id}`,
      label: text.actionOf(name),
      searchOnly: true,
      run: () => void open(snippet_id),
    })),
  ])
  return (
    <>
      <IconButton
        icon={IconMail}
        label={messages().snippets.dialog.title}
        hint={`${messages().snippets.dialog.title} (${keysText(KEYS)})`}
        size={28}
        iconSize={18}
        onClick={() => void open(null)}
      />
      <Suspense fallback={null}>
        {shown !== null && (
          <MessageDialog deal={deal} snippet_id={shown.snippet_id} onClose={() => setShown(null)} />
        )}
      </Suspense>
    </>
  )
}
