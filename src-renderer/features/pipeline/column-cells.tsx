import type { ComponentType, ReactNode } from 'react'
import type { AnyColumn, NamedDeal } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { TRASH_DAYS, type DealRow, type DealSort } from '../../../src-shared/features/pipeline/pipeline.ts'
import { daysUntil } from '../../../src-shared/features/pipeline/deal-match.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { dueText } from '../../../src-shared/platform/texts/plural.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { formatAgo, formatCents, formatInstant, joinTexts } from '../../platform/ui/formats.ts'
import { StatusBadge } from '../../platform/ui/parts.tsx'
import { useMinute } from '../../platform/ui/clock.ts'
import classes from './grid.module.css'
import { Button } from '@mantine/core'
import { IconAlarm, IconArrowBackUp } from '@tabler/icons-react'
import { call } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'

/** All columns of the list: those that the broker can choose, and two columns that only the Trash (the list of deleted deals) shows. */
export type GridColumn = AnyColumn | 'kept' | 'restore'

/** The columns of the Trash list, which the broker cannot change. */
export const TRASH_COLUMNS: readonly GridColumn[] = ['business', 'amount', 'status', 'kept', 'restore']

type CellText = Omit<CellProps, 'column'>

interface Look {
  width: number
  sort?: DealSort
  /** True for a column with figures, which are aligned at the right edge of the column. */
  end?: boolean
  /** The time of a deal that the column shows as a distance from now. */
  time?: 'expires_at' | 'updated_at' | 'submitted_at' | 'created_at'
  textOf: (deal: DealRow) => CellText
}

export const COLUMN_CELLS: Record<GridColumn, Look> = {
  business: { width: 220, sort: 'name', textOf: (deal) => ({ children: <Business deal={deal} /> }) },
  status: { width: 208, sort: 'stage', textOf: (deal) => ({ children: <Status deal={deal} /> }) },
  amount: {
    width: 120,
    sort: 'amount',
    end: true,
    textOf: ({ amount_cents }) => ({ children: formatCents(amount_cents) }),
  },
  offer: { width: 112, sort: 'offer', end: true, textOf: offerOf },
  expires: {
    width: 120,
    sort: 'expires',
    time: 'expires_at',
    textOf: ({ expires_at }) => expiryOf(expires_at),
  },
  documents: { width: 104, sort: 'documents', textOf: (deal) => ({ children: documentsWord(deal) }) },
  problems: { width: 112, sort: 'problems', textOf: problemsOf },
  updated: {
    width: 120,
    sort: 'newest',
    end: true,
    time: 'updated_at',
    textOf: ({ updated_at }) => agoOf(updated_at),
  },
  owner: { width: 160, sort: 'owner', textOf: ({ owner }) => ({ children: owner }) },
  reference: { width: 136, sort: 'reference', textOf: ({ reference }) => ({ children: reference }) },
  application: {
    width: 136,
    sort: 'application',
    textOf: ({ application_id }) => ({ children: application_id }),
  },
  submitted: {
    width: 132,
    sort: 'submitted',
    end: true,
    time: 'submitted_at',
    textOf: ({ submitted_at }) => agoOf(submitted_at),
  },
  created: {
    width: 132,
    sort: 'created',
    end: true,
    time: 'created_at',
    textOf: ({ created_at }) => agoOf(created_at),
  },
  kept: { width: 140, textOf: keptFor },
  restore: {
    width: 120,
    end: true,
    textOf: (deal) => ({ children: <RestoreButton key={deal.deal_id} deal={deal} /> }),
  },
}

export function nameOfColumn(column: GridColumn): string {
  if (column === 'kept') return messages().columns.keptFor
  return column === 'restore' ? messages().selection.restore : messages().columns.names[column]
}

export interface CellProps {
  column: GridColumn
  tone?: 'urgent' | 'complete'
  title?: string
  children?: ReactNode
}

interface DealCellProps {
  column: GridColumn
  deal: DealRow
  /** The element of a cell, in the list on the screen or on paper. */
  In: ComponentType<CellProps>
}

export function Cell(cell: DealCellProps) {
  const { time, textOf } = COLUMN_CELLS[cell.column]
  return time === undefined ? <cell.In column={cell.column} {...textOf(cell.deal)} /> : <TimeCell {...cell} />
}

function TimeCell({ column, deal, In }: DealCellProps) {
  useMinute()
  return <In column={column} {...COLUMN_CELLS[column].textOf(deal)} />
}

/** The status of a deal, and what it was funded with. */
export function Status({ deal }: { deal: DealRow }) {
  return (
    <>
      <StatusBadge state={deal.state} status={deal.latest_status} unconfirmed={deal.unconfirmed_status} />
      {deal.funded_cents !== null && <span className="tabular"> {formatCents(deal.funded_cents)}</span>}
    </>
  )
}

export function nameOfDeal({ legal_name }: { legal_name: string }): string {
  return legal_name || messages().pipeline.dealWithoutName
}

/** Names a deal such that it can be told apart from other deals of its merchant, also if the broker gave it no reference. */
export function distinctNameOf(deal: NamedDeal): string {
  const { reference, amount_cents, updated_at } = deal
  const other = [amount_cents !== null && formatCents(amount_cents), formatInstant(updated_at)]
  return joinTexts([nameOfDeal(deal), ...(reference === '' ? other : [reference])], ' · ')
}

function Business({ deal }: { deal: DealRow }) {
  const name = deal.legal_name || messages().pipeline.noName
  const look = deal.legal_name === '' ? classes.untitled : classes.name
  if (deal.deleted_at !== null) return <span className={look}>{name}</span>
  return (
    <span className={classes.business}>
      <a
        className={`${classes.link} ${look}`}
        href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })}
        tabIndex={-1}
      >
        {name}
      </a>
      {deal.remind_at !== null && <ReminderMark at={deal.remind_at} />}
    </span>
  )
}

/** Marks a deal with a reminder, which names its time. */
export function ReminderMark({ at }: { at: string }) {
  const { mark, markDue } = messages().followUps
  const isDue = Date.parse(at) <= useMinute()
  const label = `${isDue ? markDue : mark}: ${dueText(at)}`
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      data-remind
      className={isDue ? classes.due : classes.set}
    >
      <IconAlarm size={14} aria-hidden />
    </span>
  )
}

function offerOf(deal: DealRow): CellText {
  // No amount counts if all offers were rescinded, expired, or declined.
  if (deal.offers === 0 || (deal.offer_cents === null && !deal.has_offer)) return {}
  const amount = deal.offer_cents === null ? '' : formatCents(deal.offer_cents)
  if (deal.offers === 1 && amount !== '') return { children: amount }
  const count = messages().pipeline.offersMore(deal.offers)
  return amount === '' ? { children: count } : { children: amount, title: count }
}

/** Returns the text of the time until the next offer of a deal expires. The tone highlights an offer that expires today or tomorrow. */
function expiryOf(expires_at: string | null): CellText {
  if (expires_at === null) return {}
  const now = new Date().toISOString()
  const days = daysUntil(expires_at, now)
  const isOver = expires_at < now
  const text = isOver
    ? messages().offers.states.expired
    : days === 0
      ? messages().today.title
      : messages().offers.expiry.days(days)
  return {
    children: text,
    title: formatInstant(expires_at),
    ...(!isOver && days <= 1 ? { tone: 'urgent' as const } : {}),
  }
}

function agoOf(instant: string | null): CellText {
  return instant === null ? {} : { children: formatAgo(instant), title: formatInstant(instant) }
}

function problemsOf(deal: DealRow): CellText {
  if (deal.state !== 'draft' && deal.state !== 'refused') return {}
  if (deal.problems === 0) return { children: messages().pipeline.complete, tone: 'complete' }
  return { children: messages().pipeline.problems(deal.problems) }
}

function keptFor(deal: DealRow): CellText {
  // Until the Trash list is loaded, the rows of the previous list remain visible. The deal of such a row is not deleted.
  if (deal.deleted_at === null) return {}
  return {
    children: deal.was_submitted ? messages().pipeline.keptInBin : daysLeftWord(deal.deleted_at),
    title: messages().pipeline.deletedAt(formatInstant(deal.deleted_at)),
  }
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

function RestoreButton({ deal }: { deal: DealRow }) {
  return (
    <Button
      size="compact-xs"
      leftSection={<IconArrowBackUp size={14} />}
      aria-label={messages().pipeline.restoreDeal(deal.legal_name || messages().pipeline.dealWithoutName)}
      onClick={() => void run(call('deals.restore', { deal_id: deal.deal_id }))}
    >
      {messages().selection.restore}
    </Button>
  )
}
