import type { AnyColumn } from '../../../src-shared/domain/pipeline-view.ts'
import { TRASH_DAYS, type DealRow, type DealSort } from '../../../src-shared/domain/pipeline.ts'
import { daysUntil } from '../../../src-shared/domain/deal-match.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'
import { formatAgo, formatCents, formatInstant } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useMinute } from '../../ui/clock.ts'
import classes from './grid.module.css'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** All columns of the list: those that the broker can choose, and two columns that only the Trash (the list of deleted deals) shows. */
export type GridColumn = AnyColumn | 'kept' | 'restore'

/** The columns of the Trash list, which the broker cannot change. */
export const TRASH_COLUMNS: readonly GridColumn[] = ['business', 'amount', 'status', 'kept', 'restore']

interface Look {
  /** Default width in CSS pixels, until the broker changes it. */
  width: number
  sort?: DealSort
  /** True for a column with figures, which are aligned at the right edge of the column. */
  end?: boolean
}

export const COLUMN_CELLS: Record<GridColumn, Look> = {
  business: { width: 216, sort: 'name' },
  status: { width: 190, sort: 'stage' },
  amount: { width: 112, sort: 'amount', end: true },
  offer: { width: 120, sort: 'offer', end: true },
  expires: { width: 120, sort: 'expires' },
  documents: { width: 112, sort: 'documents' },
  problems: { width: 116, sort: 'problems' },
  updated: { width: 132, sort: 'newest', end: true },
  owner: { width: 160, sort: 'owner' },
  reference: { width: 136, sort: 'reference' },
  application: { width: 136, sort: 'application' },
  submitted: { width: 132, sort: 'submitted', end: true },
  created: { width: 132, sort: 'created', end: true },
  kept: { width: 140 },
  restore: { width: 120, end: true },
}

export function nameOfColumn(column: GridColumn): string {
  if (column === 'kept') return messages().columns.keptFor
  return column === 'restore' ? messages().columns.restore : messages().columns.names[column]
}

/** Renders the content of a deal in a column. */
export function Cell({ column, deal }: { column: GridColumn; deal: DealRow }) {
  switch (column) {
    case 'business':
      return <Business deal={deal} />
    case 'status':
      return (
        <StatusBadge state={deal.state} status={deal.latest_status} unconfirmed={deal.unconfirmed_status} />
      )
    case 'amount':
      return formatCents(deal.amount_cents)
    case 'offer':
      return <Offer deal={deal} />
    case 'expires':
      return <Expiry expires_at={deal.expires_at} />
    case 'documents':
      return documentsWord(deal)
    case 'problems':
      return <Problems deal={deal} />
    case 'updated':
      return <Ago instant={deal.updated_at} />
    case 'owner':
      return deal.owner
    case 'reference':
      return deal.reference
    case 'application':
      return deal.application_id
    case 'submitted':
      return <Ago instant={deal.submitted_at} />
    case 'created':
      return <Ago instant={deal.created_at} />
    case 'kept':
      // Until the Trash list is loaded, the rows of the previous list remain visible. The deal of such a row is not deleted.
      if (deal.deleted_at === null) return null
      return (
        <span title={messages().pipeline.deletedAt(formatInstant(deal.deleted_at))}>
          {deal.was_submitted ? messages().pipeline.keptInBin : daysLeftWord(deal.deleted_at)}
        </span>
      )
    case 'restore':
      return <RestoreButton key={deal.deal_id} deal={deal} />
  }
}

/** Returns the name of a deal, or a placeholder if the deal has no name yet. */
export function nameOfDeal({ legal_name }: { legal_name: string }): string {
  return legal_name || messages().pipeline.dealWithoutName
}

function Business({ deal }: { deal: DealRow }) {
  const name = (
    <span className={deal.legal_name === '' ? classes.untitled : classes.name}>
      {deal.legal_name || messages().pipeline.noName}
    </span>
  )
  if (deal.deleted_at !== null) return name
  return (
    <a className={classes.link} href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })} tabIndex={-1}>
      {name}
    </a>
  )
}

function Offer({ deal }: { deal: DealRow }) {
  if (deal.offers === 0) return null
  const amount = deal.offer_cents === null ? '' : formatCents(deal.offer_cents)
  if (deal.offers === 1 && amount !== '') return amount
  const count = messages().pipeline.offersMore(deal.offers)
  return amount === '' ? count : <span title={count}>{amount}</span>
}

/** Shows when the next offer of a deal expires. Color and text highlight an offer that has expired or expires today. */
export function Expiry({ expires_at }: { expires_at: string | null }) {
  useMinute()
  if (expires_at === null) return null
  const now = presentInstant()
  const days = daysUntil(expires_at, now)
  const isOver = expires_at < now
  const text = isOver
    ? messages().pipeline.expired
    : days === 0
      ? messages().pipeline.expiresToday
      : messages().pipeline.days(days)
  return (
    <span className={!isOver && days <= 1 ? classes.urgent : undefined} title={formatInstant(expires_at)}>
      {text}
    </span>
  )
}

function Problems({ deal }: { deal: DealRow }) {
  if (deal.state !== 'draft' && deal.state !== 'refused') return null
  if (deal.problems === 0) return <span className={classes.complete}>{messages().pipeline.complete}</span>
  return messages().pipeline.problems(deal.problems)
}

export function Ago({ instant }: { instant: string | null }) {
  useMinute()
  if (instant === null) return null
  return <span title={formatInstant(instant)}>{formatAgo(instant)}</span>
}

function daysLeftWord(deleted_at: string): string {
  const left = TRASH_DAYS - Math.floor((Date.now() - Date.parse(deleted_at)) / 86_400_000)
  return left <= 0 ? messages().pipeline.soon : messages().pipeline.days(left)
}

function documentsWord({ documents, documents_received, state }: DealRow): string {
  if (documents === 0) return messages().pipeline.documentsNone
  if (state === 'draft' || state === 'refused') return String(documents)
  return documents_received === documents
    ? messages().pipeline.documentsSent(documents)
    : messages().pipeline.documentsOf(documents_received, documents)
}

function presentInstant(): string {
  return new Date().toISOString()
}

/** Restores a deal from the Trash. */
function RestoreButton({ deal }: { deal: DealRow }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconArrowBackUp size={14} />}
      aria-label={messages().pipeline.restoreDeal(deal.legal_name || messages().pipeline.dealWithoutName)}
      onClick={() => void restore(deal.deal_id)}
    >
      {messages().columns.restore}
    </Button>
  )
}

async function restore(deal_id: string): Promise<void> {
  const restored = await call('deals.restore', { deal_id })
  if (!restored.ok) notifyError(restored.error)
}
