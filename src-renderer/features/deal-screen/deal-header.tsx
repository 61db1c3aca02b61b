import { ActionIcon, Anchor, Group, Text, Title, Tooltip, Button } from '@mantine/core'
import {
  IconCopy,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFileInvoice,
  IconForms,
  IconHistory,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { APPLICATION_KIND } from '../../../src-shared/features/documents/document.ts'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { showDay } from '../../../src-shared/platform/entry/date.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useDeal, textOf } from '../drafts/deal-store.ts'
import { formatCents, formatDay } from '../../platform/ui/formats.ts'
import { askWhen } from '../follow-ups/remind.ts'
import { dueText } from '../../../src-shared/platform/texts/plural.ts'
import { copyText, run } from '../../platform/ui/command.tsx'
import { DealMessages } from '../snippets/deal-messages.tsx'
import { DealMenu } from '../deals/deal-menu.tsx'
import classes from './deal.module.css'
import { useEffect, useState, type ReactNode, Suspense } from 'react'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { takeStep } from '../drafts/form-keys.ts'
import { IconButton, StatusBadge, lazyPart, BackLink, LinkButton } from '../../platform/ui/parts.tsx'
import { openProposals } from '../../../src-shared/features/prefill/prefill.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import {
  loadSuggestions,
  reviewSuggestions,
  useStatements,
  useSuggestions,
} from '../statements/statements-store.ts'
import { openReview } from '../viewer/viewer-store.ts'
import { lookForMerchant, proposalsOf, readValues, usePrefill } from '../prefill/prefill-store.ts'
import prefill from '../prefill/prefill.module.css'

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
      <BackLink href={hrefOf({ screen: 'pipeline' })} label={said.backToPipeline} />
      <Title order={1} className={classes.title}>
        {legal_name || messages().pipeline.newApplication}
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
      {deal.funded_cents !== null && <Fact name={said.funded}>{formatCents(deal.funded_cents)}</Fact>}
      <Fact name={said.asksFor}>{formatCents(amount_cents)}</Fact>
      {reference !== '' && <Fact name={said.reference}>{reference}</Fact>}
      {deal.renews !== null && (
        <Fact name={said.renewalOf}>
          <Anchor size="xs" href={hrefOf({ screen: 'deal', deal_id: deal.renews.deal_id })}>
            {said.fundedOn(
              deal.renews.legal_name || messages().common.noName,
              showDay(deal.renews.funded_on),
            )}
          </Anchor>
        </Fact>
      )}
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
          <LinkButton
            size="xs"
            fw={500}
            data-follow-up={deal.follow_up.fired_at === null ? 'set' : 'due'}
            onClick={() => askWhen({ of: 'deal', deal_id: deal.deal_id })}
          >
            {dueText(deal.follow_up.due_at)}
          </LinkButton>
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
        <Button size="compact-xs" onClick={() => void useDeal.getState().flush()}>
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

const ReuseDialog = lazyPart(() => import('../merchants/reuse-dialog.tsx').then((file) => file.ReuseDialog))

/** Number of attached applications that are read without being asked. */
const MOST_APPLICATIONS = 5
/** Pause after the last typed character before the app looks for the merchant in other deals. */
const TYPING_MS = 500

/** Offers values for the form of a draft: those in an attached application, and those of an earlier deal of the same merchant. */
export function DealOffers({ deal }: { deal: Deal }) {
  return (
    <>
      <FoundValues deal={deal} />
      <StatementValues deal={deal} />
      <KnownMerchantStrip deal={deal} />
    </>
  )
}

/**
 * Reads attached applications and looks for earlier deals of the merchant. Shows nothing. This is a separate component, so that typing does
 * not render the whole screen again.
 */
export function OfferWatch({ deal, isEditable }: { deal: Deal; isEditable: boolean }) {
  const { deal_id, revision } = deal
  // Also those of another merchant whose values the broker dismissed: the name in the form may change.
  const applications = applicationsOf(deal).filter(
    ({ reading }) => reading?.values_reviewed !== true || reading.other_merchant !== undefined,
  )
  const ids = isEditable ? applications.slice(0, MOST_APPLICATIONS).map(({ document_id }) => document_id) : []
  // Compare the found values with the form again after each change of the form that this window did not make.
  const compared = [...ids, revision].join(' ')
  useEffect(() => {
    for (const id of compared.split(' ').slice(0, -1)) void readValues(id)
  }, [compared])
  const legal_name = useDeal((state) => state.liveSummary.legal_name)
  const ein = useDeal((state) => textOf(valueAt(state.values, 'company.ein')))
  const isSaved = useDeal((state) => state.save.state === 'saved')
  // Look for the merchant again when the stored name or EIN changes.
  const sought = isSaved ? JSON.stringify([deal_id, legal_name, ein, revision]) : null
  useEffect(() => {
    if (sought === null) return
    const [id] = JSON.parse(sought) as [string]
    const timer = setTimeout(() => void lookForMerchant(id), TYPING_MS)
    return () => clearTimeout(timer)
  }, [sought])
  // Compare the verified statements with the form after each change of either.
  const statements = useStatements(({ value }) => (value?.deal_id === deal_id ? value : null))
  const form = `${isEditable ? deal_id : ''} ${revision}`
  useEffect(() => {
    const [id = ''] = form.split(' ')
    if (id !== '' && statements !== null && statements.documents.length > 0) void loadSuggestions(id)
  }, [form, statements])
  const text = messages().prefill
  useActions(
    'deal',
    deal.document_list.slice(0, 20).map(({ document_id: id, name }) => ({
      id: `documents.read_values.${id}`,
      label: text.readValuesOf(name),
      run: () => openReview(id),
    })),
  )
  return null
}

function applicationsOf({ document_list }: Deal) {
  return document_list.filter(({ kind }) => kind === APPLICATION_KIND)
}

function FoundValues({ deal }: { deal: Deal }) {
  const application = applicationsOf(deal).find(({ reading }) => reading?.values_reviewed !== true)
  const found = usePrefill((state) =>
    application === undefined ? null : proposalsOf(state, application.document_id),
  )
  const count = found === null ? 0 : openProposals(found.proposals).length
  if (application === undefined || count === 0) return null
  const { document_id, name } = application
  const text = messages().prefill
  return (
    <Strip
      icon={IconForms}
      label={text.title}
      testId="prefill-strip"
      text={text.strip(count, name)}
      review={text.review}
      onReview={() => openReview(document_id)}
      dismiss={text.dismiss(name)}
      onDismiss={() => void run(call('prefill.dismiss', { document_id }))}
    />
  )
}

interface StripProps {
  icon: TablerIcon
  label: string
  testId: string
  text: ReactNode
  review: string
  onReview: () => void
  dismiss: string
  onDismiss: () => void
}

function Strip({ icon: Icon, label, testId, text, review, onReview, dismiss, onDismiss }: StripProps) {
  return (
    <section className={prefill.strip} aria-label={label} data-testid={testId}>
      <Icon size={18} className={prefill.icon} aria-hidden="true" />
      <div className={prefill.stripText}>
        <Text fw={500}>{text}</Text>
      </div>
      <Button size="xs" variant="light" onClick={onReview}>
        {review}
      </Button>
      <IconButton icon={IconX} size={28} iconSize={16} label={dismiss} onClick={onDismiss} />
    </section>
  )
}

function StatementValues({ deal: { deal_id } }: { deal: Deal }) {
  const fresh = useSuggestions(({ deal_id: of, suggestions, isDismissed }) =>
    of === deal_id && !isDismissed ? (suggestions ?? []).filter(({ state }) => state === 'new').length : 0,
  )
  if (fresh === 0) return null
  const text = messages().statementUse
  return (
    <Strip
      icon={IconFileInvoice}
      label={text.title}
      testId="statement-strip"
      text={text.strip(fresh)}
      review={messages().prefill.review}
      onReview={reviewSuggestions}
      dismiss={text.dismiss}
      onDismiss={() => useSuggestions.setState({ isDismissed: true })}
    />
  )
}

function KnownMerchantStrip({ deal: { deal_id } }: { deal: Deal }) {
  const merchant = usePrefill((state) => (state.merchant?.deal_id === deal_id ? state.merchant.known : null))
  const [isOpen, setOpen] = useState(false)
  const reuse = merchant?.reuse ?? null
  if (reuse === null) return null
  const text = messages().merchants
  async function dismiss() {
    await run(call('merchants.dismiss', { deal_id }))
    await lookForMerchant(deal_id)
  }
  return (
    <>
      <Strip
        icon={IconHistory}
        label={text.earlier}
        testId="reuse-strip"
        text={
          <>
            {text.known(reuse.legal_name || messages().common.noName, formatDay(reuse.at))}{' '}
            <Text span inherit fw={400}>
              {text.reuseText}
            </Text>
          </>
        }
        review={text.review}
        onReview={() => setOpen(true)}
        dismiss={text.dismiss}
        onDismiss={() => void dismiss()}
      />
      <Suspense fallback={null}>
        {isOpen && <ReuseDialog deal_id={deal_id} reuse={reuse} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
