import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { CSSProperties, MouseEvent } from 'react'
import type { DealSummary } from '../../../src-shared/domain/deal.ts'
import { BIN_DAYS } from '../../../src-shared/domain/pipeline.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf } from '../../navigation/route.ts'
import { formatAgo, formatCents, formatInstant } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { tellError } from '../../ui/tell-error.ts'
import classes from './pipeline.module.css'

/** Where a row stands in the list. */
interface Place {
  className: string | undefined
  style: CSSProperties
  role: string
  'aria-rowindex': number
  'data-index': number
}

/** A deal, which opens it. */
export function DealRow({
  deal,
  place,
  askMenu,
}: {
  deal: DealSummary
  place: Place
  askMenu: (event: MouseEvent<HTMLElement>, deal: DealSummary) => void
}) {
  return (
    <a
      {...place}
      href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })}
      data-deal={deal.deal_id}
      onContextMenu={(event) => askMenu(event, deal)}
    >
      <CommonCells deal={deal} />
      <span role="cell" className={`${classes.wide} tabular`}>
        {documentsWord(deal)}
      </span>
      <span role="cell" className={`${classes.wide} ${classes.end}`} title={formatInstant(deal.updated_at)}>
        {formatAgo(deal.updated_at)}
      </span>
    </a>
  )
}

/** A deal in the bin, which can be taken out of it. */
export function BinnedRow({
  deal,
  deleted_at,
  place,
}: {
  deal: DealSummary
  deleted_at: string
  place: Place
}) {
  return (
    <div {...place} data-binned={deal.deal_id}>
      <CommonCells deal={deal} />
      <span role="cell" className={`${classes.wide} tabular`} title={`Deleted ${formatInstant(deleted_at)}`}>
        {daysLeftWord(deleted_at)}
      </span>
      <span role="cell" className={classes.end}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          aria-label={`Restore ${deal.legal_name || 'the deal without a name'}`}
          onClick={() => void restore(deal.deal_id)}
        >
          Restore
        </Button>
      </span>
    </div>
  )
}

/** A row that is on its way from the vault. */
export function WaitingRow({ place }: { place: Place }) {
  return (
    <div {...place} aria-busy="true">
      <Skeleton role="cell" height={14} width="60%" />
    </div>
  )
}

function CommonCells({ deal }: { deal: DealSummary }) {
  return (
    <>
      <span role="cell" className={classes.cell}>
        <span className={deal.legal_name === '' ? classes.untitled : classes.name}>
          {deal.legal_name || 'No name yet'}
        </span>
        {deal.reference !== '' && (
          <>
            {' '}
            <span className={classes.reference}>{deal.reference}</span>
          </>
        )}
      </span>
      <span role="cell" className={`${classes.end} tabular`}>
        {formatCents(deal.amount_cents)}
      </span>
      <span role="cell" className={classes.cell}>
        <StatusBadge state={deal.state} status={deal.partner_status} />
      </span>
    </>
  )
}

async function restore(deal_id: string): Promise<void> {
  const restored = await call('deals.restore', { deal_id })
  if (!restored.ok) tellError(restored.error)
}

function daysLeftWord(deleted_at: string): string {
  const left = BIN_DAYS - Math.floor((Date.now() - Date.parse(deleted_at)) / 86_400_000)
  if (left <= 0) return 'Less than a day'
  return left === 1 ? '1 day' : `${left} days`
}

function documentsWord({ documents, documents_received, state }: DealSummary): string {
  if (documents === 0) return 'None'
  if (state === 'draft' || state === 'refused') return String(documents)
  return documents_received === documents ? `${documents} sent` : `${documents_received} of ${documents} sent`
}
