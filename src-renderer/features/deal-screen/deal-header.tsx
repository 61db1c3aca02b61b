import { ActionIcon, Anchor, Group, Text, Title, Tooltip, Button } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { formatCents, formatDay } from '../../platform/ui/formats.ts'
import { StatusBadge } from '../../platform/ui/status-badge.tsx'
import { askWhen } from '../follow-ups/remind.ts'
import { dueText } from '../../../src-shared/platform/texts/plural.ts'
import { copyText } from '../../platform/ui/command.tsx'
import { DealMessages } from '../snippets/deal-messages.tsx'
import { DealMenu } from '../deals/deal-menu.tsx'
import classes from './deal.module.css'
import { useEffect, useState, type ReactNode } from 'react'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { takeStep } from '../drafts/form-keys.ts'
import { IconButton } from '../../platform/ui/parts.tsx'

/** The bar at the top of a deal, which stays while the deal scrolls: the client, the status, and the actions. */
export function DealHeader({
  deal,
  isEditable,
  children,
}: {
  deal: Deal
  isEditable: boolean
  /** The buttons of the next step. The last one is the primary action of the screen. */
  children: ReactNode
}) {
  const legal_name = useDeal((state) => state.liveSummary.legal_name)
  const { deal: said } = messages()
  return (
    <header className={classes.bar}>
      <Anchor
        href={hrefOf({ screen: 'pipeline' })}
        aria-label={said.backToPipeline}
        c="dimmed"
        className={classes.back}
      >
        <IconArrowLeft size={18} />
      </Anchor>
      <Title order={1} className={classes.title}>
        {legal_name || said.newApplication}
      </Title>
      <StatusBadge state={deal.state} status={deal.latest_status} />
      {deal.unconfirmed_status !== null && (
        <StatusBadge state={deal.state} status={deal.latest_status} unconfirmed={deal.unconfirmed_status} />
      )}
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        {isEditable && <SaveStatus />}
        {isEditable && <UndoButtons />}
        <DealMessages deal={deal} />
        <DealMenu deal={deal} />
        {children}
      </Group>
    </header>
  )
}

export function DealFacts({ deal }: { deal: Deal }) {
  const { reference, amount_cents } = useDeal((state) => state.liveSummary)
  const { deal: said } = messages()
  return (
    <dl className={classes.facts} aria-label={said.facts}>
      {amount_cents !== null && <Fact name={said.asksFor}>{formatCents(amount_cents)}</Fact>}
      {reference !== '' && <Fact name={said.reference}>{reference}</Fact>}
      {deal.submitted_at !== null && <Fact name={said.submitted}>{formatDay(deal.submitted_at)}</Fact>}
      {deal.application_id !== null && (
        <Fact name={said.applicationId}>
          <span className={classes.id}>{deal.application_id}</span>
          <IconButton
            icon={IconCopy}
            label={said.copyApplicationId}
            hint={said.copyApplicationId}
            onClick={() => void copyText(deal.application_id ?? '')}
          />
        </Fact>
      )}
      {deal.follow_up !== null && (
        <Fact name={messages().followUps[deal.follow_up.fired_at === null ? 'mark' : 'markDue']}>
          <Anchor
            component="button"
            type="button"
            size="xs"
            fw={500}
            data-follow-up={deal.follow_up.fired_at === null ? 'set' : 'due'}
            onClick={() => askWhen({ of: 'deal', deal_id: deal.deal_id })}
          >
            {dueText(deal.follow_up.due_at)}
          </Anchor>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="xs" fw={500}>
        {children}
      </Text>
    </div>
  )
}

/** Show “saving” only if a save takes longer than this time, because every key press causes a save. */
const SLOW_MS = 400

function SaveStatus() {
  const save = useDeal((state) => state.save)
  const isSlow = useSlow(save.state !== 'saved')
  const text = messages().deal
  if (save.state === 'failed')
    return (
      <Group gap="xs" role="alert">
        <Text size="xs" c="red">
          {text.notSaved(formatMessage(save.error.message))}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void useDeal.getState().flush()}>
          {messages().common.tryAgain}
        </Button>
      </Group>
    )
  return (
    <Text size="xs" c="dimmed" role="status" data-save={save.state} className={classes.saved}>
      {isSlow ? text.saving : text.savedHere}
    </Text>
  )
}

function useSlow(lasts: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!lasts) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [lasts])
  return slow
}

function UndoButtons() {
  const { undo, redo } = useDeal((state) => state.history)
  return (
    <Group gap={2} wrap="nowrap">
      <StepButton direction="undo" what={undo} />
      <StepButton direction="redo" what={redo} />
    </Group>
  )
}

function StepButton({ direction, what }: { direction: 'undo' | 'redo'; what: Message | null }) {
  const isUndo = direction === 'undo'
  const text = messages().deal
  const nothing = isUndo ? text.nothingToUndo : text.nothingToRedo
  const label = what === null ? nothing : (isUndo ? text.undoWhat : text.redoWhat)(formatMessage(what))
  const Icon = isUndo ? IconArrowBackUp : IconArrowForwardUp
  return (
    <Tooltip label={what === null ? label : `${label} (${keysText(isUndo ? 'mod+Z' : 'mod+shift+Z')})`}>
      <ActionIcon
        variant="subtle"
        className={classes.step}
        color="gray"
        aria-label={label}
        // Use `aria-disabled` instead of `disabled`, because a focused button would lose the focus when it becomes disabled.
        aria-disabled={what === null}
        {...(what === null && { 'data-disabled': true })}
        onClick={() => what !== null && void takeStep(direction)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
