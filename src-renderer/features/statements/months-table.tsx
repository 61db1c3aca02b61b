import { Text, UnstyledButton, Box } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import {
  reasonsOf,
  type DealStatements,
  type StatementMonthView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { joined } from '../../../src-shared/features/deal-screen/missing-papers.ts'
import {
  meanOf,
  recentMonths,
  type VerifiedMonth,
} from '../../../src-shared/features/statements/verified-months.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { formatPeriod } from '../../platform/ui/periods.ts'
import { showRows } from './statements-store.ts'
import { monthsBetween } from '../../../src-shared/platform/base/days.ts'
import { formatCount, monthText, wholeMonthText } from '../../platform/ui/formats.ts'
import {
  BY_CLASS,
  columnsOf,
  COUNT_OF,
  type FigureCell,
  type FigureGroup,
  type FigureRow,
  groupsOf,
  rowsOf,
} from '../../../src-shared/features/statements/month-columns.ts'
import { PageLink, VerdictPopover } from './verdict.tsx'
import { accountName, figureText, periodNote } from './wording.ts'
import classes from './statements.module.css'
import { Hint } from '../../platform/ui/parts.tsx'

interface CurrentCell {
  /** The key of the cell that Tab reaches. The arrow keys move from it. */
  current: string
  take: (key: string) => void
}

export function MonthsTable({ view }: { view: DealStatements }) {
  const columns = columnsOf(view)
  const groups = groupsOf(view)
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState('')
  const text = messages().statements.months
  const count = useEnvironment((state) => state.value?.profile?.statements.months ?? 0)
  const recent = recentMonths(view, count)
  const average = recent.length > 1 ? recent : null
  const names = new Map(view.documents.map(({ document_id, name }) => [document_id, name]))
  const first = firstKey(groups, columns)
  const at: CurrentCell = { current: current === '' ? first : current, take: setCurrent }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || table.current === null) return
    const next = nextCell(table.current, event.target, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <section aria-labelledby="statement-months">
      <Box mb="xs">
        <Text size="md" component="h2" fw={600} id="statement-months">
          {text.title}
        </Text>
        <Hint>{text.keys}</Hint>
      </Box>
      <div className={classes.scroll}>
        <table
          ref={table}
          className={classes.table}
          role="grid"
          aria-labelledby="statement-months"
          data-testid="statement-months"
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col">{text.figure}</th>
              {columns.map((month, place) => {
                const gap = monthsBetween(columns[place - 1] ?? month, month)
                return (
                  <th key={month} scope="col" data-month={month}>
                    <span title={wholeMonthText(month)}>{monthText(month)}</span>
                    {gap > 0 && <Hint>{text.monthsMissing(gap)}</Hint>}
                  </th>
                )
              })}
              {average !== null && (
                <th scope="col" data-month="average">
                  <span
                    title={joined(
                      average.map(({ month }) => wholeMonthText(month)),
                      locale(),
                    )}
                  >
                    {text.average(average.length)}
                  </span>
                </th>
              )}
            </tr>
          </thead>
          {groups.map((group) => (
            <Group
              key={group.id}
              group={group}
              columns={columns}
              names={names}
              at={at}
              first={groups[0]}
              average={average}
            />
          ))}
        </table>
      </div>
      <Hint mt={6}>{text.byClass}</Hint>
    </section>
  )
}

const keyOf = (group: FigureGroup, row: string, month: string, place: number) =>
  `${group.id} ${row} ${month} ${place}`

function firstKey(groups: readonly FigureGroup[], columns: readonly string[]): string {
  for (const group of groups)
    for (const row of rowsOf(group))
      for (const month of columns)
        for (const [place, { figures }] of (group.cells.get(month) ?? []).entries())
          if (figures[row] !== undefined) return keyOf(group, row, month, place)
  return ''
}

interface GroupProps {
  group: FigureGroup
  columns: readonly string[]
  names: ReadonlyMap<string, string>
  at: CurrentCell
  /** The group that has the averages, and the months of which they are. Null without several full months. */
  first: FigureGroup | undefined
  average: readonly VerifiedMonth[] | null
}

function Group({ group, columns, names, at, first, average }: GroupProps) {
  const text = messages().statements
  const rows = rowsOf(group)
  const { account } = group
  const name = account === null ? text.months.all : accountName(account)
  return (
    <tbody data-group={group.id}>
      <tr className={classes.groupRow}>
        <th scope="rowgroup">{name}</th>
        {columns.map((month) => (
          <td key={month}>
            <PartNote group={group} month={month} />
            <Unconfirmed group={group} month={month} name={name} at={at} />
          </td>
        ))}
        {average !== null && <td />}
      </tr>
      {rows.length === 0 && (
        <tr>
          <th scope="row" className={classes.absent}>
            {text.noneVerified}
          </th>
          {columns.map((month) => (
            <Refused key={month} group={group} month={month} names={names} span={1} />
          ))}
          {average !== null && <td />}
        </tr>
      )}
      {rows.map((row, place) => (
        <tr key={row} data-figure={row} className={row === 'true_revenue_cents' ? classes.strong : undefined}>
          <th scope="row" title={hintOf(row)}>
            {text.figures[row]}
            {BY_CLASS.has(row) && ' *'}
          </th>
          {columns.map((month) => {
            const cells = group.cells.get(month) ?? []
            if (cells.every(({ figures }) => Object.keys(figures).length === 0))
              // The reason stands once, beside all rows of the group.
              return place === 0 ? (
                <Refused key={month} group={group} month={month} names={names} span={rows.length} />
              ) : null
            return (
              <td key={month} className={classes.figureCell}>
                {cells.map((cell, number) => (
                  <Figure
                    key={cell.months[0]?.month_id ?? month}
                    cell={cell}
                    row={row}
                    month={month}
                    name={name}
                    ofAll={account === null}
                    hasSeveral={cells.length > 1}
                    id={keyOf(group, row, month, number)}
                    at={at}
                  />
                ))}
              </td>
            )
          })}
          {average !== null && (
            <td className={classes.average} data-average={row}>
              {group === first && AVERAGED.has(row) && averageText(row, average)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}

/** Figures of which a funder looks at the average. */
const AVERAGED: ReadonlySet<FigureRow> = new Set<FigureRow>([
  'true_revenue_cents',
  'deposits_cents',
  'withdrawals_cents',
  'average_daily_balance_cents',
  'funder_debits_cents',
])

function averageText(row: FigureRow, months: readonly VerifiedMonth[]): string {
  const mean = meanOf(months, row)
  return mean === null ? '–' : figureText(row, mean)
}

/** Says which days of a month the figures are about, if they are about a part of it. */
function PartNote({ group, month }: Pick<GroupProps, 'group'> & { month: string }) {
  const { partial } = messages().statements.months
  const parts = (group.cells.get(month) ?? []).filter((cell) => cell.isPartial)
  return parts.map(({ months: [period] }) =>
    period === undefined ? null : (
      <Hint key={period.month_id} data-partial={month}>
        {partial(formatPeriod(period))}
      </Hint>
    ),
  )
}

function hintOf(row: FigureRow): string | undefined {
  const hints: Partial<Record<FigureRow, string>> = messages().statements.figureHints
  return hints[row]
}

interface FigureProps {
  cell: FigureCell
  row: FigureRow
  month: string
  name: string
  /** True for a figure of all accounts together. It is about the calendar month, and not about statement periods. */
  ofAll: boolean
  /** True if another statement period stands under the same month. */
  hasSeveral: boolean
  id: string
  at: CurrentCell
}

function Figure({ cell: { figures, months }, row, month, name, ofAll, hasSeveral, id, at }: FigureProps) {
  const text = messages().statements
  const value = figures[row]
  if (value === undefined)
    return (
      <span className={`${classes.figure} ${classes.absent}`} title={text.months.noFigure}>
        –
      </span>
    )
  const count = COUNT_OF[row] === undefined ? undefined : figures[COUNT_OF[row]]
  const shown = figureText(row, value)
  const spoken = count === undefined ? shown : `${shown} ${formatCount(count)}`
  const when = wholeMonthText(month)
  return (
    <UnstyledButton
      className={classes.figure}
      tabIndex={at.current === id ? 0 : -1}
      data-cell={id}
      data-column={month}
      data-negative={value < 0 || undefined}
      aria-label={text.months.show(text.figures[row], spoken, `${when}, ${name}`)}
      onFocus={() => at.take(id)}
      onClick={() =>
        showRows({
          title: text.rows.titleOf(text.figures[row], when),
          of: months.map(({ month_id }) => ({ month_id, figure: row })),
          ...(ofAll && { month }),
        })
      }
    >
      {shown}
      {count !== undefined && (
        <>
          {' '}
          <span className={classes.count}>{formatCount(count)}</span>
        </>
      )}
      {hasSeveral && months[0] !== undefined && (
        <span className={classes.period}>{periodNote(months[0])}</span>
      )}
    </UnstyledButton>
  )
}

type RefusedProps = Pick<GroupProps, 'group' | 'names'> & { month: string; span: number }

function Refused({ group, month, names, span }: RefusedProps) {
  const text = messages().statements.months
  const months = (group.cells.get(month) ?? []).flatMap((cell) => cell.months)
  return (
    <td rowSpan={span} className={classes.refused} data-refused={month}>
      {months.length === 0 && <Hint>{group.account === null ? text.notAll : text.noStatement}</Hint>}
      {months.map((one) => (
        <Reason key={one.month_id} month={one} name={names.get(one.document_id) ?? ''} />
      ))}
    </td>
  )
}

function Reason({ month, name }: { month: StatementMonthView; name: string }) {
  const { document_id, verdict, findings } = month
  const [first] = reasonsOf(messages().statements, findings)
  return (
    <>
      <VerdictPopover verdict={verdict} findings={findings} name={name} document_id={document_id} />
      {first !== undefined && (
        <Text size="xs" mt={2}>
          {first.why} <PageLink finding={first.finding} name={name} document_id={document_id} />
        </Text>
      )}
    </>
  )
}

type UnconfirmedProps = Pick<GroupProps, 'group' | 'at'> & { month: string; name: string }

/** Leads to the entries of a month whose class is only suggested. */
function Unconfirmed({ group, month, name, at }: UnconfirmedProps) {
  const text = messages().statements
  const months = (group.cells.get(month) ?? [])
    .flatMap((cell) => cell.months)
    .filter(({ verdict }) => verdict === 'verified')
  const count = months.reduce((sum, one) => sum + one.unconfirmed_rows, 0)
  if (count === 0 || group.account === null) return null
  const id = keyOf(group, 'confirm', month, 0)
  const when = wholeMonthText(month)
  return (
    <UnstyledButton
      className={classes.link}
      fz="xs"
      tabIndex={at.current === id ? 0 : -1}
      data-cell={id}
      data-column={month}
      title={text.months.toConfirmHint}
      aria-label={`${text.months.toConfirm(count)}, ${when}, ${name}. ${text.months.toConfirmHint}`}
      onFocus={() => at.take(id)}
      onClick={() =>
        showRows({
          title: text.rows.titleOf(text.rows.suggested, when),
          of: months.map(({ month_id }) => ({ month_id })),
          onlySuggested: true,
        })
      }
    >
      {text.months.toConfirm(count)}
    </UnstyledButton>
  )
}

/** A cell with a button, in the table that `nextCell` moves through. `data-column` names the column. */
const CELL = '[data-column]'

/**
 * Returns the cell that a key leads to from a focused cell, or null if the key does not move. The arrow keys move within the row or the
 * column and skip cells without a button. Home and End go to the ends of the row.
 */
function nextCell(table: HTMLElement, from: EventTarget, key: string): HTMLElement | null {
  if (!(from instanceof HTMLElement)) return null
  const cell = from.closest<HTMLElement>(CELL)
  if (cell === null) return null
  const column = cell.dataset['column'] ?? ''
  const inRow = [...(cell.closest('tr')?.querySelectorAll<HTMLElement>(CELL) ?? [])]
  const inColumn = [...table.querySelectorAll<HTMLElement>(CELL)].filter(
    ({ dataset }) => dataset['column'] === column,
  )
  return step(inRow, inColumn, cell, key) ?? null
}

function step<Cell>(
  inRow: readonly Cell[],
  inColumn: readonly Cell[],
  cell: Cell,
  key: string,
): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return inRow[inRow.indexOf(cell) - 1]
    case 'ArrowRight':
      return inRow[inRow.indexOf(cell) + 1]
    case 'ArrowUp':
      return inColumn[inColumn.indexOf(cell) - 1]
    case 'ArrowDown':
      return inColumn[inColumn.indexOf(cell) + 1]
    case 'Home':
      return inRow[0]
    case 'End':
      return inRow.at(-1)
    default:
      return undefined
  }
}
