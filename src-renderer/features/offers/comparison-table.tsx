import { StepSlider } from '../../platform/ui/step-slider.tsx'
import { Text, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import {
  listedOffers,
  offerStandings,
  type DealOfferStanding,
} from '../../../src-shared/features/offers/offer-standings.ts'
import type { CommissionBasis } from '../../../src-shared/platform/partner/offer-units.ts'
import type { OffersView, OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { bestOf } from '../../../src-shared/features/offers/shown-figures.ts'
import { formatCents } from '../../platform/ui/formats.ts'
import { AcceptOffer } from './accept-offer.tsx'
import {
  cellsOf,
  leverageCells,
  ROWS,
  type Cell,
  type RowName,
  pointsOf,
  upsellOf,
} from './comparison-rows.ts'
import { Expiry, ExpiryDay, useNowAfter } from './expiry.tsx'
import { BestMark, OfferFacts, OfferMenu } from './offer-facts.tsx'
import classes from './offers.module.css'
import { inTableRow, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { moneyText, typedCents } from '../../../src-shared/platform/entry/money.ts'
import { decimalEntry, moneyEntry } from '../../../src-shared/platform/entry/number-entry.ts'
import { boundsOf, scenarioAsMade, scenarioOf } from '../../../src-shared/features/offers/figures.ts'
import { existingDebt } from '../../../src-shared/features/money/leverage.ts'
import type { Frequency } from '../../../src-shared/platform/partner/offer-words.ts'
import { SyncedNumberInput } from '../../platform/ui/entry-input.tsx'
import { chooseScenario } from './offers-store.ts'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'

interface Column {
  /** The place of the offer among the deal's offers. */
  at: number
  offer: Offer
  name: string
  standing: DealOfferStanding
  /** Other terms that the broker tries out. Null for an offer that is no longer open: it shows what the partner offered. */
  choice: OfferScenario['choice']
  cells: Cells
  /** The figures that the partner offered, without the terms that the broker tries out. */
  offered: Cells
}

type Cells = ReturnType<typeof cellsOf> & ReturnType<typeof leverageCells>

interface ComparisonTableProps {
  deal: Deal
  view: OffersView
  /** The rhythm to which all payments are converted, or null for that of each offer. */
  rhythm: Frequency | null
}

export function ComparisonTable({ deal, view, rhythm }: ComparisonTableProps) {
  const text = messages().offers
  const now = useNowAfter(deal.offers.map(({ expires_at }) => expires_at))
  const standings = offerStandings(deal, view.own, now)
  const debt = existingDebt(deal.values)
  const cellsAt = (offer: Offer, choice: OfferScenario['choice']) => ({
    ...cellsOf(offer, choice, deal.commission_basis, rhythm),
    ...leverageCells(offer, choice, debt),
  })
  const columns = listedOffers(deal.offers, standings).map(({ offer, at, standing }): Column => {
    const stored = view.own.find(({ offer_id }) => offer_id === offer.offer_id)?.choice ?? null
    const choice = standing === 'open' ? scenarioOf(offer, stored) : null
    const offered = cellsAt(offer, null)
    return {
      at,
      offer,
      name: text.columnName(at + 1, formatCents(offer.amount_cents)),
      standing,
      choice,
      cells: choice === null ? offered : cellsAt(offer, choice),
      offered,
    }
  })
  return (
    // Make this region focusable, so that the broker can scroll it with the keyboard.
    <div className={classes.scroll} role="region" aria-label={text.compareOffers} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{text.compareOffers}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="visually-hidden">{text.print.figure}</span>
            </th>
            {columns.map((column) => (
              <th
                key={column.offer.offer_id}
                scope="col"
                data-column={column.offer.offer_id}
                data-standing={column.standing}
              >
                <Group justify="space-between" wrap="nowrap" gap={4}>
                  <span className={classes.columnTitle}>{text.offerNumber(column.at + 1)}</span>
                  <OfferMenu
                    deal={deal}
                    offer_id={column.offer.offer_id}
                    name={column.name}
                    standing={column.standing}
                    own={view.own.find(({ offer_id }) => offer_id === column.offer.offer_id)}
                  />
                </Group>
                <Text span size="xs" c="dimmed" data-standing-words>
                  {text.states[column.standing]}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes.controls}>
            <td />
            {columns.map(({ at, offer, standing, choice, name }) => (
              <td key={offer.offer_id} data-standing={standing}>
                <Stack gap="xs" align="flex-start">
                  <AcceptOffer at={at} deal={deal} offer={offer} standing={standing} view={view} />
                  {standing === 'open' && (
                    <WhatIf offer={offer} choice={choice} name={name} basis={deal.commission_basis} />
                  )}
                  <OfferFacts
                    own={view.own.find(({ offer_id }) => offer_id === offer.offer_id)}
                    standing={standing}
                  />
                </Stack>
              </td>
            ))}
          </tr>
        </tbody>
        <Rows group="merchant" columns={columns} />
        <Rows group="broker" columns={columns} />
      </table>
    </div>
  )
}

function Rows({ group, columns }: { group: keyof typeof ROWS; columns: readonly Column[] }) {
  const text = messages().offers
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns.length + 1} className={classes.group}>
          <span className={classes.groupWords}>
            {text.groups[group]}
            {group === 'broker' && (
              <Text span size="xs" c="dimmed" fw={400} ml={8}>
                {text.groupHint}
              </Text>
            )}
          </span>
        </th>
      </tr>
      {ROWS[group].map(({ row, prefer }) => (
        <RowBoundary key={row} of={columns} renderNote={inTableRow(columns.length + 1)}>
          <Row row={row} prefer={prefer} columns={columns} />
        </RowBoundary>
      ))}
    </tbody>
  )
}

type RowProps = (typeof ROWS)['broker'][number] & { columns: readonly Column[] }

function Row({ row, prefer, columns }: RowProps) {
  const text = messages().offers
  // Compare the offers as the partner made them: trying out other terms of one offer must not make another offer the best one.
  const weights = columns.map(({ offered, standing }) =>
    row === 'expires' || standing !== 'open' ? null : offered[row].weight,
  )
  const best = prefer === null ? [] : bestOf(weights, prefer)
  return (
    <tr data-row={row}>
      <th scope="row" title={hintOf(row)}>
        {text.rows[row]}
      </th>
      {columns.map(({ offer, standing, cells, choice }, at) => (
        <td
          key={offer.offer_id}
          data-standing={standing}
          data-mine={(choice !== null && row !== 'expires' && cells[row].offered !== null) || undefined}
        >
          {row === 'expires' ? (
            offer.expires_at === null ? (
              <NotReported />
            ) : standing === 'open' ? (
              <Expiry at={offer.expires_at} />
            ) : (
              <ExpiryDay at={offer.expires_at} />
            )
          ) : (
            <Figure cell={cells[row]} isBest={best[at] === true} isList={LISTS.has(row)} />
          )}
        </td>
      ))}
    </tr>
  )
}

function hintOf(row: RowName): string | undefined {
  const { aprHint, leverage } = messages().offers
  if (row === 'apr') return aprHint
  if (row === 'leverage') return leverage.leverageHint
  return row === 'burden' ? leverage.burdenHint : undefined
}

/** The rows whose lines are of the same kind. In the other rows, the lines after the first one explain it. */
const LISTS: ReadonlySet<RowName> = new Set(['stipulations', 'discounts'])

function Figure({ cell, isBest, isList }: { cell: Cell; isBest: boolean; isList: boolean }) {
  const text = messages().offers
  const isTried = cell.offered !== null && cell.offered !== ''
  const best = isBest && <BestMark />
  return (
    <>
      {cell.lines.length === 0 && <NotReported />}
      {cell.lines.map((line, at) => (
        <div key={line} className={at === 0 || isList ? classes.value : classes.note}>
          {line}
          {at === 0 && !isTried && best}
        </div>
      ))}
      {cell.calculated && (
        <div className={classes.note} title={text.calculatedHint}>
          {text.calculated}
        </div>
      )}
      {cell.basedOn !== null && <div className={classes.note}>{cell.basedOn}</div>}
      {cell.ours !== null && (
        <div className={classes.note} title={text.calculatedAsHint}>
          {text.calculatedAs(cell.ours.replaceAll('\n', ', '))}
        </div>
      )}
      {cell.doubts.map((raw) => (
        <div key={raw} className={classes.doubt} title={text.doubtHint}>
          <IconAlertTriangle size={12} aria-hidden="true" /> {text.doubt(raw)}
        </div>
      ))}
      {isTried && (
        <div className={classes.note}>
          {text.whatIf.asOffered(cell.offered ?? '')}
          {best}
        </div>
      )}
    </>
  )
}

function NotReported() {
  return (
    <span title={messages().offers.notReported}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{messages().offers.notReported}</span>
    </span>
  )
}

const AMOUNT_STEP_CENTS = 500_00
const POINTS_STEP = 0.25
/** The smallest possible step of a factor (a share with eight decimals), in percentage points. */
const FINEST_POINTS = 0.000001
/** Number of decimals of a factor in percentage points. A factor has eight decimals, so percentage points have six. */
const POINTS_DECIMALS = 6
const POINTS = ['points', 'point', 'pts', 'pt', '%']

interface WhatIfProps {
  offer: Offer
  choice: OfferScenario['choice']
  name: string
  basis: CommissionBasis | null
}

/**
 * Lets the broker try out other terms of an offer, within the minimum and maximum that the offer permits. These terms are never sent to the
 * partner.
 */
function WhatIf({ offer, choice, name, basis }: WhatIfProps) {
  const text = messages().offers.whatIf
  const [isOpen, setIsOpen] = useState(false)
  const bounds = boundsOf(offer)
  const made = scenarioAsMade(offer)
  if (made === null || (bounds.amount === null && bounds.upsell === null)) return null
  if (choice === null && !isOpen)
    return (
      <Button size="compact-xs" onClick={() => setIsOpen(true)}>
        {text.open}
      </Button>
    )
  const tried = choice ?? made
  const choose = (next: NonNullable<OfferScenario['choice']>) =>
    chooseScenario(offer.offer_id, scenarioOf(offer, next))
  function close() {
    if (choice !== null) chooseScenario(offer.offer_id, null)
    setIsOpen(false)
  }
  const points = pointsOf(tried.upsell) ?? '0'
  const most = Number(pointsOf(bounds.upsell?.to ?? null) ?? 0)
  const setAmount = (kept: string | null) => {
    const amount_cents = kept === null ? null : typedCents(kept)
    if (amount_cents !== null) choose({ ...tried, amount_cents })
  }
  const setPoints = (kept: string | null) => {
    const upsell = kept === null ? null : upsellOf(kept)
    if (upsell !== null) choose({ ...tried, upsell })
  }
  return (
    <Stack gap={6} w="100%" data-testid="what-if">
      <Group justify="space-between" gap={4}>
        <Text size="xs" fw={600}>
          {text.title}
        </Text>
        <Quiet onClick={close}>{choice === null ? messages().common.close : text.reset}</Quiet>
      </Group>
      {bounds.amount !== null && (
        <>
          <SyncedNumberInput
            size="xs"
            label={messages().offers.rows.amount}
            aria-label={`${messages().offers.rows.amount}, ${name}`}
            description={text.amountBounds(formatCents(bounds.amount.from), formatCents(bounds.amount.to))}
            entry={moneyEntry(bounds.amount)}
            value={moneyText(tried.amount_cents)}
            onValue={setAmount}
          />
          <StepSlider
            label={`${messages().offers.rows.amount}, ${name}`}
            value={tried.amount_cents}
            min={bounds.amount.from}
            max={bounds.amount.to}
            step={AMOUNT_STEP_CENTS}
            finest={1}
            onChange={(amount_cents) => choose({ ...tried, amount_cents })}
          />
        </>
      )}
      {bounds.upsell !== null && (
        <>
          <SyncedNumberInput
            size="xs"
            label={text.upsell}
            aria-label={`${text.upsell}, ${name}`}
            description={text.upsellBounds(String(most))}
            entry={decimalEntry({ from: 0, to: most, decimals: POINTS_DECIMALS, units: POINTS })}
            value={points}
            onValue={setPoints}
          />
          <StepSlider
            label={`${text.upsell}, ${name}`}
            value={Number(points)}
            min={0}
            max={most}
            step={POINTS_STEP}
            finest={FINEST_POINTS}
            onChange={(chosen) => setPoints(chosen.toFixed(POINTS_DECIMALS))}
          />
          {basis === 'points' && <Hint>{text.upsellNotInCommission}</Hint>}
        </>
      )}
      <Hint>{text.hint}</Hint>
    </Stack>
  )
}
