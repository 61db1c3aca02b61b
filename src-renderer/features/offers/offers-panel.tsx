import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { MAX_OFFERS, type Offer } from '../../../src-shared/features/offers/offer.ts'
import {
  listedOffers,
  offerStandings,
  type DealOfferStanding,
} from '../../../src-shared/features/offers/offer-standings.ts'
import type { OffersView } from '../../../src-shared/features/offers/offer-scenario.ts'
import { bestOf, shownFigures } from '../../../src-shared/features/offers/shown-figures.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { hrefOf, navigate } from '../../platform/navigation/route.ts'
import { loadOffers, refreshOffers, useOffers, useRhythm } from './offers-store.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatCents } from '../../platform/ui/formats.ts'
import { cellsOf } from './comparison-rows.ts'
import { AcceptOffer } from './accept-offer.tsx'
import { Expiry, useNowAfter } from './expiry.tsx'
import { BestMark, OfferFacts, OfferMenu, RhythmChoice } from './offer-facts.tsx'
import classes from './offers.module.css'
import { RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'

export function OffersPanel({ deal }: { deal: Deal }) {
  const { busy, error, run } = useCommand()
  const text = messages().offers
  const { deal_id, offers } = deal
  const { value: view, error: notLoaded } = useOffers()
  const now = useNowAfter(offers.map(({ expires_at }) => expires_at))
  const standings = offerStandings(deal, deal.own_offers, now)
  const paybacks = offers.map((offer, at) =>
    standings[at] === 'open' ? shownFigures(offer).payback_cents.value : null,
  )
  const cheapest = bestOf(paybacks, 'low')
  const { rhythm } = useRhythm()
  const cells = offers.map((offer) => cellsOf(offer, null, deal.commission_basis, rhythm))
  // Each row has the height of its longest cell, so that the same figures of all offers are at the same height.
  const rows = CARD_ROWS.map((row) => ({
    row,
    lines: Math.max(0, ...cells.map((of) => of[row].lines.length)),
  })).filter(({ lines }) => lines > 0)
  const compare = () => navigate({ screen: 'offers', deal_id })
  const refresh = () => void run(refreshOffers(deal_id))
  useEffect(() => {
    void loadOffers(deal.deal_id)
  }, [deal])
  useActions('deal', [
    {
      id: 'offers.compare',
      label: text.actions.compare,
      keys: 'mod+shift+E',
      whileTyping: true,
      run: compare,
    },
    { id: 'offers.read_again', label: text.actions.refresh, run: refresh },
  ])
  return (
    <section aria-labelledby="offers-title" data-testid="offers">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="offers-title">
          {text.title(offers.length)}
        </Title>
        <Group gap={4}>
          {offers.length > 1 && <RhythmChoice size="xs" />}
          <Quiet loading={busy} onClick={refresh}>
            {text.refresh}
          </Quiet>
          {offers.length > 0 && (
            <Button
              size="compact-sm"
              variant="light"
              component="a"
              href={hrefOf({ screen: 'offers', deal_id })}
            >
              {text.compareOffers}
            </Button>
          )}
        </Group>
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {notLoaded !== null && <ErrorNote error={notLoaded} onAgain={() => void loadOffers(deal_id)} />}
      {offers.length >= MAX_OFFERS && <Hint size="sm">{text.notMore(MAX_OFFERS)}</Hint>}
      {offers.length === 0 && error === null && <Hint size="sm">{text.figuresNotReported}</Hint>}
      <div className={classes.cards}>
        {listedOffers(offers, standings).map(({ offer, at, standing }) => (
          <RowBoundary key={offer.offer_id} of={offer}>
            <OfferCard
              at={at}
              view={view}
              deal={deal}
              offer={offer}
              name={text.columnName(at + 1, formatCents(offer.amount_cents))}
              standing={standing}
              cells={cells[at] as Cells}
              rows={rows}
              isCheapest={cheapest[at] === true}
            />
          </RowBoundary>
        ))}
      </div>
    </section>
  )
}

const CARD_ROWS = ['net', 'payment', 'term', 'factor', 'payback', 'apr', 'commission'] as const

type Cells = ReturnType<typeof cellsOf>

interface OfferCardProps {
  at: number
  view: OffersView | null
  deal: Deal
  offer: Offer
  name: string
  standing: DealOfferStanding
  cells: Cells
  /** The rows that an offer of the deal fills, and the most lines of a row. */
  rows: readonly { row: (typeof CARD_ROWS)[number]; lines: number }[]
  isCheapest: boolean
}

function OfferCard({ at, view, deal, offer, name, standing, cells, rows, isCheapest }: OfferCardProps) {
  const text = messages().offers
  const renewed_balance_cents = deal.renews?.balance_cents ?? null
  const { offer_id } = offer
  const net = shownFigures(offer).net_to_merchant_cents.value
  // An offer that reports the balance that it pays off has already subtracted it.
  const newMoney =
    net === null || renewed_balance_cents === null || cells.balance.lines.length > 0
      ? null
      : net - renewed_balance_cents
  const own = deal.own_offers.find((one) => one.offer_id === offer_id)
  return (
    <Paper withBorder p="sm" data-offer={offer.offer_id} data-standing={standing} className={classes.card}>
      <Group justify="space-between" align="baseline">
        <div>
          <Text size="xs" c="dimmed" className="tabular">
            {text.offerNumber(at + 1)}
          </Text>
          <Text size="xl" fw={700} className="tabular">
            {formatCents(offer.amount_cents)}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" className="tabular">
            {standing === 'open' && offer.expires_at !== null ? (
              <Expiry at={offer.expires_at} />
            ) : (
              text.states[standing]
            )}
          </Text>
          <OfferMenu deal={deal} offer_id={offer_id} name={name} standing={standing} own={own} />
        </Group>
      </Group>
      <OfferFacts own={own} standing={standing} />
      <dl className={classes.facts}>
        {rows.map(({ row, lines }) => (
          <div key={row}>
            <dt>{text.rows[row]}</dt>
            <dd className="tabular">
              {row === 'payback' && isCheapest && <BestMark />} {cells[row].lines[0] ?? '–'}
              {cells[row].calculated && (
                <Text span size="xs" c="dimmed" ml={4} title={text.calculatedHint}>
                  {text.calculated}
                </Text>
              )}
              {Array.from({ length: lines - 1 }, (_, line) => (
                <Text key={line} span size="xs" c="dimmed" display="block">
                  {cells[row].lines[line + 1] ?? '\u00A0'}
                </Text>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {newMoney !== null && (
        <Text size="xs" title={text.newMoneyHint} data-new-money>
          {text.newMoney(formatCents(newMoney))}
        </Text>
      )}
      {offer.doubts.length > 0 && (
        <Text size="xs" className={classes.doubt} title={text.doubtHint}>
          <IconAlertTriangle size={12} aria-hidden="true" /> {text.doubts(offer.doubts.length)}
        </Text>
      )}
      {view !== null && (
        <div className={classes.accept}>
          <AcceptOffer at={at} deal={deal} offer={offer} standing={standing} view={view} />
        </div>
      )}
    </Paper>
  )
}
