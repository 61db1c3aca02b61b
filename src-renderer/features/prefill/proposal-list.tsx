import { Badge, Box, Button, Group, Kbd, Text, Title, VisuallyHidden, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Proposal } from '../../../src-shared/features/prefill/prefill.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { showEntry } from '../../../src-shared/features/form/keep-entry.ts'
import { resolvePath } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { Reading } from '../../platform/ui/loaded.tsx'
import { closeViewer } from '../viewer/viewer-store.ts'
import classes from './prefill.module.css'
import { Hint } from '../../platform/ui/parts.tsx'

export interface Proposed extends Pick<
  Proposal,
  'path' | 'label' | 'value' | 'current' | 'state' | 'problem'
> {
  id: string
  source: string
}

interface ProposalPanelProps {
  id: 'prefill' | 'suggestions'
  title: string
  hint: string
  warning?: string | null
  proposals: readonly Proposed[]
  isEditable: boolean
  /** The id of the proposal that gets the focus first. The default is the first one. */
  first?: string | undefined
  /** Number of proposals that can be accepted without replacing a value. */
  fresh: number
  /** Number of values that were accepted since the panel opened. */
  accepted: number
  onChoose: (id: string) => void
  onAccept: (id: string) => void
  onAcceptAll: () => void
  onUndo: () => void
  children?: ReactNode
}

/** Proposed values beside the pages from which they come. Ctrl+Enter accepts all new ones, and Ctrl+Z undoes it. */
export function ProposalPanel(panel: ProposalPanelProps) {
  const { id, title, hint, warning = null, proposals, isEditable, first, fresh, accepted } = panel
  const list = useRef<HTMLUListElement | null>(null)
  const [current, setCurrent] = useState(first ?? proposals[0]?.id ?? '')
  const at = Math.max(
    0,
    proposals.findIndex((one) => one.id === current),
  )
  // Focus a row when the list appears.
  const take = useCallback((element: HTMLUListElement | null) => {
    list.current = element
    element?.querySelector<HTMLElement>('[data-proposal][tabindex="0"]')?.focus()
  }, [])
  const go = (place: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-proposal]')
    rows?.[Math.min(proposals.length - 1, Math.max(0, place))]?.focus()
  }
  function choose(chosen: Proposed) {
    setCurrent(chosen.id)
    panel.onChoose(chosen.id)
  }
  function accept(proposal: Proposed) {
    if (!isEditable || (proposal.state !== 'new' && proposal.state !== 'replaces')) return
    const open = proposals.filter(({ state }) => state === 'new' || state === 'replaces')
    const next = open[open.indexOf(proposal) + 1]
    panel.onAccept(proposal.id)
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
  const shortcut = { section: 'deal', within: 'dialog' } as const
  const text = messages().prefill
  useActions('deal', [
    {
      ...shortcut,
      id: `${id}.accept_all`,
      label: text.acceptAll(fresh),
      keys: 'mod+Enter',
      whileTyping: true,
      run: () => isEditable && panel.onAcceptAll(),
    },
    accepted > 0 && {
      ...shortcut,
      id: `${id}.undo`,
      label: messages().common.undo,
      keys: 'mod+Z',
      run: panel.onUndo,
    },
  ])
  return (
    <section className={classes.panel} aria-labelledby={`${id}-title`} data-testid={`${id}-panel`}>
      <div className={classes.head}>
        <Title order={2} id={`${id}-title`} size="h4">
          {title}
        </Title>
        <Hint>{hint}</Hint>
        {warning !== null && <Text className={classes.warning}>{warning}</Text>}
      </div>
      <ul ref={take} className={classes.list} onKeyDown={onKeyDown}>
        {proposals.map((proposal, place) => (
          <Row
            key={proposal.id}
            proposal={proposal}
            isCurrent={place === at}
            isEditable={isEditable}
            onChoose={() => choose(proposal)}
            onAccept={() => accept(proposal)}
          />
        ))}
      </ul>
      {panel.children}
      <Group className={classes.foot} justify="space-between" gap={4} data-bottom-bar>
        <Group gap={4}>
          {fresh > 0 && (
            <Button
              variant="filled"
              size="xs"
              disabled={!isEditable}
              onClick={panel.onAcceptAll}
              rightSection={<Kbd size="xs">{keysText('mod+Enter')}</Kbd>}
            >
              {text.acceptAll(fresh)}
            </Button>
          )}
          {accepted > 0 && (
            <Button size="xs" px={8} variant="subtle" onClick={panel.onUndo}>
              {messages().common.undo}
            </Button>
          )}
        </Group>
        <Button size="xs" onClick={closeViewer}>
          {text.done}
        </Button>
      </Group>
      <VisuallyHidden role="status">{accepted > 0 ? text.accepted(accepted) : ''}</VisuallyHidden>
    </section>
  )
}

interface RowProps {
  proposal: Proposed
  isCurrent: boolean
  isEditable: boolean
  onChoose: () => void
  onAccept: () => void
}

function Row({ proposal, isCurrent, isEditable, onChoose, onAccept }: RowProps) {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const { label, current, state, problem, source, path } = proposal
  const text = messages().prefill
  const value = shownValue(profile, path, proposal.value)
  const before = current === null ? null : shownValue(profile, path, current)
  return (
    <li className={classes.row} data-state={state} data-current={isCurrent || undefined}>
      <UnstyledButton
        className={classes.value}
        tabIndex={isCurrent ? 0 : -1}
        data-proposal={path}
        data-autofocus={isCurrent || undefined}
        aria-keyshortcuts="Enter"
        onFocus={onChoose}
        onClick={onChoose}
      >
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{value}</span>
        {state === 'replaces' && before !== null && (
          <span className={classes.before}>{text.was(before)}</span>
        )}
        {problem !== null && <span className={classes.problem}>{formatMessage(problem)}</span>}
        <VisuallyHidden>{text.states[state]}</VisuallyHidden>
        <span className={classes.quote}>{source}</span>
      </UnstyledButton>
      {(state === 'new' || state === 'replaces') && isEditable && (
        <Button
          size="compact-sm"
          fz="xs"
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

export function ProposalsLoading({ label }: { label: string }) {
  return (
    <Box p="md">
      <Reading label={label} height={34} />
    </Box>
  )
}
