import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { Offer } from '../../../src-shared/domain/offer.ts'
import { statusLabel } from '../../../src-shared/domain/status-labels.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCents, formatDay } from '../../ui/formats.ts'
import classes from './offers.module.css'

/** The offers of a deal as the service tells them. */
export function OffersPanel({ deal }: { deal: Deal }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  if (deal.offers.length === 0 && !deal.has_offer) return null

  async function refresh() {
    setBusy(true)
    const read = await call('offers.refresh', { deal_id: deal.deal_id })
    setBusy(false)
    setError(read.ok ? null : read.error)
    if (read.ok) await useDeal.getState().reload()
  }
  return (
    <section aria-labelledby="offers-title" data-testid="offers">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="offers-title">
          {deal.offers.length > 1 ? `${deal.offers.length} offers` : 'Offer'}
        </Title>
        <Button size="compact-xs" variant="subtle" loading={busy} onClick={() => void refresh()}>
          Read again
        </Button>
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {deal.offers.length === 0 && error === null && (
        <Text size="sm" c="dimmed">
          An offer is available. Its figures are not here: the service has not told them yet.
        </Text>
      )}
      <Stack gap="xs">
        {deal.offers.map((offer) => (
          <OfferCard key={offer.offer_id} offer={offer} />
        ))}
      </Stack>
    </section>
  )
}

function OfferCard({ offer }: { offer: Offer }) {
  const facts: [string, string | null][] = [
    ['Total payback', offer.payback_cents === null ? null : formatCents(offer.payback_cents)],
    ['Payment', paymentWords(offer)],
    ['Term', offer.term],
    ['Factor rate', offer.factor_rate],
    [
      'Net to merchant',
      offer.net_to_merchant_cents === null ? null : formatCents(offer.net_to_merchant_cents),
    ],
    ['Your commission', offer.commission_cents === null ? null : formatCents(offer.commission_cents)],
    ['Expires', offer.expires_at === null ? null : formatDay(offer.expires_at)],
  ]
  return (
    <Paper withBorder p="sm" data-offer={offer.offer_id}>
      <Group justify="space-between" align="baseline">
        <Text size="xl" fw={700} className="tabular">
          {formatCents(offer.amount_cents)}
        </Text>
        {offer.status !== null && (
          <Text size="xs" c="dimmed">
            {statusLabel(offer.status)}
          </Text>
        )}
      </Group>
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Paper>
  )
}

function paymentWords({ payment_cents, payment_frequency, payments }: Offer): string | null {
  if (payment_cents === null) return null
  const often = payment_frequency === null ? '' : ` ${payment_frequency}`
  return `${formatCents(payment_cents)}${often}${payments === null ? '' : `, ${payments} times`}`
}
