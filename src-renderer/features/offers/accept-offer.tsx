import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { Offer, OfferStanding } from '../../../src-shared/domain/offer.ts'
import type { OffersView, OwnOffer } from '../../../src-shared/domain/own-offer.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { useOffers } from '../../stores/offers-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCents } from '../../ui/formats.ts'
import { EnvironmentBadge } from '../shell/shell.tsx'

interface AcceptOfferProps {
  deal: Deal
  offer: Offer
  standing: OfferStanding
  view: OffersView
}

/** Accepting an offer, and what became of it. Where the service does not take it from here, that is said instead. */
export function AcceptOffer({ deal, offer, standing, view }: AcceptOfferProps) {
  const [asking, setAsking] = useState(false)
  const said = words().offers.accept
  const acceptance = view.own.find(({ offer_id }) => offer_id === offer.offer_id)?.acceptance ?? null
  if (acceptance?.state === 'accepted') return <Note>{said.accepted}</Note>
  if (acceptance?.state === 'sending') return <Note>{said.sending}</Note>
  if (acceptance?.state === 'unknown')
    return (
      <Note>
        {said.unknown} {said.unknownAdvice}
      </Note>
    )
  if (standing !== 'open' || isDecidedElsewhere(view.own, deal.offers)) return null
  const isAgain = acceptance?.state === 'still_open'
  const isOffered = view.accepting === 'assumed'
  return (
    <Stack gap={4}>
      {isAgain && <Note>{said.stillOpen}</Note>}
      {!isOffered && <Note>{said.notOffered}</Note>}
      <Button
        size="compact-sm"
        variant={isOffered && !isAgain ? 'light' : 'default'}
        w="fit-content"
        leftSection={<IconCheck size={14} />}
        onClick={() => setAsking(true)}
      >
        {isAgain ? said.again_button : isOffered ? said.button : said.tryAnyway}
      </Button>
      {asking && (
        <AcceptDialog
          deal={deal}
          offer={offer}
          isAgain={isAgain}
          own={view.own}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  )
}

/** Nothing else may leave while the outcome of one is open, or after one was accepted. */
function isDecidedElsewhere(own: readonly OwnOffer[], offers: readonly Offer[]): boolean {
  const isOpen = own.some(({ acceptance }) => acceptance !== null && acceptance.state !== 'still_open')
  return isOpen || offers.some(({ status }) => status?.toLowerCase().includes('accept'))
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <Text size="xs" c="dimmed" role="status">
      {children}
    </Text>
  )
}

interface AcceptDialogProps {
  deal: Deal
  offer: Offer
  isAgain: boolean
  own: readonly OwnOffer[]
  onClose: () => void
}

function AcceptDialog({ deal, offer, isAgain, own, onClose }: AcceptDialogProps) {
  const accept = useOffers((state) => state.accept)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const said = words().offers.accept
  const hasChoice = own.some(({ offer_id, choice }) => offer_id === offer.offer_id && choice !== null)
  async function confirm() {
    setBusy(true)
    const failed = await accept(offer.offer_id, isAgain)
    setBusy(false)
    setError(failed)
    if (failed !== null) return
    const state = useOffers.getState().view?.own.find(({ offer_id }) => offer_id === offer.offer_id)
      ?.acceptance?.state
    notifications.show(
      state === 'accepted'
        ? { message: said.done, color: 'teal' }
        : { title: said.unknown, message: said.unknownAdvice, color: 'orange' },
    )
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={said.title}>
      <Stack gap="sm">
        <EnvironmentBadge />
        <Text size="sm">{said.ask(deal.legal_name, formatCents(offer.amount_cents))}</Text>
        {hasChoice && <Text size="sm">{said.asMade}</Text>}
        {isAgain && <Alert color="orange">{said.again}</Alert>}
        <Text size="xs" c="dimmed">
          {said.assumed}
        </Text>
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {said.cancel}
          </Button>
          <Button loading={busy} leftSection={<IconCheck size={15} />} onClick={() => void confirm()}>
            {said.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
