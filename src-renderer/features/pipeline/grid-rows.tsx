import {
  useEffect,
  useRef,
  type HTMLAttributes,
  memo,
  type ReactNode,
  useLayoutEffect,
  useState,
  type RefObject,
} from 'react'
import { notePointing, rowIn, useListRows, usePipeline } from './pipeline-store.ts'
import { useSelection } from './selection-store.ts'
import { type CellProps, type GridColumn, Cell, COLUMN_CELLS, nameOfDeal } from './column-cells.tsx'
import classes from './grid.module.css'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { RowBoundary } from '../../platform/ui/error-boundary.tsx'

/** Number of rows before and after the visible rows that are loaded ahead. */
const READ_AHEAD = 30

interface GridRowsProps extends Pick<
  HTMLAttributes<HTMLDivElement>,
  'onKeyDown' | 'onClick' | 'onFocus' | 'onContextMenu'
> {
  total: number
  columns: readonly GridColumn[]
  active: number
}

/** The visible rows, in a separate component, so that scrolling does not render the rest of the list again. */
export function GridRows({ total, columns, active, ...heard }: GridRowsProps) {
  const pages = useListRows((state) => state.pages)
  const selected = useSelection((state) => state.selected)
  const show = usePipeline((state) => state.show)
  const group = useRef<HTMLDivElement>(null)
  const inSight = useRowsInSight(group, () => useListRows.getState().scrolledTo)
  const { first, count } = inSight
  useEffect(() => {
    show(Math.max(0, first - READ_AHEAD), Math.min(total, first + count + READ_AHEAD) - 1)
  }, [show, first, count, total])
  const rows = rowsInPage(inSight, total, active, useRowsAround())
  const placed = usePlaces(rows.map((index) => ({ index, deal_id: rowIn(pages, index)?.deal_id })))
  return (
    <div
      ref={group}
      role="rowgroup"
      className={classes.rows}
      style={{ height: total * ROW_HEIGHT }}
      // State the order of the rows for assistive technology. The order of their elements in the page differs, because new rows reuse the
      // elements of removed rows.
      aria-owns={placed
        .toSorted((one, other) => one.index - other.index)
        .map(({ place }) => idOfPlace(place))
        .join(' ')}
      onPointerMove={notePointing}
      {...heard}
    >
      {placed
        .toSorted((one, other) => one.place - other.place)
        .map(({ index, place }) => {
          const deal = rowIn(pages, index)
          return (
            <GridRow
              key={place}
              place={place}
              deal={deal}
              columns={columns}
              index={index}
              isActive={index === active}
              isSelected={deal !== undefined && selected.has(deal.deal_id)}
            />
          )
        })}
    </div>
  )
}

interface GridRowProps {
  /** Undefined while the deal is loaded from the vault. */
  deal: DealRow | undefined
  columns: readonly GridColumn[]
  index: number
  place: number
  isActive: boolean
  isSelected: boolean
}

/**
 * A row with a deal. The list handles the events of all rows. A row therefore needs no event handlers, and renders again only when its data
 * changes.
 */
const GridRow = memo(function GridRow({ deal, columns, index, place, isActive, isSelected }: GridRowProps) {
  return (
    <div
      role="row"
      id={idOfPlace(place)}
      className={classes.row}
      style={{ top: index * ROW_HEIGHT }}
      aria-rowindex={index + 2}
      aria-busy={deal === undefined ? true : undefined}
      aria-selected={deal === undefined ? undefined : isSelected}
      data-index={index}
      data-deal={deal?.deleted_at === null ? deal.deal_id : undefined}
      data-binned={deal?.deleted_at ? deal.deal_id : undefined}
      tabIndex={isActive ? 0 : -1}
    >
      <div role="gridcell" className={classes.check} data-check>
        {deal !== undefined && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={messages().selection.selectDeal(nameOfDeal(deal))}
            checked={isSelected}
            readOnly
          />
        )}
      </div>
      <RowBoundary
        of={deal}
        renderNote={(note) => deal !== undefined && <Unreadable deal={deal} note={note} />}
      >
        {columns.map((column) =>
          deal !== undefined ? (
            <Cell key={column} column={column} deal={deal} In={GridCell} />
          ) : (
            <GridCell key={column} column={column}>
              {column === 'business' && <Waiting />}
            </GridCell>
          ),
        )}
      </RowBoundary>
    </div>
  )
})

/** A cell of the grid. A cell is a single element if it shows only text, because the page has hundreds of cells. */
function GridCell({ column, tone, title, children }: CellProps) {
  return (
    <div
      role="gridcell"
      data-column={column}
      className={tone === undefined ? classOf(column) : `${classOf(column)} ${classes[tone]}`}
      title={title}
    >
      {children}
    </div>
  )
}

/** A row that is shown if a deal cannot be displayed. The broker can still open the deal. */
function Unreadable({ deal, note }: { deal: DealRow; note: ReactNode }) {
  return (
    <div role="gridcell" className={classOf('business')} style={{ gridColumn: '2 / -1' }}>
      <a className={classes.link} href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })} tabIndex={-1}>
        {note}
      </a>
    </div>
  )
}

function idOfPlace(place: number): string {
  return `deal-row-${place}`
}

function Waiting() {
  return (
    <>
      <span className="visually-hidden">{messages().pipeline.readingMore}</span>
      <span className={classes.waiting} />
    </>
  )
}

function classOf(column: GridColumn): string {
  return `${classes.cell} ${COLUMN_CELLS[column].end ? classes.end : ''} ${column === 'business' ? classes.pinned : ''}`
}

export const ROW_HEIGHT = 36
export const HEADER_HEIGHT = 32
/** Minimum height in pixels of everything above the rows: the window's title bar, the screen's title, and the list's header. */
const LEAST_ABOVE = 128
/** Number of extra rows to render above and below the visible rows. */
const AROUND = 8
/** Delay before the extra rows are rendered. By then, the browser has painted the visible rows. */
const PAINTED_BY_MS = 250

interface InSight {
  first: number
  count: number
}

/**
 * Returns the visible rows of the list that contains the element `group`. All rows must have the same height. `scrolledTo` returns the
 * initial scroll position in CSS pixels.
 */
export function useRowsInSight(group: RefObject<HTMLElement | null>, scrolledTo: () => number): InSight {
  // Start with an estimate, because measuring the list during rendering would force the browser to compute the layout early
  // (docs/performance.md, startup).
  const [inSight, setInSight] = useState<InSight>(() => guess(scrolledTo()))
  const begin = useRef(scrolledTo)
  useLayoutEffect(() => {
    const list = group.current?.parentElement
    if (!list) return
    const top = begin.current()
    // Scroll only if needed, because `scrollTo` forces the browser to compute the layout, even if the position does not change.
    if (top > 0) list.scrollTo({ top })
    const look = () => {
      const now = lookAt(list, list.scrollTop)
      setInSight((before) => (before.first === now.first && before.count === now.count ? before : now))
    }
    // There is no need to call `look` here: the ResizeObserver calls `look` before the first frame is painted.
    list.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    return () => {
      list.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [group])
  return inSight
}

function guess(scrolledTo: number): InSight {
  return {
    first: Math.floor(scrolledTo / ROW_HEIGHT),
    count: Math.ceil((window.innerHeight - LEAST_ABOVE) / ROW_HEIGHT) + 1,
  }
}

function lookAt(list: HTMLElement, scrolledTo: number): InSight {
  return {
    first: Math.floor(scrolledTo / ROW_HEIGHT),
    count: Math.ceil((list.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) + 1,
  }
}

/**
 * Returns the indexes of the rows to render. Always includes the active row, because removing its element would lose the focus. Apart from
 * that row, the number of rows stays the same while the broker scrolls.
 */
export function rowsInPage(
  { first, count }: InSight,
  total: number,
  active: number,
  around = AROUND,
): number[] {
  const many = Math.min(total, count + 2 * around)
  const from = Math.max(0, Math.min(first - around, total - many))
  const rows = Array.from({ length: many }, (_, step) => from + step)
  return active < 0 || rows.includes(active) ? rows : [...rows, active]
}

/**
 * Returns the number of extra rows to render above and below the visible rows. Returns zero until the visible rows are painted, so that
 * these appear sooner.
 */
export function useRowsAround(): number {
  const [around, setAround] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAround(AROUND), PAINTED_BY_MS)
    return () => clearTimeout(timer)
  }, [])
  return around
}

interface ListRow {
  index: number
  /** Undefined while the deal is loaded. */
  deal_id: string | undefined
}

interface PlacedRow extends ListRow {
  /** Number of the DOM element that shows the row. */
  place: number
}

/**
 * Assigns a DOM element, by its number, to each row of the list. A deal that stays rendered keeps its element, also when the order changes:
 * otherwise, a click could open another deal than the one that the broker pressed. A new row reuses the element of a row that is no longer
 * rendered. Changing an element's text is many times cheaper than creating and removing elements.
 */
export function placeRows(before: readonly PlacedRow[], rows: readonly ListRow[]): PlacedRow[] {
  const ofDeal = new Map(before.map(({ deal_id, place }) => [deal_id, place]))
  const ofIndex = new Map(before.map(({ index, place }) => [index, place]))
  const taken = new Set<number | undefined>([undefined])
  const take = (place: number | undefined) => {
    if (taken.has(place)) return undefined
    taken.add(place)
    return place
  }
  const ofDeals = rows.map(({ deal_id }) => (deal_id === undefined ? undefined : take(ofDeal.get(deal_id))))
  // A row keeps its element when its deal is loaded or leaves the memory.
  const kept = rows.map(({ index }, at) => ofDeals[at] ?? take(ofIndex.get(index)))
  let next = 0
  return rows.map((row, at) => {
    let place = kept[at]
    while (place === undefined) place = take(next++)
    return { ...row, place }
  })
}

/** Returns the rows with the numbers of their DOM elements, and remembers this assignment for the next render. */
function usePlaces(rows: readonly ListRow[]): readonly PlacedRow[] {
  const [last, setLast] = useState(() => placeRows([], rows))
  const areSame =
    last.length === rows.length &&
    rows.every(({ index, deal_id }, at) => index === last[at]?.index && deal_id === last[at].deal_id)
  if (areSame) return last
  const placed = placeRows(last, rows)
  setLast(placed)
  return placed
}
