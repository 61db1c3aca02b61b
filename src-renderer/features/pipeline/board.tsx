import { useVirtualizer } from '@tanstack/react-virtual'
import { Skeleton } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import {
  STAGES,
  type DealRow,
  type DealSums,
  type Stage,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { choiceNow, onChanges, usePipeline, DealPages, rowIn, queryNow } from './pipeline-store.ts'
import { formatCents, formatCount } from '../../platform/ui/formats.ts'
import { Cell, type CellProps, ReminderMark, Status } from './column-cells.tsx'
import classes from './board.module.css'
import grid from './grid.module.css'
import { RowBoundary } from '../../platform/ui/error-boundary.tsx'

const CARD_HEIGHT = 84
/** Stages that rarely contain a deal. The board shows their columns only if they do. */
const RARE: Stage[] = ['sending', 'other']

/**
 * A column of deals for each stage, with its total. The broker cannot drag deals to another column, because the partner's status determines
 * the column.
 */
export function Board({ searchField }: { searchField: RefObject<HTMLInputElement | null> }) {
  const { filter } = usePipeline()
  const [sums, setSums] = useState<DealSums | null>(null)
  const board = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let question = 0
    function read() {
      const asked = ++question
      void call('pipeline.sums', choiceNow()).then((answer) => {
        if (asked === question && answer.ok) setSums(answer.value)
      })
    }
    read()
    const stop = onChanges(read)
    return () => {
      question++
      stop()
    }
  }, [])
  const stages = STAGES.filter((stage) =>
    filter === 'all' ? !RARE.includes(stage) || (sums?.[stage].deals ?? 0) > 0 : stage === filter,
  )

  /** Moves the focus by one card in its column. If no card has the focus yet, focuses the first one. */
  function goBy(by: 1 | -1) {
    const card = board.current?.querySelector<HTMLElement>('[data-card]:focus')
    const column = card?.closest<HTMLElement>('[data-stage]')
    if (card && column) focusCard(column, Number(card.dataset['card']) + by)
    else board.current?.querySelector<HTMLElement>('[data-card]')?.focus()
  }
  const { nextRow, previousRow } = messages().pipeline.actions
  useActions('pipeline', [
    { id: 'pipeline.next_row', label: nextRow, keys: 'J', repeats: true, run: () => goBy(1) },
    { id: 'pipeline.previous_row', label: previousRow, keys: 'K', repeats: true, run: () => goBy(-1) },
  ])

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
    const column = card?.closest<HTMLElement>('[data-stage]')
    if (!card || !column || event.target !== card) return
    const at = Number(card.dataset['card'])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const columnStep = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'ArrowUp' && at === 0) searchField.current?.focus()
    else if (step !== undefined) focusCard(column, at + step)
    else if (columnStep !== undefined) {
      const columns = [...(board.current?.querySelectorAll<HTMLElement>('[data-stage]') ?? [])]
      // Skip columns without a card.
      for (let next = columns.indexOf(column) + columnStep; columns[next] !== undefined; next += columnStep)
        if (focusNearest(columns[next] as HTMLElement, card)) break
    } else return
    event.preventDefault()
  }

  return (
    <div
      className={classes.board}
      ref={board}
      role="group"
      aria-label={messages().pipeline.boardLabel}
      onKeyDown={walk}
    >
      {stages.map((stage) => (
        <StageColumn key={stage} stage={stage} sum={sums?.[stage] ?? null} />
      ))}
    </div>
  )
}

function focusCard(column: HTMLElement, index: number): void {
  const card = column.querySelector<HTMLElement>(`[data-card="${index}"]`)
  card?.focus()
}

function focusNearest(column: HTMLElement, from: HTMLElement): boolean {
  const top = from.getBoundingClientRect().top
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')]
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().top - top)
  const nearest = cards.toSorted((a, b) => distance(a) - distance(b))[0]
  nearest?.focus()
  return nearest !== undefined
}

function StageColumn({ stage, sum }: { stage: Stage; sum: DealSums[Stage] | null }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { total, rowAt, deals } = useStageDeals(stage)
  const virtualizer = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 3,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => deals.see(first, last), [deals, first, last, total])
  const name = messages().filters.stages[stage]
  const text = messages().pipeline
  return (
    <section
      className={classes.column}
      data-stage={stage}
      data-empty={total === 0 || undefined}
      aria-label={text.boardColumn(name, total ?? 0)}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>
          {name} <span className={classes.count}>{total === null ? '' : formatCount(total)}</span>
        </h2>
        {total !== 0 && (
          <div className={classes.sum} data-sum>
            {sumLines(stage, sum).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
        )}
      </header>
      <div className={classes.cards} ref={scroller} tabIndex={-1}>
        {total !== null && total > 0 && (
          <ul className={classes.all} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => (
              <li
                key={index}
                className={classes.place}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                <RowBoundary of={rowAt(index)}>
                  <Card deal={rowAt(index)} index={index} />
                </RowBoundary>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** The sums of a column: what was funded, or what was requested and offered. */
function sumLines(stage: Stage, sum: DealSums[Stage] | null): string[] {
  if (sum === null) return []
  const { boardFunded, boardAmount, boardOffer } = messages().pipeline
  const all: [number, (amount: string) => string][] =
    stage === 'funded'
      ? [[sum.funded_cents, boardFunded]]
      : [
          [sum.amount_cents, boardAmount],
          [sum.offer_cents, boardOffer],
        ]
  return all.flatMap(([cents, say]) => (cents > 0 ? [say(formatCents(cents))] : []))
}

function Card({ deal, index }: { deal: DealRow | undefined; index: number }) {
  if (deal === undefined)
    return (
      <div className={classes.card} aria-busy="true">
        <Skeleton height={12} width="70%" />
      </div>
    )
  return (
    <a
      className={classes.card}
      href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })}
      data-card={index}
      data-deal={deal.deal_id}
    >
      <span className={classes.name}>
        {deal.legal_name || messages().pipeline.noName}{' '}
        {deal.remind_at !== null && <ReminderMark at={deal.remind_at} />}
      </span>
      <span className={classes.line}>
        <strong>
          <Cell column="amount" deal={deal} In={Span} />
        </strong>
        <span className={classes.dim}>
          <Cell column={deal.expires_at === null ? 'updated' : 'expires'} deal={deal} In={Span} />
        </span>
      </span>
      <span className={`${classes.line} ${classes.last}`}>
        <Status deal={deal} />
        <span className={classes.dim}>{deal.owner}</span>
      </span>
    </a>
  )
}

function Span({ tone, title, children }: CellProps) {
  return (
    <span className={tone && grid[tone]} title={title}>
      {children}
    </span>
  )
}

/** Loads the deals of one stage, with the search and filters of the list. `total` is null before the first response. */
function useStageDeals(stage: Stage) {
  const [read, setRead] = useState<{ total: number; pages: ReadonlyMap<number, DealRow[]> } | null>(null)
  const [deals] = useState(
    () =>
      new DealPages({
        queryOf: () => ({ ...queryNow(), filter: stage }),
        show: (pages, { total }) => setRead({ total, pages }),
        // Show no error here, because the request of the list fails too and reports the error.
        fail: () => {},
      }),
  )
  useEffect(() => {
    void deals.reload()
    return onChanges(() => void deals.reload())
  }, [deals])
  return { total: read?.total ?? null, rowAt: (index: number) => rowIn(read?.pages, index), deals }
}
