import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type KeyboardEvent } from 'react'
import type { DealSummary } from '../../../src-shared/domain/deal.ts'
import { hrefOf } from '../../navigation/route.ts'
import { formatAgo, formatCents, formatInstant } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './pipeline.module.css'

const ROW_HEIGHT = 48

/** The deals as rows; only those in sight are in the page. Arrow keys walk, Enter opens. */
export function DealList({ deals }: { deals: DealSummary[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: deals.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  })

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index']
    if (step === undefined || at === undefined) return
    event.preventDefault()
    const next = Math.min(deals.length - 1, Math.max(0, Number(at) + step))
    virtualizer.scrollToIndex(next)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus(),
    )
  }

  return (
    <div role="table" aria-label="Deals" aria-rowcount={deals.length + 1} style={{ display: 'contents' }}>
      <div className={classes.columns} role="row" aria-rowindex={1}>
        <span role="columnheader">Business</span>
        <span role="columnheader" className={classes.end}>
          Amount
        </span>
        <span role="columnheader">Status</span>
        <span role="columnheader" className={classes.wide}>
          Documents
        </span>
        <span role="columnheader" className={`${classes.wide} ${classes.end}`}>
          Changed
        </span>
      </div>
      <div className={classes.list} ref={scroller} role="rowgroup" onKeyDown={walk}>
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const deal = deals[index] as DealSummary
            return (
              <a
                key={deal.deal_id}
                href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })}
                className={classes.row}
                style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                data-deal={deal.deal_id}
              >
                <Cells deal={deal} />
              </a>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Cells({ deal }: { deal: DealSummary }) {
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
      <span role="cell" className={`${classes.wide} tabular`}>
        {documentsWord(deal)}
      </span>
      <span role="cell" className={`${classes.wide} ${classes.end}`} title={formatInstant(deal.updated_at)}>
        {formatAgo(deal.updated_at)}
      </span>
    </>
  )
}

function documentsWord({ documents, documents_received, state }: DealSummary): string {
  if (documents === 0) return 'None'
  if (state === 'draft' || state === 'refused') return String(documents)
  return documents_received === documents ? `${documents} sent` : `${documents_received} of ${documents} sent`
}
