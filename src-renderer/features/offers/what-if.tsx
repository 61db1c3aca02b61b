import { Button, Group, Stack, Text } from '@mantine/core'
import type { Offer } from '../../../src-shared/domain/offer.ts'
import type { OfferScenario } from '../../../src-shared/domain/offer-scenario.ts'
import { moneyText, typedCents } from '../../../src-shared/entry/money.ts'
import { decimalEntry, moneyEntry } from '../../../src-shared/entry/number-entry.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { boundsOf, scenarioAsMade } from '../../../src-shared/offers/figures.ts'
import { formatCents } from '../../ui/formats.ts'
import { StepSlider } from '../../ui/step-slider.tsx'
import { SyncedNumberInput } from '../../ui/synced-number-input.tsx'
import { useOffers } from '../../stores/offers-store.ts'
import classes from './offers.module.css'
import { pointsOf, upsellOf } from './comparison-rows.ts'

const AMOUNT_STEP_CENTS = 500_00
const POINTS_STEP = 0.25
/** What a factor of eight decimals can hold. */
const FINEST_POINTS = 0.000001
/** As many as a factor of eight decimals has in points. */
const POINTS_DECIMALS = 6
const POINTS = ['points', 'point', 'pts', 'pt', '%']

/** Other terms within the offer's bounds: the broker's own calculation, which stays here. */
export function WhatIf({
  offer,
  choice,
  name,
}: {
  offer: Offer
  choice: OfferScenario['choice']
  name: string
}) {
  const choose = useOffers((state) => state.choose)
  const said = messages().offers.whatIf
  const bounds = boundsOf(offer)
  const made = scenarioAsMade(offer)
  if (made === null || (bounds.amount === null && bounds.upsell === null)) return null
  if (choice === null)
    return (
      <Button size="compact-xs" variant="default" onClick={() => choose(offer.offer_id, made)}>
        {said.open}
      </Button>
    )
  const points = pointsOf(choice.upsell) ?? '0'
  const most = Number(pointsOf(bounds.upsell?.to ?? null) ?? 0)
  const setAmount = (kept: string | null) => {
    const amount_cents = kept === null ? null : typedCents(kept)
    if (amount_cents !== null) choose(offer.offer_id, { ...choice, amount_cents })
  }
  const setPoints = (kept: string | null) => {
    const upsell = kept === null ? null : upsellOf(kept)
    if (upsell !== null) choose(offer.offer_id, { ...choice, upsell })
  }
  return (
    <Stack gap={6} className={classes.whatIf} data-testid="what-if">
      <Group justify="space-between" gap={4}>
        <Text size="xs" fw={600}>
          {said.title}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(offer.offer_id, null)}>
          {said.reset}
        </Button>
      </Group>
      {bounds.amount !== null && (
        <>
          <SyncedNumberInput
            size="xs"
            label={said.amount}
            aria-label={`${said.amount}, ${name}`}
            description={said.amountBounds(formatCents(bounds.amount.from), formatCents(bounds.amount.to))}
            entry={moneyEntry(bounds.amount)}
            value={moneyText(choice.amount_cents)}
            onValue={setAmount}
          />
          <StepSlider
            label={`${said.amount}, ${name}`}
            value={choice.amount_cents}
            min={bounds.amount.from}
            max={bounds.amount.to}
            step={AMOUNT_STEP_CENTS}
            finest={1}
            onChange={(amount_cents) => choose(offer.offer_id, { ...choice, amount_cents })}
          />
        </>
      )}
      {bounds.upsell !== null && (
        <>
          <SyncedNumberInput
            size="xs"
            label={said.upsell}
            aria-label={`${said.upsell}, ${name}`}
            description={said.upsellBounds(String(most))}
            entry={decimalEntry({ from: 0, to: most, decimals: POINTS_DECIMALS, units: POINTS })}
            value={points}
            onValue={setPoints}
          />
          <StepSlider
            label={`${said.upsell}, ${name}`}
            value={Number(points)}
            min={0}
            max={most}
            step={POINTS_STEP}
            finest={FINEST_POINTS}
            onChange={(chosen) => setPoints(chosen.toFixed(POINTS_DECIMALS))}
          />
        </>
      )}
      <Text size="xs" c="dimmed">
        {said.hint}
      </Text>
    </Stack>
  )
}
