import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { BinnedRow, DealRow, WaitingRow } from './deal-row.tsx'
import classes from './pipeline.module.css'
import { useRowMenu } from './row-menu.tsx'

const ROW_HEIGHT = 48

interface DealListProps {
  total: number
  /** Where Arrow Up leads from the first row, and Arrow Down leads back from. */
  searchField: RefObject<HTMLInputElement | null>
}

/** The deals as rows; only those in sight are in the page, and only the pages around them in memory. */
export function DealList({ total, searchField }: DealListProps) {
  const { search, filter, sort, show, rowAt } = usePipeline()
  const { menu, ask } = useRowMenu()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    initialOffset: () => usePipeline.getState().scrolledTo,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => show(first, last), [show, first, last, total])
  useScrollPlace(scroller, `${search} ${filter} ${sort}`)

  // A row that is far away is not there before it was read.
  const wanted = useRef<number | null>(null)
  useEffect(focusWanted)
  function focusWanted() {
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"]:is(a), [data-index="${wanted.current}"] button`,
    )
    if (!row) return
    wanted.current = null
    row.focus()
  }

  function focusRow(index: number) {
    wanted.current = index
    virtualizer.scrollToIndex(index)
    focusWanted()
  }

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index']
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -total,
      End: total,
    }
    const step = steps[event.key as keyof typeof steps]
    if (step === undefined || at === undefined) return
    event.preventDefault()
    if (event.key === 'ArrowUp' && at === '0') searchField.current?.focus()
    else focusRow(Math.min(total - 1, Math.max(0, Number(at) + step)))
  }

  return (
    <div role="table" aria-label="Deals" aria-rowcount={total + 1} style={{ display: 'contents' }}>
      <div className={classes.columns} role="row" aria-rowindex={1}>
        <span role="columnheader">Business</span>
        <span role="columnheader" className={classes.end}>
          Amount
        </span>
        <span role="columnheader">Status</span>
        <span role="columnheader" className={classes.wide}>
          {filter === 'bin' ? 'Kept for' : 'Documents'}
        </span>
        <span
          role="columnheader"
          className={filter === 'bin' ? classes.end : `${classes.wide} ${classes.end}`}
        >
          {filter === 'bin' ? <span className={classes.hidden}>Restore</span> : 'Changed'}
        </span>
      </div>
      <div className={classes.list} ref={scroller} role="rowgroup" onKeyDown={walk} data-list>
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => {
            const deal = rowAt(index)
            const place = {
              className: classes.row,
              style: { transform: `translateY(${start}px)` },
              role: 'row',
              'aria-rowindex': index + 2,
              'data-index': index,
            }
            if (deal === undefined) return <WaitingRow key={index} place={place} />
            return deal.deleted_at === null ? (
              <DealRow key={deal.deal_id} deal={deal} place={place} askMenu={ask} />
            ) : (
              <BinnedRow key={deal.deal_id} deal={deal} deleted_at={deal.deleted_at} place={place} />
            )
          })}
        </div>
      </div>
      {menu}
    </div>
  )
}

/** Remembers where the list stands for whoever comes back to it, and begins at its top when something else is asked. */
function useScrollPlace(scroller: RefObject<HTMLDivElement | null>, asked: string) {
  const before = useRef(asked)
  useEffect(() => {
    if (before.current !== asked) scroller.current?.scrollTo({ top: 0 })
    before.current = asked
  }, [scroller, asked])
  useEffect(() => {
    const list = scroller.current
    const remember = () => usePipeline.setState({ scrolledTo: list?.scrollTop ?? 0 })
    list?.addEventListener('scrollend', remember)
    return () => list?.removeEventListener('scrollend', remember)
  }, [scroller])
}
