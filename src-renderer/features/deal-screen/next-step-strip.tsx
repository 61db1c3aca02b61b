import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClockHour4, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { nextStep, partOf, type NextStep } from '../../../src-shared/features/deal-screen/next-step.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { date } from '../../../src-shared/platform/texts/plural.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { hrefOf, navigate, type Route } from '../../platform/navigation/route.ts'
import type { DealPart } from '../../../src-shared/platform/addresses/deep-link.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { useQueue } from '../../platform/page/server-stores.ts'
import { CreditBoxNote } from '../credit-box/credit-box-marks.tsx'
import { goToField } from '../drafts/form-keys.ts'
import classes from './deal.module.css'
import { useMinute } from '../../platform/ui/clock.ts'
import { OtherDealLink, outcomeText } from '../../platform/ui/error-note.tsx'
import type { QueueStatus } from '../../../src-shared/features/submission/queue.ts'
import { labelOf } from '../../../src-shared/features/form/form-path.ts'
import { formatCents, joinTexts } from '../../platform/ui/formats.ts'
import { nameOfLine } from '../../platform/ui/periods.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'

const ICONS = { act: IconPlayerPlay, wait: IconClockHour4, over: IconCheck }

export function useNextStep(deal: Deal): NextStep {
  const problems = useDeal((state) => state.problems)
  const status = useQueue((state) => state.value)
  const now = useMinute()
  return useMemo(() => nextStep({ ...deal, problems }, status, now), [deal, problems, status, now])
}

export function goToNextStep(deal_id: string, step: NextStep): void {
  const [path] = step.step === 'fill_fields' ? step.paths : []
  if (path === undefined) navigate(placeOf(deal_id, step))
  else goToField(deal_id, path)
}

/** Returns where the broker takes a step. */
function placeOf(deal_id: string, step: NextStep): Route {
  if (step.step === 'queued') return { screen: 'settings' }
  if (step.step === 'decide_offer' && step.count > 1) return { screen: 'offers', deal_id }
  if (step.step === 'collect_commission') return { screen: 'money', tab: 'commissions' }
  const isInChecklist = ['inform_partner', 'send_requested_documents', 'send_missing'].includes(step.step)
  return { screen: 'deal', deal_id, part: partOf(step), ...(isInChecklist && { at: 'checklist' }) }
}

/** Shows the next step, and the problem because of which it is necessary. `NextStepActions` shows its buttons. */
export function NextStepStrip({ deal, step }: { deal: Deal; step: NextStep }) {
  const text = useStepMessages(step)?.text
  if (text === undefined) return null
  const urgency = step.actor
  const { next } = messages().deal
  const { error } = deal
  const tone = error === null ? urgency : error.outcome === 'unknown' ? 'unknown' : 'refused'
  const Icon = error === null ? ICONS[urgency] : IconAlertTriangle
  const urgencyMessages = { act: next.needsYou, wait: next.nothingToDo, over: next.closed }[urgency]
  return (
    <section className={classes.next} aria-label={next.title} data-next={step.step} data-mood={tone}>
      <Icon size={16} className={classes.nextIcon} aria-hidden="true" />
      <span className={classes.mood}>{urgencyMessages}</span>
      <Text fw={600} role="status" className={classes.nextText}>
        {text}
      </Text>
      {error !== null && (
        <div role="alert" data-code={error.code} className={classes.problem}>
          {joinTexts([formatMessage(error.message), outcomeText(error), formatMessage(error.advice)])}{' '}
          <OtherDealLink error={error} />
        </div>
      )}
    </section>
  )
}

/**
 * The buttons of the next step. Only the last one is filled: it is the primary action of the screen. All are at the right end of the bar, so
 * that no text that grows moves them.
 */
export function NextStepActions({
  deal,
  step,
  part,
  onSubmit,
}: {
  deal: Deal
  step: NextStep
  /** The part of the deal that the screen shows. A button that only leads to it is left out. */
  part: DealPart
  onSubmit: (() => void) | null
}) {
  const button = useStepMessages(step)?.button
  const submitting = useDeal((state) => state.submitting)
  if (button === undefined) return null
  const { submit, submitAgain } = messages().deal
  const isPrimary = step.actor === 'act' && step.step !== 'submit'
  const { deal_id } = deal
  // The Offers tab has its own button to the comparison.
  const isHere =
    step.step !== 'fill_fields' &&
    (hrefOf(placeOf(deal_id, step)) === hrefOf({ screen: 'deal', deal_id, part }) ||
      (step.step === 'decide_offer' && part === 'offers'))
  return (
    <>
      {onSubmit !== null && (
        <CreditBoxNote
          onGo={(path) => goToField(deal_id, path)}
          onStatements={() => navigate({ screen: 'deal', deal_id, part: 'statements' })}
        />
      )}
      {onSubmit !== null && (
        <Button
          variant={step.step === 'submit' ? 'filled' : 'default'}
          leftSection={<IconSend size={15} />}
          loading={submitting}
          onClick={onSubmit}
        >
          {deal.state === 'refused' ? submitAgain : submit}
        </Button>
      )}
      {button !== null && !isHere && (
        <Button variant={isPrimary ? 'filled' : 'default'} onClick={() => goToNextStep(deal_id, step)}>
          {button}
        </Button>
      )}
    </>
  )
}

/** Returns the text of a step and the label of its button, or null without a button. Null while the form is unknown. */
function useStepMessages(step: NextStep): { text: string; button: string | null } | null {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const paths = step.step === 'fill_fields' ? step.paths : []
  // A label contains the number of its row, which changes when the broker removes an earlier row.
  const names = useDeal(
    useShallow(({ values }) => (profile === null ? [] : paths.map((path) => labelOf(profile, values, path)))),
  )
  return profile === null ? null : stepMessages(step, profile, names)
}

function stepMessages(
  step: NextStep,
  profile: PayloadProfile,
  names: string[],
): { text: string; button: string | null } {
  const { next } = messages().deal
  switch (step.step) {
    case 'fill_fields':
      return {
        text: (step.wasRefused ? next.fixFields : next.fillFields)(names.length, names),
        button: step.wasRefused ? next.fix : names.length === 1 ? next.goToField : next.goToFirstField,
      }
    case 'attach':
      return { text: next.attach(step.lines.map(nameOfLine)), button: next.attachButton }
    case 'confirm_account':
      return { text: next.confirmAccount(step.count), button: next.goToStatements }
    case 'submit':
      return { text: submitMessages(step.again), button: null }
    case 'sends_soon':
      return { text: next.leavesSoon, button: null }
    case 'queued':
      return queueMessages(step.because)
    case 'sending':
      return { text: next.sending, button: null }
    case 'resolve_outcome':
      return step.name === null
        ? { text: next.confirmDelivery, button: null }
        : { text: next.confirmDeliveryOf(step.name), button: next.reviewDelivery }
    case 'replace_document':
      return { text: next.replaceDocument(step.name), button: next.goToDocuments }
    case 'sending_documents':
      return { text: next.documentsLeave(step.received, step.total), button: next.goToDocuments }
    case 'send_documents':
      return { text: next.sendDocuments(step.count), button: next.goToDocuments }
    case 'ask_for_figures':
      return { text: next.figuresMissing, button: next.viewOffer }
    case 'decide_offer':
      return { text: offerMessages(step), button: step.count === 1 ? next.viewOffer : next.compare }
    case 'await_answer':
      return {
        text: joinTexts(
          [next.awaitAnswer(step.count, date(step.on)), step.days !== null && offerMessages(step)],
          '. ',
        ),
        button: next.viewOffer,
      }
    case 'offer_expired':
      return { text: next.offerExpired, button: next.viewOffer }
    case 'offers_declined':
      return { text: next.offersDeclined, button: next.viewOffer }
    case 'collect_commission':
      return {
        text:
          step.outstanding_cents === null
            ? next.collectCommission
            : next.collectCommissionOf(formatCents(step.outstanding_cents)),
        button: next.goToCommissions,
      }
    case 'inform_partner':
      return {
        text: step.labels.length === 0 ? next.notifyPartner : next.notifyPartnerOf(step.labels),
        button: next.goToChecklist,
      }
    case 'send_requested_documents':
      return {
        text: step.labels.length === 0 ? next.sendRequested : next.sendRequestedOf(step.labels),
        button: next.goToChecklist,
      }
    case 'send_missing':
      return { text: next.sendMissing(step.labels), button: next.goToChecklist }
    case 'ask_reason':
      return { text: next.rescinded, button: next.viewOffer }
    case 'wait':
      return { text: waitMessages(step.until), button: null }
    case 'over':
      return {
        text: step.open > 0 ? next.fundedWithOpen(step.open) : next[step.as],
        button: null,
      }
    case 'read_status':
      return { text: next.readStatus(step.status), button: next.goToTimeline }
  }
}

function submitMessages(again: Extract<NextStep, { step: 'submit' }>['again']): string {
  const { next } = messages().deal
  if (again === 'refused') return next.submitAfterRefusal
  return again === 'not_received' ? next.submitAfterFailure : next.submit
}

function queueMessages(because: QueueStatus['state']): { text: string; button: string | null } {
  const { next } = messages().deal
  if (because === 'moving') return { text: next.isQueued, button: null }
  if (because === 'waiting') return { text: next.waitsForConnection, button: null }
  // No button here: another message, which says that the queue is on hold, has the button with which the broker confirms the submission.
  if (because === 'unconfirmed') return { text: next.unconfirmed, button: null }
  return { text: next.heldBack, button: next.openSettings }
}

function waitMessages(until: Extract<NextStep, { step: 'wait' }>['until']): string {
  const { next } = messages().deal
  const of = {
    first_news: next.waitFirstNews,
    reviewed: next.waitReviewed,
    approved: next.waitApproved,
    funded: next.waitFunded,
  }
  return of[until]
}

function offerMessages({
  count,
  days,
}: Extract<NextStep, { step: 'decide_offer' | 'await_answer' }>): string {
  const { next } = messages().deal
  if (days === null) return next.offer(count)
  const when = days === 0 ? next.today : days === 1 ? next.tomorrow : next.inDays(days)
  return next.offerExpires(count, when)
}
