import { Text } from '@mantine/core'
import { IconAlertTriangle, IconStar } from '@tabler/icons-react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { standingOf, type Offer, type OfferStanding } from '../../../src-shared/domain/offer.ts'
import type { OffersView, OfferScenario } from '../../../src-shared/domain/offer-scenario.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { bestOf } from '../../../src-shared/offers/shown-figures.ts'
import { formatCents } from '../../ui/formats.ts'
import { AcceptOffer } from './accept-offer.tsx'
import { cellsOf, ROWS, type Cell, type RowName } from './comparison-rows.ts'
import { Expiry, useNowAfter } from './expiry.tsx'
import classes from './offers.module.css'
import { WhatIf } from './what-if.tsx'
import { inTableRow, RowBoundary } from '../../ui/error-boundary.tsx'

interface Column {
  offer: Offer
  name: string
  standing: OfferStanding
  choice: OfferScenario['choice']
  cells: ReturnType<typeof cellsOf>
}

/** The offers side by side, a figure a row. */
export function ComparisonTable({ deal, view }: { deal: Deal; view: OffersView }) {
  const said = messages().offers
  const now = useNowAfter(deal.offers.map(({ expires_at }) => expires_at))
  const columns = deal.offers.map((offer, at): Column => {
    const choice = view.own.find(({ offer_id }) => offer_id === offer.offer_id)?.choice ?? null
    return {
      offer,
      name: said.columnName(at + 1, formatCents(offer.amount_cents)),
      standing: standingOf(offer, now),
      choice,
      cells: cellsOf(offer, choice, deal.commission_basis),
    }
  })
  return (
    // Scrolls by the keyboard, too, so it takes the focus.
    <div className={classes.scroll} role="region" aria-label={said.compareOffers} tabIndex={0}>
      <table className={classes.table}>
        <caption className={classes.hidden}>{said.compareOffers}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className={classes.hidden}>{said.print.figure}</span>
            </th>
            {columns.map((column, at) => (
              <th
                key={column.offer.offer_id}
                scope="col"
                data-column={column.offer.offer_id}
                data-standing={column.standing}
              >
                <span className={classes.columnTitle}>{said.offerNumber(at + 1)}</span>
                <Text span size="xs" c="dimmed" data-standing-words>
                  {said.states[column.standing]}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes.controls}>
            <td />
            {columns.map(({ offer, standing, choice, name }) => (
              <td key={offer.offer_id} data-standing={standing}>
                <div className={classes.columnActions}>
                  <AcceptOffer deal={deal} offer={offer} standing={standing} view={view} />
                  {standing === 'open' && <WhatIf offer={offer} choice={choice} name={name} />}
                </div>
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
  const said = messages().offers
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns.length + 1} className={classes.group}>
          <span className={classes.groupWords}>
            {said.groups[group]}
            {group === 'broker' && (
              <Text span size="xs" c="dimmed" fw={400} ml={8}>
                {said.groupHint}
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

interface RowProps {
  row: RowName
  prefer: 'high' | 'low' | null
  columns: readonly Column[]
}

function Row({ row, prefer, columns }: RowProps) {
  const said = messages().offers
  const weights = columns.map(({ cells, standing }) =>
    row === 'expires' || standing !== 'open' ? null : cells[row].weight,
  )
  const best = prefer === null ? [] : bestOf(weights, prefer)
  return (
    <tr data-row={row}>
      <th scope="row" title={row === 'apr' ? said.aprHint : undefined}>
        {said.rows[row]}
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
            ) : (
              <Expiry at={offer.expires_at} />
            )
          ) : (
            <Figure cell={cells[row]} isBest={best[at] === true} />
          )}
        </td>
      ))}
    </tr>
  )
}

function Figure({ cell, isBest }: { cell: Cell; isBest: boolean }) {
  const said = messages().offers
  return (
    <>
      {cell.lines.length === 0 && <NotReported />}
      {cell.lines.map((line, at) => (
        <div key={line} className={at === 0 ? classes.value : classes.aside}>
          {line}
          {at === 0 && isBest && (
            <span className={classes.best} title={said.bestHint}>
              <IconStar size={11} aria-hidden="true" /> {said.best}
            </span>
          )}
        </div>
      ))}
      {cell.figured && (
        <div className={classes.aside} title={said.calculatedHint}>
          {said.calculated}
        </div>
      )}
      {cell.assumed !== null && <div className={classes.aside}>{cell.assumed}</div>}
      {cell.ours !== null && (
        <div className={classes.aside} title={said.calculatedAsHint}>
          {said.calculatedAs(cell.ours.replaceAll('\n', ', '))}
        </div>
      )}
      {cell.doubts.map((raw) => (
        <div key={raw} className={classes.doubt} title={said.doubtHint}>
          <IconAlertTriangle size={12} aria-hidden="true" /> {said.doubt(raw)}
        </div>
      ))}
      {cell.offered !== null && cell.offered !== '' && (
        <div className={classes.aside}>{said.whatIf.asOffered(cell.offered)}</div>
      )}
    </>
  )
}

function NotReported() {
  return (
    <span title={messages().offers.notReported}>
      <span aria-hidden="true">–</span>
      <span className={classes.hidden}>{messages().offers.notReported}</span>
    </span>
  )
}
