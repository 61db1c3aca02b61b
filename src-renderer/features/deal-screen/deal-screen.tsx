import { Button, Stack, Text, SimpleGrid, Skeleton } from '@mantine/core'
import { Suspense, useEffect, useLayoutEffect, useRef, useState, type RefObject, type ReactNode } from 'react'
import { useActions } from '../../platform/actions/actions.ts'
import { DEAL_PARTS, type DealPart } from '../../../src-shared/platform/addresses/deep-link.ts'
import type { Deal, TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { partOf, missingLines } from '../../../src-shared/features/deal-screen/next-step.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { navigate, useRoute, useScreenName, hrefOf } from '../../platform/navigation/route.ts'
import { notifyUnsaved, useDeal } from '../drafts/deal-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { ApplicationForm, SectionIndex, ToCheck } from '../drafts/application-form.tsx'
import { useFormUndo, goToProblem, useFormKeys, goToField } from '../drafts/form-keys.ts'
import { OrphanedValues } from '../drafts/orphaned-values.tsx'
import { SectionMarks } from '../credit-box/credit-box-marks.tsx'
import { attachFiles } from '../documents/attach-store.ts'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { useReadOnSight } from '../../platform/page/server-stores.ts'
import { useRemindAction } from '../follow-ups/remind.ts'
import { EarlierDeals } from '../merchants/earlier-deals.tsx'
import { OffersPanel } from '../offers/offers-panel.tsx'
import { QueueStrip, ResolveUnknown, offerCancel } from '../submission/queue-strip.tsx'
import { TimelinePanel } from '../deals/timeline-panel.tsx'
import { DealFacts, DealHeader, DealOffers, OfferWatch } from './deal-header.tsx'
import classes from './deal.module.css'
import { goToNextStep, NextStepActions, NextStepStrip, useNextStep } from './next-step-strip.tsx'
import { openInWindow } from '../deals/deal-actions.ts'
import { goToNeighbor } from '../pipeline/pipeline-store.ts'
import { run, runForDeal } from '../../platform/ui/command.tsx'
import { IconCheck, IconCoin } from '@tabler/icons-react'
import { EmptyState, lazyPart } from '../../platform/ui/parts.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import { followStatements } from '../statements/statements-store.ts'
import { notifications } from '@mantine/notifications'
import type { Duplicate, HealthNote } from '../../../src-shared/features/submission/queue.ts'
import { call } from '../../platform/api/funding-desk.ts'
import type { FirstReal } from '../submission/first-real-dialog.tsx'
import { STATEMENT_KINDS } from '../../../src-shared/features/documents/document.ts'

// The charts are large, so this part loads when the broker opens it.
const StatementsTab = lazyPart(() =>
  import('../statements/statements-tab.tsx').then((file) => file.StatementsTab),
)

export function DealScreen({ deal_id }: { deal_id: string }) {
  const deal = useDeal((state) => state.deal)
  const error = useDeal((state) => state.error)
  const open = useDeal((state) => state.open)
  useReadOnSight(deal_id)
  useEffect(() => {
    void open(deal_id)
    // Save the last edits when the broker leaves the screen in any way.
    return () =>
      void useDeal
        .getState()
        .flush()
        .then((isWritten) => isWritten || notifyUnsaved())
  }, [deal_id, open])

  if (error !== null)
    return (
      <Stack p="lg" maw={560}>
        <ErrorNote error={error} onAgain={() => void open(deal_id)} />
        <Button w="fit-content" onClick={() => navigate({ screen: 'pipeline' })}>
          {messages().deal.backToPipeline}
        </Button>
      </Stack>
    )
  if (deal === null || deal.deal_id !== deal_id) return <DealSkeleton />
  return <OpenDeal deal={deal} />
}

/**
 * Sets the screen's name to the client's name. This is a separate component, so that typing in the name field does not render the whole
 * screen again.
 */
function ScreenName() {
  const legal_name = useDeal((state) => state.liveSummary.legal_name)
  useScreenName(legal_name || messages().pipeline.newApplication)
  return null
}

function OpenDeal({ deal }: { deal: Deal }) {
  const { deal_id } = deal
  const isEditable = deal.state === 'draft' || deal.state === 'refused'
  const isOnItsWay = deal.state === 'queued' || deal.state === 'sending'
  const step = useNextStep(deal)
  const { part, field } = usePlace(deal_id, isEditable ? 'application' : partOf(step))
  const submission = useSubmission()
  const form = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  usePartScroll(screen, part)
  useGoToField(field)
  useFormKeys(deal_id, isEditable, part === 'application')
  useGoToRefusal(deal, field === undefined && part === 'application')
  useFormUndo(form, isEditable)
  const text = messages().deal
  useRemindAction('deal', () => deal_id)
  useEffect(() => followStatements(deal_id), [deal_id])
  useActions('deal', [
    ...DEAL_PARTS.map((name, place) => ({
      id: `deal.part.${name}`,
      label: text.actions.goTo(text.part[name]),
      keys: `alt+${place + 1}`,
      whileTyping: true,
      run: () => navigate({ screen: 'deal', deal_id, part: name }),
    })),
    {
      id: 'deal.next_step',
      label: text.actions.goToNextStep,
      keys: 'mod+J',
      whileTyping: true,
      run: () => (step.step === 'submit' ? submission.begin() : goToNextStep(deal_id, step)),
    },
    isEditable && {
      id: 'deal.submit',
      label: text.actions.submit,
      keys: 'mod+Enter',
      whileTyping: true,
      run: submission.begin,
    },
    {
      id: 'deal.next',
      label: text.actions.nextDeal,
      keys: ['J', 'F9'],
      whileTyping: 'chords',
      run: () => goToNeighbor(deal_id, 1),
    },
    {
      id: 'deal.previous',
      label: text.actions.previousDeal,
      keys: ['K', 'shift+F9'],
      whileTyping: 'chords',
      run: () => goToNeighbor(deal_id, -1),
    },
    {
      id: 'deal.open_window',
      label: messages().menu.openInNewWindow,
      keys: 'mod+shift+O',
      whileTyping: true,
      run: () => openInWindow(deal_id),
    },
  ])
  return (
    <div
      className={classes.screen}
      ref={screen}
      data-deal-state={deal.state}
      data-partner-status={deal.latest_status ?? ''}
    >
      <ScreenName />
      <OfferWatch deal={deal} isEditable={isEditable} />
      <DealHeader deal={deal} isEditable={isEditable}>
        {!isOnItsWay && (
          <NextStepActions
            deal={deal}
            step={step}
            part={part}
            onSubmit={isEditable ? submission.begin : null}
          />
        )}
      </DealHeader>
      <div className={classes.top} data-above>
        <DealFacts deal={deal} />
        {!isOnItsWay && <NextStepStrip deal={deal} step={step} />}
      </div>
      <div className={classes.pinned}>
        <QueueStrip deal={deal} />
        <DealParts deal={deal} part={part} isOver={step.actor === 'over'} />
      </div>
      {deal.error !== null && deal.state === 'unknown' && (
        <div className={classes.notice}>
          <ResolveUnknown deal={deal} />
        </div>
      )}
      {submission.dialog}
      <div className={classes.body} hidden={part !== 'application'}>
        <div className={classes.index}>
          <SectionIndex />
        </div>
        <div className={classes.form} ref={form}>
          {isEditable && part === 'application' && <DealOffers deal={deal} />}
          <OrphanedValues deal={deal} readOnly={!isEditable} />
          <ApplicationForm readOnly={!isEditable} Marks={SectionMarks} />
        </div>
      </div>
      <div className={classes.panel} hidden={part !== 'documents'}>
        {isEditable && part === 'documents' && <DealOffers deal={deal} />}
        <DocumentsPanel deal={deal} />
      </div>
      {part === 'statements' && (
        <div className={classes.panel} data-wide>
          <Suspense fallback={<Reading label={messages().statements.loading} lines={8} height={30} />}>
            <StatementsTab deal={deal} onFiles={(files) => attachFiles(deal_id, files)} />
          </Suspense>
        </div>
      )}
      <div className={classes.panel} data-wide hidden={part !== 'offers'}>
        {deal.offers.length === 0 && !deal.has_offer ? <NoOffers /> : <OffersPanel deal={deal} />}
      </div>
      <div className={classes.panel} hidden={part !== 'timeline'}>
        <EarlierDeals deal_id={deal_id} />
        <TimelinePanel deal={deal} />
      </div>
    </div>
  )
}

function NoOffers() {
  return <EmptyState icon={IconCoin} title={messages().offers.none} text={messages().deal.noOffersText} />
}

/**
 * Returns the part of the deal to show: the part that the address names. If the address names none, returns the part that was most
 * important when the deal was opened.
 */
function usePlace(deal_id: string, about: DealPart): { part: DealPart; field: string | undefined } {
  const route = useRoute()
  const [first] = useState(about)
  const here = route.screen === 'deal' && route.deal_id === deal_id ? route : null
  const part = here?.part ?? first
  useEffect(() => {
    if (here?.at === 'checklist') document.getElementById('checklist-title')?.scrollIntoView()
  }, [here?.at])
  return { part, field: here?.field }
}

/**
 * Keeps the scroll position of each part of the deal. If the broker has scrolled past the text above the links to the parts, these links stay
 * where they are when the broker goes to another part.
 */
function usePartScroll(screen: RefObject<HTMLElement | null>, part: DealPart): void {
  const kept = useRef(new Map<DealPart, number>())
  const last = useRef(part)
  useLayoutEffect(() => {
    const scroller = screen.current
    if (scroller === null) return
    if (last.current !== part) {
      const above = scroller.querySelector<HTMLElement>('[data-above]')?.offsetHeight ?? 0
      const isPast = (kept.current.get(last.current) ?? 0) >= above
      last.current = part
      scroller.scrollTo(0, Math.max(kept.current.get(part) ?? 0, isPast ? above : 0))
    }
    const keep = () => kept.current.set(part, scroller.scrollTop)
    scroller.addEventListener('scroll', keep, { passive: true })
    return () => scroller.removeEventListener('scroll', keep)
  }, [screen, part])
}

function useGoToField(field: string | undefined): void {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  useEffect(() => {
    if (field === undefined || profile === null) return
    const frame = requestAnimationFrame(() => goToProblem(profile, field))
    return () => cancelAnimationFrame(frame)
  }, [field, profile])
}

/**
 * Goes to the first refused field: when the partner or the app refuses the application of the open deal, and when the broker opens a deal
 * that was refused meanwhile. `mayMove` is false if the broker opened another part of the deal or a certain field. The newest refusal in the
 * timeline shows that a refusal is new. The state alone would not: after a fast answer, this window sees no state between the draft and the
 * refusal.
 */
function useGoToRefusal({ deal_id, state, timeline }: Deal, mayMove: boolean): void {
  const refusal = timeline.findLast(({ kind }) => REFUSALS.includes(kind))?.entry_id ?? 0
  const before = useRef<number | null>(null)
  const moves = useRef(mayMove)
  useEffect(() => {
    const wasOpened = before.current === null
    const isNew = !wasOpened && before.current !== refusal && (state === 'refused' || state === 'draft')
    before.current = refusal
    const [first] = useDeal.getState().problems
    if (first === undefined || !(isNew || (wasOpened && state === 'refused' && moves.current))) return
    const frame = requestAnimationFrame(() => goToField(deal_id, first.path))
    return () => cancelAnimationFrame(frame)
  }, [refusal, state, deal_id])
}

const REFUSALS: readonly TimelineEntry['kind'][] = ['application_refused', 'application_not_received']

function DealParts({ deal, part, isOver }: { deal: Deal; part: DealPart; isOver: boolean }) {
  const problems = useDeal((state) => state.problems.length)
  const notes = useDeal((state) => state.notes.length)
  const text = messages().deal
  const open = missingLines(deal.checklist).length
  const statements = deal.document_list.filter(({ kind }) => STATEMENT_KINDS.has(kind)).length
  const marks: Record<DealPart, React.ReactNode> = {
    application: problems === 0 && notes > 0 ? <ToCheck count={notes} /> : <Open count={problems} />,
    documents: (
      <>
        <Count count={deal.document_list.length} />
        {!isOver && <Open count={open} />}
      </>
    ),
    statements: <Count count={statements} />,
    offers: <Count count={deal.offers.length} />,
    timeline: null,
  }
  return (
    <nav className={classes.parts} aria-label={text.parts}>
      {DEAL_PARTS.map((name) => (
        <a
          key={name}
          className={classes.part}
          href={hrefOf({ screen: 'deal', deal_id: deal.deal_id, part: name })}
          aria-current={name === part ? 'page' : undefined}
          data-part={name}
        >
          {text.part[name]}
          {marks[name]}
        </a>
      ))}
    </nav>
  )
}

function Open({ count }: { count: number }) {
  const text = messages().deal
  if (count === 0)
    return <IconCheck size={15} color="var(--mantine-color-teal-6)" aria-label={text.partDone} />
  return (
    <Text span size="xs" c="dimmed" className="tabular">
      {text.partOpen(count)}
    </Text>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Text span size="xs" c="dimmed" className="tabular">
      {count}
    </Text>
  )
}

function DealSkeleton() {
  return (
    <div className={classes.screen} role="status" aria-busy="true" aria-label={messages().deal.reading}>
      <div className={classes.bar}>
        <Skeleton height={22} width={280} />
      </div>
      <div className={classes.top}>
        <Skeleton height={14} width={420} mb={10} />
        <Skeleton height={40} />
      </div>
      <div className={classes.parts}>
        {[88, 82, 84, 52, 64].map((width) => (
          <Skeleton key={width} height={14} width={width} m={10} />
        ))}
      </div>
      <div className={classes.body}>
        <Stack className={classes.index} gap="md">
          {[112, 72, 132, 64, 60, 104].map((width) => (
            <Skeleton key={width} height={14} width={width} />
          ))}
        </Stack>
        <SimpleGrid className={classes.form} cols={2} spacing="md" verticalSpacing="lg">
          {[0, 1, 2, 3, 4, 5, 6, 7].map((field) => (
            <Stack key={field} gap={6}>
              <Skeleton height={12} width={110} />
              <Skeleton height={34} />
            </Stack>
          ))}
        </SimpleGrid>
      </div>
    </div>
  )
}

const SubmitDialog = lazyPart(() =>
  import('../submission/submit-dialog.tsx').then((file) => file.SubmitDialog),
)

const OPEN_FIELDS = 'open-fields'

interface Confirming {
  deal: Deal
  duplicates: Duplicate[]
  notes: HealthNote[]
  undo_seconds: number
  first: FirstReal
}

/**
 * Returns `begin`, which starts the submission of the open deal. If values are missing or invalid, `begin` shows these problems. Otherwise,
 * `dialog` asks the broker to confirm.
 */
function useSubmission(): { begin: () => void; dialog: ReactNode } {
  const [confirming, setConfirming] = useState<Confirming | null>(null)
  // The toast is about the fields of this screen.
  useEffect(() => () => void notifications.hide(OPEN_FIELDS), [])

  async function begin() {
    const { flush, revealProblems, reload } = useDeal.getState()
    if (!(await flush())) return notifyUnsaved()
    await reload()
    const { deal: fresh, problems: open } = useDeal.getState()
    if (fresh === null) return
    const [first] = open
    if (first !== undefined) {
      revealProblems()
      // Scroll only after the problem messages are rendered, because these messages move the fields below them.
      requestAnimationFrame(() => goToField(fresh.deal_id, first.path))
      notifications.hide(OPEN_FIELDS)
      notifications.show({
        id: OPEN_FIELDS,
        message: messages().deal.needsAttention(open.length),
        color: 'orange',
      })
      return
    }
    // Read both before the dialog opens. The broker may press Enter as soon as it has the focus, and no press may be lost.
    const [checked, firstReal] = await Promise.all([
      run(call('submission.check', { deal_id: fresh.deal_id })),
      run(call('submission.first_real', {})),
    ])
    if (checked !== null && firstReal !== null) setConfirming({ deal: fresh, ...checked, first: firstReal })
  }

  const dialog = confirming !== null && (
    <Suspense fallback={null}>
      <SubmitDialog
        deal={confirming.deal}
        duplicates={confirming.duplicates}
        notes={confirming.notes}
        undoSeconds={confirming.undo_seconds}
        first={confirming.first}
        onClose={() => setConfirming(null)}
        onSubmit={() => {
          setConfirming(null)
          void submit(confirming)
        }}
      />
    </Suspense>
  )
  return { begin: () => void begin(), dialog }
}

async function submit({ deal, duplicates, notes, undo_seconds }: Confirming): Promise<void> {
  const { setSubmitting, open } = useDeal.getState()
  setSubmitting(true)
  const despite = [
    ...duplicates.map(({ deal_id }) => deal_id),
    ...notes.flatMap(({ document_ids = [] }) => document_ids),
  ]
  const submitted = await runForDeal(
    deal,
    call('submission.submit', {
      deal_id: deal.deal_id,
      despite,
    }),
  )
  setSubmitting(false)
  if (useDeal.getState().deal?.deal_id === deal.deal_id) await open(deal.deal_id)
  if (submitted.ok) return offerCancel(deal, undo_seconds)
  const [refused] = useDeal.getState().problems
  if (refused !== undefined && useDeal.getState().deal?.deal_id === deal.deal_id) {
    useDeal.getState().revealProblems()
    goToField(deal.deal_id, refused.path)
  }
}
