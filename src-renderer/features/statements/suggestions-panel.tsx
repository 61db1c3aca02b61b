import { Anchor, Group, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { acceptSuggestions, loadSuggestions, undoSuggestions, useSuggestions } from './statements-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { run } from '../../platform/ui/command.tsx'
import { inOrder } from '../../../src-shared/features/prefill/prefill.ts'
import { outdatedText } from '../prefill/prefill-store.ts'
import { ProposalPanel, ProposalsLoading } from '../prefill/proposal-list.tsx'
import classes from '../prefill/prefill.module.css'
import { openSuggestion, showMark, useViewer } from '../viewer/viewer-store.ts'
import { Hint } from '../../platform/ui/parts.tsx'
import type {
  StatementSuggestion,
  SuggestionPlace,
} from '../../../src-shared/features/statements/deal-statements.ts'

/** Number of sources of a value that the panel links to. */
const MOST_SOURCES = 6

/**
 * Lists the values that verified statements suggest for the form. The broker looks at the source of each value on its page, and accepts it
 * with a click or a key.
 */
export function SuggestionsPanel({ deal: { deal_id, state, document_list } }: { deal: Deal }) {
  const { suggestions, error, current, accepted } = useSuggestions()
  const isEditable = state === 'draft' || state === 'refused'
  useEffect(() => void loadSuggestions(deal_id), [deal_id])
  const listed = inOrder(suggestions ?? [])
  const fresh = listed.filter((one) => one.state === 'new')
  const text = messages().prefill
  const use = messages().statementUse
  const accept = (chosen: readonly StatementSuggestion[]) =>
    void run(acceptSuggestions(deal_id, chosen), outdatedText)
  function choose(id: string) {
    const place = suggestions?.find(({ suggestion_id }) => suggestion_id === id)?.places[0]
    useSuggestions.setState({ current: id })
    if (place !== undefined) show(place)
  }
  if (error !== null)
    return (
      <Stack p="md">
        <ErrorNote error={error} onAgain={() => void loadSuggestions(deal_id)} />
      </Stack>
    )
  if (suggestions === null) return <ProposalsLoading label={messages().statements.loading} />
  const chosen = listed.find(({ suggestion_id }) => suggestion_id === current)
  return (
    <ProposalPanel
      id="suggestions"
      title={listed.length === 0 ? use.none : use.title}
      hint={listed.length === 0 ? use.noneText : isEditable ? use.keys : text.notEditable}
      proposals={listed.map((one) => ({
        ...one,
        id: one.suggestion_id,
        source: formatMessage(one.source),
      }))}
      fresh={fresh.length}
      accepted={accepted}
      isEditable={isEditable}
      first={current ?? undefined}
      onChoose={choose}
      onAccept={(id) => accept(listed.filter(({ suggestion_id }) => suggestion_id === id))}
      onAcceptAll={() => accept(fresh)}
      onUndo={() => void run(undoSuggestions(deal_id))}
    >
      {chosen !== undefined && (
        <Sources
          suggestion={chosen}
          nameOf={(id) => document_list.find(({ document_id }) => document_id === id)?.name ?? ''}
        />
      )}
    </ProposalPanel>
  )
}

interface SourcesProps {
  suggestion: StatementSuggestion
  nameOf: (document_id: string) => string
}

function Sources({ suggestion: { label, places }, nameOf }: SourcesProps) {
  const text = messages().statementUse
  const pages = [...new Map(places.map((one) => [`${one.document_id} ${one.page}`, one])).values()]
  const more = pages.length - MOST_SOURCES
  if (pages.length < 2) return null
  return (
    <Group gap={8} className={classes.foot} role="group" aria-label={text.sources(label)}>
      {pages.slice(0, MOST_SOURCES).map((place, at) => (
        <Anchor key={at} component="button" type="button" size="xs" onClick={() => show(place)}>
          {text.pageOf(nameOf(place.document_id), place.page)}
        </Anchor>
      ))}
      {more > 0 && <Hint>{text.summary.more(more)}</Hint>}
    </Group>
  )
}

function show({ document_id, page, boxes }: SuggestionPlace): void {
  if (useViewer.getState().document_id === document_id) showMark({ page, boxes })
  else openSuggestion(document_id, { page, boxes })
}
