import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { inOrder, newProposals, type Proposal } from '../../../src-shared/domain/prefill.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useActions } from '../../actions/actions.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { showMark } from '../viewer/viewer-store.ts'
import { ProposalFoot, ProposalList } from './proposal-list.tsx'
import { acceptValues, readValues, undoValues, usePrefill } from './prefill-store.ts'
import classes from './prefill.module.css'

/** Lists the values found in the open document. The broker looks at each value on its page, and accepts it with a click or a key. */
export function ReviewPanel({ document: { document_id, deal_id } }: { document: DealDocument }) {
  const read = usePrefill((state) => state.found[document_id])
  const isEditable = useDeal(({ deal }) => deal?.state === 'draft' || deal?.state === 'refused')
  const [accepted, setAccepted] = useState(0)
  useEffect(() => void readValues(document_id), [document_id])
  useEffect(() => () => showMark(null), [])
  const text = messages().prefill
  const proposals = useMemo(
    () => (read !== undefined && 'proposals' in read ? inOrder(read.proposals) : []),
    [read],
  )
  const fresh = newProposals(proposals)
  async function accept(chosen: readonly Proposal[]) {
    const count = await acceptValues(deal_id, document_id, chosen)
    setAccepted((was) => was + count)
  }
  function withId(id: string, work: (proposal: Proposal) => void) {
    const proposal = proposals.find(({ proposal_id }) => proposal_id === id)
    if (proposal !== undefined) work(proposal)
  }
  async function undo() {
    await undoValues(document_id)
    setAccepted(0)
  }
  useActions([
    {
      id: 'prefill.accept_all',
      label: text.acceptAll(fresh.length),
      section: 'deal',
      keys: 'mod+Enter',
      within: 'dialog',
      whileTyping: true,
      run: () => isEditable && void accept(fresh),
    },
    ...(accepted > 0
      ? [
          {
            id: 'prefill.undo',
            label: messages().common.undo,
            section: 'deal' as const,
            keys: 'mod+Z',
            within: 'dialog' as const,
            run: () => void undo(),
          },
        ]
      : []),
  ])
  if (read === undefined)
    return (
      <Stack p="md" role="status" aria-busy="true" aria-label={text.reading}>
        {[90, 60, 80, 70].map((width) => (
          <Skeleton key={width} height={34} width={`${width}%`} />
        ))}
      </Stack>
    )
  if (!('proposals' in read))
    return (
      <Stack p="md">
        <ErrorNote error={read} />
      </Stack>
    )
  if (proposals.length === 0) return <Nothing why={read.text} />
  return (
    <section className={classes.panel} aria-labelledby="prefill-title" data-testid="prefill-panel">
      <div className={classes.head}>
        <Title order={2} id="prefill-title" size="h4">
          {text.title}
        </Title>
        <Text size="xs" c="dimmed">
          {isEditable ? text.keys : text.notEditable}
        </Text>
      </div>
      <ProposalList
        proposals={proposals.map((one) => ({
          ...one,
          id: one.proposal_id,
          source: `${text.page(one.page)} · “${one.quote}”`,
        }))}
        isEditable={isEditable}
        onChoose={(id) => withId(id, ({ page, boxes }) => showMark({ page, boxes }))}
        onAccept={(id) => withId(id, (proposal) => void accept([proposal]))}
      />
      <ProposalFoot
        fresh={fresh.length}
        accepted={accepted}
        isEditable={isEditable}
        onAcceptAll={() => void accept(fresh)}
        onUndo={() => void undo()}
      />
    </section>
  )
}

function Nothing({ why }: { why: 'read' | 'picture' | 'unreadable' }) {
  const text = messages().prefill
  const [title, body] = {
    read: [text.none, text.noneText],
    picture: [text.picture, text.pictureText],
    unreadable: [text.unreadable, text.unreadableText],
  }[why] as [string, string]
  return (
    <Stack p="lg" gap={4} align="center" role="status" data-testid="prefill-nothing">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" ta="center">
        {body}
      </Text>
    </Stack>
  )
}
