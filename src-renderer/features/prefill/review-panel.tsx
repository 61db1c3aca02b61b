import { Stack, Text, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { inOrder, newProposals, type Proposal } from '../../../src-shared/features/prefill/prefill.ts'
import { quoted } from '../../../src-shared/platform/texts/plural.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { showMark } from '../viewer/viewer-store.ts'
import { ProposalPanel, ProposalsLoading } from './proposal-list.tsx'
import { acceptValues, readValues, undoValues, usePrefill } from './prefill-store.ts'
import { type DealDocument, doubtOf } from '../../../src-shared/features/documents/document.ts'

/** Lists the values found in the open document. The broker looks at each value on its page, and accepts it with a click or a key. */
export function ReviewPanel({ document }: { document: DealDocument }) {
  const { document_id, deal_id } = document
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
  const isOfOther = doubtOf(document) === 'other_merchant'
  // Values of another business are accepted one by one.
  const fresh = isOfOther ? [] : newProposals(proposals)
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
  if (read === undefined) return <ProposalsLoading label={text.reading} />
  if (!('proposals' in read))
    return (
      <Stack p="md">
        <ErrorNote error={read} />
      </Stack>
    )
  if (proposals.length === 0) return <Nothing why={read.text} />
  return (
    <ProposalPanel
      id="prefill"
      title={text.title}
      hint={isEditable ? text.keys : text.notEditable}
      warning={isOfOther ? text.otherMerchant : null}
      proposals={proposals.map((one) => ({
        ...one,
        id: one.proposal_id,
        source: `${messages().viewer.pageNumber(one.page)} · ${quoted(one.quote)}`,
      }))}
      fresh={fresh.length}
      accepted={accepted}
      isEditable={isEditable}
      onChoose={(id) => withId(id, ({ page, boxes }) => showMark({ page, boxes }))}
      onAccept={(id) => withId(id, (proposal) => void accept([proposal]))}
      onAcceptAll={() => void accept(fresh)}
      onUndo={() => void undo()}
    />
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
      <Text c="dimmed" ta="center">
        {body}
      </Text>
    </Stack>
  )
}
