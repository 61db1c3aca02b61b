import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { isAccepted, isStillAccepted, type Offer } from '../../../src-shared/features/offers/offer.ts'
import type { DealOfferStanding } from '../../../src-shared/features/offers/offer-standings.ts'
import type { OffersView, OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { scenarioOf } from '../../../src-shared/features/offers/figures.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { cellsOf } from './comparison-rows.ts'
import { acceptOffer, resolveUnknownAcceptance } from './offers-store.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import { formatCents } from '../../platform/ui/formats.ts'
import { EnvironmentBadge } from '../../platform/page/environment-badge.tsx'

interface AcceptOfferProps {
  /** The place of the offer among the deal's offers. The first nine have a digit as the key that accepts them. */
  at: number
  deal: Deal
  offer: Offer
  standing: DealOfferStanding
  view: OffersView
}

/** Accepts an offer and shows the outcome. If the partner does not offer acceptance through its API, explains that. */
export function AcceptOffer({ at, deal, offer, standing, view }: AcceptOfferProps) {
  const [asking, setAsking] = useState<{ isAgain: boolean } | null>(null)
  const text = messages().offers.accept
  const canAccept = canStillAccept({ deal, offer, standing, view })
  // True if the partner never confirmed an earlier acceptance of this or another offer. In this case, warn that the broker may accept
  // twice.
  const leftBefore = view.own.some((one) => one.acceptance?.state === 'still_open')
  useActions(
    'deal',
    canAccept
      ? [
          {
            id: `offers.accept.${at + 1}`,
            label: messages().offers.actions.accept(
              messages().offers.columnName(at + 1, formatCents(offer.amount_cents)),
            ),
            ...(at < 9 && { keys: String(at + 1) }),
            run: () => setAsking({ isAgain: leftBefore }),
          },
        ]
      : [],
  )
  const { deal_id, offers } = deal
  const { offer_id } = offer
  const own = view.own.find((one) => one.offer_id === offer_id)
  const state = own?.acceptance?.state
  function acceptance(): ReactNode {
    if (own !== undefined && isStillAccepted(own, offers)) return <Note>{text.accepted}</Note>
    if (state === 'sending') return <Note>{text.sending}</Note>
    const unknown = `${text.unknown} ${text.unknownAdvice}`
    if (state === 'unknown') return <PartnerAsked deal_id={deal_id} offer_id={offer_id} note={unknown} />
    if (!canAccept) return null
    const isAgain = state === 'still_open'
    const isOffered = view.accepting === 'assumed'
    return (
      <Stack gap={4}>
        {isAgain && <PartnerAsked deal_id={deal_id} offer_id={offer_id} note={text.stillOpen} />}
        {!isOffered && <Note>{text.notOffered}</Note>}
        <Button
          size="compact-sm"
          variant={isOffered && !isAgain ? 'light' : 'default'}
          w="fit-content"
          leftSection={<IconCheck size={14} />}
          onClick={() => setAsking({ isAgain: leftBefore })}
        >
          {isAgain ? text.acceptAgain : isOffered ? text.button : text.tryAnyway}
        </Button>
      </Stack>
    )
  }
  return (
    <>
      {acceptance()}
      {asking !== null && (
        <AcceptDialog
          deal={deal}
          offer={offer}
          isAgain={asking.isAgain}
          own={view.own}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

/**
 * Shown if the partner's list of offers does not show whether an acceptance reached the partner. The broker can ask the partner and record
 * the answer.
 */
function PartnerAsked({ deal_id, offer_id, note }: { deal_id: string; offer_id: string; note: string }) {
  const [asking, setAsking] = useState(false)
  const { error, run, dismiss } = useCommand()
  const text = messages().offers.accept
  function onClose() {
    setAsking(false)
    dismiss()
  }
  const answers = [
    { accepted: true, label: text.arrived, hint: text.arrivedHint },
    { accepted: false, label: text.didNotArrive, hint: text.didNotArriveHint },
  ]
  async function say(accepted: boolean) {
    if ((await run(resolveUnknownAcceptance(deal_id, offer_id, accepted))) !== null) onClose()
  }
  return (
    <Stack gap={4}>
      <Note>{note}</Note>
      <Button size="compact-sm" w="fit-content" onClick={() => setAsking(true)}>
        {text.enterAnswer}
      </Button>
      {asking && (
        <Dialog onClose={onClose} title={text.partnersAnswer} error={error}>
          <Text>{note}</Text>
          {answers.map(({ accepted, label, hint }) => (
            <Stack key={label} gap={4}>
              <Button w="fit-content" onClick={() => void say(accepted)}>
                {label}
              </Button>
              <Hint>{hint}</Hint>
            </Stack>
          ))}
          <Button variant="subtle" onClick={onClose} ml="auto" data-autofocus>
            {messages().common.notYet}
          </Button>
        </Dialog>
      )}
    </Stack>
  )
}

function canStillAccept({ deal, offer, standing, view }: Omit<AcceptOfferProps, 'at'>): boolean {
  const own = view.own.find(({ offer_id }) => offer_id === offer.offer_id)
  if (own !== undefined && isStillAccepted(own, deal.offers)) return false
  if (own?.acceptance?.state === 'sending' || own?.acceptance?.state === 'unknown') return false
  return standing === 'open' && !isDecidedElsewhere(view.own, deal.offers)
}

/**
 * Returns true if the broker may not accept another offer, because an offer is already accepted, or because an acceptance is being sent or
 * has an unknown outcome.
 */
function isDecidedElsewhere(own: readonly OfferScenario[], offers: readonly Offer[]): boolean {
  const isOpen = own.some(
    ({ acceptance }) => acceptance?.state === 'sending' || acceptance?.state === 'unknown',
  )
  return isOpen || own.some((one) => isStillAccepted(one, offers)) || offers.some(isAccepted)
}

function Note({ children }: { children: ReactNode }) {
  return <Hint role="status">{children}</Hint>
}

interface AcceptDialogProps {
  deal: Deal
  offer: Offer
  isAgain: boolean
  own: readonly OfferScenario[]
  onClose: () => void
}

/** Names an offer so that it cannot be confused with another one of the same amount: `Offer 2, $27,500 ($640.25 weekly, 12 months, factor rate 1.3500)`. */
function nameOf({ offers, commission_basis }: Deal, offer: Offer): string {
  const cells = cellsOf(offer, null, commission_basis)
  const text = messages().offers
  const terms = (['payment', 'term', 'factor'] as const).flatMap((row) =>
    cells[row].lines
      .slice(0, 1)
      .map((term) => (row === 'factor' ? `${text.rows.factor.toLowerCase()} ${term}` : term)),
  )
  const name = text.columnName(
    offers.findIndex(({ offer_id }) => offer_id === offer.offer_id) + 1,
    formatCents(offer.amount_cents),
  )
  return terms.length === 0 ? name : `${name} (${terms.join(', ')})`
}

function AcceptDialog({ deal, offer, isAgain, own, onClose }: AcceptDialogProps) {
  const { busy, error, run } = useCommand()
  const text = messages().offers.accept
  const hasChoice = own.some(
    ({ offer_id, choice }) => offer_id === offer.offer_id && scenarioOf(offer, choice) !== null,
  )
  useActions('deal', [
    {
      id: 'offers.confirm_accept',
      label: text.confirm,
      keys: 'mod+Enter',
      within: 'dialog',
      whileTyping: true,
      run: () => void (busy || confirm()),
    },
  ])
  async function confirm() {
    const accepted = await run(acceptOffer(deal.deal_id, offer.offer_id, isAgain))
    if (accepted === null) return
    const state = accepted.own.find(({ offer_id }) => offer_id === offer.offer_id)?.acceptance?.state
    notifications.show(
      state === 'accepted'
        ? { message: text.done, color: 'teal' }
        : { title: text.unknown, message: text.unknownAdvice, color: 'orange' },
    )
    onClose()
  }
  return (
    // The dialog cannot be closed while the request is being sent, because closing would not cancel the request.
    <Dialog
      onClose={() => !busy && onClose()}
      withCloseButton={!busy}
      title={text.title}
      error={error}
      action={{
        label: text.confirm,
        run: () => void confirm(),
        icon: <IconCheck size={15} />,
        busy,
        focus: 'cancel',
        cancel: messages().common.notYet,
      }}
    >
      <EnvironmentBadge />
      <Text>{text.ask(deal.legal_name, nameOf(deal, offer))}</Text>
      {hasChoice && <Text>{text.asMade}</Text>}
      {isAgain && <Alert color="orange">{text.again}</Alert>}
      <Hint>{text.mayFail}</Hint>
    </Dialog>
  )
}
