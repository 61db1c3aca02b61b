import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { words } from '../../../src-shared/messages/messages.ts'
import { useActions } from '../../actions/actions.ts'
import { navigate } from '../../navigation/route.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { useSelection } from '../../stores/selection-store.ts'
import { BIN_COLUMNS, type GridColumn } from './column-looks.tsx'
import { gridVariables } from './column-widths.ts'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import classes from './grid.module.css'
import { useRowMenu } from './row-menu.tsx'

const ROW_HEIGHT = 44
const HEADER_HEIGHT = 32

interface DealListProps {
  total: number
  /** Where Arrow Up leads from the first row, and Arrow Down leads back from. */
  searchField: RefObject<HTMLInputElement | null>
}

/** The deals as a grid; only the rows in sight are in the page, and only the pages around them in memory. */
export function DealList({ total, searchField }: DealListProps) {
  const { search, filter, where, layout, show, rowAt } = usePipeline()
  const { selected, toggle, reach, selectAll, clear } = useSelection()
  const { menu, ask } = useRowMenu()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const activeRow = Math.min(active, total - 1)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialOffset: () => usePipeline.getState().scrolledTo,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    // The row with the focus stays, however far one scrolls: a focus that goes away is lost.
    rangeExtractor: (range) => withActive(range, activeRow),
  })
  const items = virtualizer.getVirtualItems()
  const inSight = virtualizer.range
  const first = inSight?.startIndex ?? 0
  const last = inSight?.endIndex ?? 0
  useEffect(() => show(first, last), [show, first, last, total])
  useScrollPlace(scroller, `${search} ${filter} ${JSON.stringify(where)} ${layout.sort} ${layout.reversed}`)
  const columns = useMemo<readonly GridColumn[]>(
    () => (filter === 'bin' ? BIN_COLUMNS : ['business', ...layout.columns.shown]),
    [filter, layout.columns.shown],
  )

  // A row that is far away is not there before it was read.
  const wanted = useRef<number | null>(null)
  useEffect(focusWanted)
  function focusWanted() {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }

  function focusRow(index: number) {
    const to = Math.min(total - 1, Math.max(0, index))
    wanted.current = to
    setActive(to)
    virtualizer.scrollToIndex(to)
    focusWanted()
    return to
  }

  useActions([
    {
      id: 'pipeline.next_row',
      label: words().pipeline.actions.nextRow,
      section: 'pipeline',
      keys: 'J',
      repeats: true,
      run: () => focusRow(activeRow + 1),
    },
    {
      id: 'pipeline.previous_row',
      label: words().pipeline.actions.previousRow,
      section: 'pipeline',
      keys: 'K',
      repeats: true,
      run: () => focusRow(activeRow - 1),
    },
    {
      id: 'pipeline.select_row',
      label: words().pipeline.actions.selectRow,
      section: 'pipeline',
      keys: 'X',
      run: () => toggleRow(activeRow),
    },
    {
      id: 'pipeline.select_all',
      label: words().pipeline.actions.selectAll,
      section: 'pipeline',
      keys: 'mod+A',
      run: () => void selectAll(),
    },
  ])

  function toggleRow(index: number) {
    const deal = rowAt(index)
    if (deal !== undefined) toggle(deal.deal_id, index)
  }

  function open(index: number) {
    const deal = rowAt(index)
    if (deal?.deleted_at === null) navigate({ screen: 'deal', deal_id: deal.deal_id })
  }

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const at = indexOf(event)
    // A button in a row, and a checkbox, know their own keys.
    if (at === null || (event.target as HTMLElement).role !== 'row') return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -total,
      End: total,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      if (event.key === 'ArrowUp' && at === 0 && !event.shiftKey) searchField.current?.focus()
      else {
        if (event.shiftKey && useSelection.getState().anchor === null) useSelection.setState({ anchor: at })
        const to = focusRow(at + step)
        if (event.shiftKey) void reach(to)
      }
    } else if (event.key === ' ') {
      if (event.shiftKey) void reach(at)
      else toggleRow(at)
    } else if (event.key === 'Enter') open(at)
    else if (event.key === 'Escape' && selected.size > 0) clear()
    else return
    event.preventDefault()
  }

  function press(event: MouseEvent<HTMLDivElement>) {
    const at = indexOf(event)
    const target = event.target as HTMLElement
    if (at === null || target.closest('a, button') !== null) return
    setActive(at)
    const isCheck = target.closest('label') !== null
    if (isCheck && target.tagName !== 'INPUT') return
    if (event.shiftKey) void reach(at)
    else if (isCheck || event.ctrlKey || event.metaKey) toggleRow(at)
    else open(at)
  }

  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      aria-label={words().pipeline.deals}
      aria-rowcount={total + 1}
      aria-multiselectable
      style={gridVariables(columns, layout.columns.widths)}
      data-list
    >
      <GridHeader columns={columns} list={scroller} total={total} />
      {/* What is pressed in a row bubbles to here. */}
      <div
        role="rowgroup"
        className={classes.rows}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={walk}
        onClick={press}
        onFocus={(event) => {
          const at = indexOf(event)
          if (at !== null) setActive(at)
        }}
        onContextMenu={(event) => {
          const at = indexOf(event)
          const deal = at === null ? undefined : rowAt(at)
          const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
          if (deal?.deleted_at === null && row !== null) ask(event, deal, row)
        }}
      >
        {items.map(({ index, start }) => {
          const deal = rowAt(index)
          return (
            <GridRow
              key={index}
              deal={deal}
              columns={columns}
              index={index}
              top={start - HEADER_HEIGHT}
              isActive={index === activeRow}
              isSelected={deal !== undefined && selected.has(deal.deal_id)}
            />
          )
        })}
      </div>
      {menu}
    </div>
  )
}

function indexOf(event: { target: EventTarget }): number | null {
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
  return row === null ? null : Number(row.dataset['index'])
}

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (active < 0 || shown.includes(active)) return shown
  return active < (shown[0] ?? 0) ? [active, ...shown] : [...shown, active]
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
