import { Badge, Button, Group, Kbd, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { newProposals, openProposals, type Proposal } from '../../../src-shared/domain/prefill.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { showEntry } from '../../../src-shared/profile/keep-entry.ts'
import { resolvePath } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { useActions } from '../../actions/actions.ts'
import { keysText } from '../../actions/keys.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { closeViewer, showMark } from '../viewer/viewer-store.ts'
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
        proposals={proposals}
        isEditable={isEditable}
        onAccept={(proposal) => void accept([proposal])}
      />
      <Group className={classes.foot} justify="space-between" data-bottom-bar>
        <Group gap="xs">
          {fresh.length > 0 && (
            <Button
              size="xs"
              disabled={!isEditable}
              onClick={() => void accept(fresh)}
              rightSection={<Kbd size="xs">{keysText('mod+Enter')}</Kbd>}
            >
              {text.acceptAll(fresh.length)}
            </Button>
          )}
          {accepted > 0 && (
            <Button size="xs" variant="subtle" onClick={() => void undo()}>
              {messages().common.undo}
            </Button>
          )}
        </Group>
        <Button size="xs" variant="default" onClick={closeViewer}>
          {text.done}
        </Button>
      </Group>
      <VisuallyHidden role="status">{accepted > 0 ? text.accepted(accepted) : ''}</VisuallyHidden>
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

/** Values to decide come first, then those that the form refuses, then those that the form already has. */
function inOrder(proposals: readonly Proposal[]): Proposal[] {
  const rank = { new: 0, replaces: 0, invalid: 1, same: 2 }
  return proposals.toSorted((one, other) => rank[one.state] - rank[other.state])
}

interface ProposalListProps {
  proposals: readonly Proposal[]
  isEditable: boolean
  onAccept: (proposal: Proposal) => void
}

function ProposalList({ proposals, isEditable, onAccept }: ProposalListProps) {
  const list = useRef<HTMLUListElement | null>(null)
  const [current, setCurrent] = useState(proposals[0]?.proposal_id ?? '')
  const at = Math.max(
    0,
    proposals.findIndex(({ proposal_id }) => proposal_id === current),
  )
  // Focus the first row when the list appears.
  const take = useCallback((element: HTMLUListElement | null) => {
    list.current = element
    element?.querySelector<HTMLElement>('[data-proposal]')?.focus()
  }, [])
  const go = (place: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-proposal]')
    rows?.[Math.min(proposals.length - 1, Math.max(0, place))]?.focus()
  }
  function choose(proposal: Proposal) {
    setCurrent(proposal.proposal_id)
    showMark({ page: proposal.page, boxes: proposal.boxes })
  }
  function accept(proposal: Proposal) {
    if (!isEditable || (proposal.state !== 'new' && proposal.state !== 'replaces')) return
    const open = openProposals(proposals)
    const next = open[open.indexOf(proposal) + 1]
    onAccept(proposal)
    if (next !== undefined) go(proposals.indexOf(next))
  }
  function onKeyDown(event: KeyboardEvent) {
    const proposal = proposals[at]
    const isRow = event.target instanceof HTMLElement && event.target.dataset['proposal'] !== undefined
    if (!isRow || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(proposals.length - 1)
    else if (event.key === 'Enter' && proposal !== undefined) accept(proposal)
    else return
    event.preventDefault()
  }
  return (
    <ul ref={take} className={classes.list} onKeyDown={onKeyDown}>
      {proposals.map((proposal, place) => (
        <Row
          key={proposal.proposal_id}
          proposal={proposal}
          isCurrent={place === at}
          isEditable={isEditable}
          onChoose={() => choose(proposal)}
          onAccept={() => accept(proposal)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  proposal: Proposal
  isCurrent: boolean
  isEditable: boolean
  onChoose: () => void
  onAccept: () => void
}

function Row({ proposal, isCurrent, isEditable, onChoose, onAccept }: RowProps) {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const { label, current, state, problem, page, quote, path } = proposal
  const text = messages().prefill
  const value = shownValue(profile, path, proposal.value)
  const before = current === null ? null : shownValue(profile, path, current)
  return (
    <li className={classes.row} data-state={state} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.value}
        tabIndex={isCurrent ? 0 : -1}
        data-proposal={path}
        data-autofocus={isCurrent || undefined}
        aria-keyshortcuts="Enter"
        aria-label={text.row(label, value, text.states[state])}
        onFocus={onChoose}
        onClick={onChoose}
      >
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{value}</span>
        {state === 'replaces' && before !== null && (
          <span className={classes.before}>{text.was(before)}</span>
        )}
        {problem !== null && <span className={classes.problem}>{formatMessage(problem)}</span>}
        <span className={classes.quote}>
          {text.page(page)} · “{quote}”
        </span>
      </button>
      {(state === 'new' || state === 'replaces') && isEditable && (
        <Button
          size="compact-xs"
          variant={state === 'new' ? 'light' : 'default'}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={
            state === 'new' || before === null
              ? text.acceptOf(label, value)
              : text.replaceOf(label, before, value)
          }
          onClick={onAccept}
        >
          {state === 'new' ? text.accept : text.replace}
        </Button>
      )}
      {state === 'same' && <IconCheck size={16} className={classes.done} aria-hidden="true" />}
      {state === 'invalid' && (
        <Badge color="gray" variant="light" tt="none" radius="sm" flex="none">
          {text.states.invalid}
        </Badge>
      )}
    </li>
  )
}

/** Formats a value as the form shows it. A masked value stays as it is. */
function shownValue(profile: PayloadProfile | null, path: string, value: string): string {
  const target = profile === null ? null : resolvePath(profile, path)
  if (target?.kind !== 'field' || value.includes('•')) return value
  const { field } = target
  return field.choices?.find((choice) => choice.value === value)?.label ?? showEntry(field.type, value)
}
