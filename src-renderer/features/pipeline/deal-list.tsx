import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { navigate } from '../../platform/navigation/route.ts'
import { placeIn, useListRows, usePipeline } from './pipeline-store.ts'
import { useSelection } from './selection-store.ts'
import { TRASH_COLUMNS, type GridColumn } from './column-cells.tsx'
import { gridVariables, GridHeader } from './grid-header.tsx'
import { GridRows, HEADER_HEIGHT, ROW_HEIGHT } from './grid-rows.tsx'
import classes from './grid.module.css'
import { Menu } from '@mantine/core'
import type { DealSummary } from '../../../src-shared/features/deals/deal.ts'
import { moveToTrash } from '../deals/deal-actions.ts'
import { DealMenuItems } from '../deals/deal-menu.tsx'
import { DELETE_KEYS } from '../../platform/actions/keys.ts'

interface DealListProps {
  total: number
  /** In the first row, Arrow Up moves the focus to this field. In this field, Arrow Down moves the focus to the first row. */
  searchField: RefObject<HTMLInputElement | null>
}

/** The deals as a grid. The DOM contains only the visible rows. Memory contains only the loaded pages of rows around them. */
export const DealList = memo(function DealList({ total, searchField }: DealListProps) {
  const { search, filter, where, layout, rowAt } = usePipeline()
  const { selected, toggle, beginRange, reach, selectAll, clear } = useSelection()
  const { menu, ask } = useRowMenu()
  const list = useRef<HTMLDivElement>(null)
  const shown = `${search} ${filter} ${JSON.stringify(where)} ${layout.sort} ${layout.reversed}`
  const [kept] = useState(() => activeIn(shown))
  const [active, setActive] = useState(kept?.index ?? 0)
  const activeRow = Math.min(active, total - 1)
  const activeDeal = useRef(kept?.deal_id ?? null)
  useEffect(() => markSideways(list.current), [])
  useScrollPlace(list, shown)
  const columns = useMemo<readonly GridColumn[]>(
    () => (filter === 'bin' ? TRASH_COLUMNS : ['business', ...layout.columns.shown]),
    [filter, layout.columns.shown],
  )

  // The index of the row that should get the focus but is not loaded yet.
  const wanted = useRef<number | null>(null)
  useEffect(focusWanted)
  function focusWanted() {
    if (wanted.current === null) return
    const index = Math.min(wanted.current, total - 1)
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }

  function focusRow(index: number) {
    const to = Math.min(total - 1, Math.max(0, index))
    wanted.current = to
    activate(to)
    bringIntoSight(list.current, to)
    focusWanted()
    return to
  }

  function activate(index: number) {
    setActive(index)
    const deal_id = rowAt(index)?.deal_id ?? null
    activeDeal.current = deal_id
    useListRows.setState({ active: deal_id === null ? null : { deal_id, index, list: shown } })
  }

  // When an update reorders the deals, the focus moves with its deal. If the deal is gone, the focus stays at its position.
  useEffect(
    () =>
      useListRows.subscribe(({ pages }, before) => {
        if (pages === before.pages) return
        const at = activeDeal.current === null ? null : placeIn(pages, activeDeal.current)
        if (at !== null) setActive(at)
        const { activeElement } = document
        const isHere = activeElement?.role === 'row' && list.current?.contains(activeElement) === true
        const here = isHere ? indexOf({ target: activeElement }) : null
        if (here !== null && here !== at) wanted.current ??= at ?? here
      }),
    [],
  )
  // A changed query shows a different list, so make the first row of this list the active row.
  const begun = useRef(shown)
  useEffect(() => {
    if (begun.current === shown) return
    begun.current = shown
    activeDeal.current = null
    setActive(0)
  }, [shown])
  /** Moves the focus by some rows. If no row had the focus yet, focuses the active row. */
  const goBy = (by: number) => focusRow(activeDeal.current === null ? activeRow : activeRow + by)

  useActions('pipeline', [
    {
      id: 'pipeline.next_row',
      label: messages().pipeline.actions.nextRow,
      keys: 'J',
      repeats: true,
      run: () => goBy(1),
    },
    {
      id: 'pipeline.previous_row',
      label: messages().pipeline.actions.previousRow,
      keys: 'K',
      repeats: true,
      run: () => goBy(-1),
    },
    {
      id: 'pipeline.select_row',
      label: messages().pipeline.actions.selectRow,
      keys: 'X',
      run: () => toggleRow(activeRow),
    },
    selected.size === 0 &&
      filter !== 'bin' && {
        id: 'pipeline.row_to_trash',
        label: messages().pipeline.actions.toTrash,
        keys: DELETE_KEYS,
        run: trashRow,
      },
    {
      id: 'pipeline.select_all',
      label: messages().pipeline.actions.selectAll,
      keys: 'mod+A',
      run: () => void selectAll(),
    },
  ])

  function toggleRow(index: number) {
    const deal = rowAt(index)
    if (deal !== undefined) toggle(deal.deal_id, index)
  }

  /** Moves the deal of the focused row to the trash. Does nothing if no row has the focus, because the broker would not see which deal. */
  function trashRow() {
    const at = document.activeElement === null ? null : indexOf({ target: document.activeElement })
    const deal = at === null ? undefined : rowAt(at)
    if (deal !== undefined) void moveToTrash(deal)
  }

  function open(index: number) {
    const deal = rowAt(index)
    if (deal?.deleted_at === null) navigate({ screen: 'deal', deal_id: deal.deal_id })
  }

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const at = indexOf(event)
    // Buttons and checkboxes in a row handle their own keys.
    if (at === null || (event.target as HTMLElement).role !== 'row') return
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
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
        const deal = rowAt(at)
        if (event.shiftKey && deal !== undefined) beginRange(deal.deal_id, at)
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
    activate(at)
    const isCheck = target.closest('[data-check]') !== null
    if (event.shiftKey) void reach(at)
    else if (isCheck || event.ctrlKey || event.metaKey) toggleRow(at)
    else open(at)
  }

  return (
    <div
      ref={list}
      className={classes.grid}
      role="grid"
      aria-label={messages().pipeline.deals}
      aria-rowcount={total + 1}
      aria-multiselectable
      style={gridVariables(columns, layout.columns.widths)}
      data-list
    >
      <GridHeader columns={columns} list={list} total={total} />
      {/* Key and pointer events of a row bubble to the group of rows. */}
      <GridRows
        total={total}
        columns={columns}
        active={activeRow}
        onKeyDown={walk}
        onClick={press}
        onFocus={(event) => {
          const at = indexOf(event)
          if (at !== null) activate(at)
        }}
        onContextMenu={(event) => {
          const at = indexOf(event)
          const deal = at === null ? undefined : rowAt(at)
          const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
          if (deal?.deleted_at === null && row !== null) ask(event, deal, row)
        }}
      />
      {menu}
    </div>
  )
})

function indexOf(event: { target: EventTarget }): number | null {
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
  return row === null ? null : Number(row.dataset['index'])
}

function bringIntoSight(list: HTMLElement | null, index: number): void {
  if (list === null) return
  const top = index * ROW_HEIGHT
  const lowest = top + ROW_HEIGHT - (list.clientHeight - HEADER_HEIGHT)
  if (top < list.scrollTop) list.scrollTop = top
  else if (lowest > list.scrollTop) list.scrollTop = lowest
}

/**
 * Marks a list that is scrolled sideways. Only then does CSS make the cells of the first column sticky, because each sticky cell costs a
 * compositor layer.
 */
function markSideways(list: HTMLDivElement | null) {
  if (list === null) return
  const mark = () => list.toggleAttribute('data-sideways', list.scrollLeft > 0)
  list.addEventListener('scroll', mark, { passive: true })
  return () => list.removeEventListener('scroll', mark)
}

/** Stores the scroll position, so that the list can restore it when the broker returns. Scrolls to the top when the query changes. */
function useScrollPlace(list: RefObject<HTMLElement | null>, asked: string) {
  const before = useRef(asked)
  useEffect(() => {
    if (before.current !== asked) list.current?.scrollTo({ top: 0 })
    before.current = asked
  }, [list, asked])
  useEffect(() => {
    const { current } = list
    const remember = () => useListRows.setState({ scrolledTo: current?.scrollTop ?? 0 })
    current?.addEventListener('scrollend', remember)
    return () => current?.removeEventListener('scrollend', remember)
  }, [list])
}

function activeIn(list: string): { deal_id: string; index: number } | null {
  const { active, pages } = useListRows.getState()
  if (active?.list !== list) return null
  return { deal_id: active.deal_id, index: placeIn(pages, active.deal_id) ?? active.index }
}

interface OpenMenu {
  deal: DealSummary
  x: number
  y: number
  row: HTMLElement
}

/** Opens the menu of a row at the pointer or, with the keyboard's menu key, at the row. */
function useRowMenu() {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  function ask(event: MouseEvent<HTMLElement>, deal: DealSummary, row: HTMLElement) {
    event.preventDefault()
    setOpen({ deal, x: event.clientX, y: event.clientY, row })
  }
  function close() {
    open?.row.focus()
    setOpen(null)
  }
  const menu = open !== null && (
    <Menu opened onClose={close} position="bottom-start">
      <Menu.Target>
        <span style={{ position: 'fixed', left: open.x, top: open.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <DealMenuItems deal={open.deal} />
      </Menu.Dropdown>
    </Menu>
  )
  return { menu, ask }
}
