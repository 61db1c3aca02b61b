import { Text, UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { StatementRow } from '../../../src-shared/statements/deal-statements.ts'
import { useActions } from '../../actions/actions.ts'
import { editClass, useRows } from '../../stores/statements-store.ts'
import { leaveLine, walkLines } from '../../ui/line-keys.ts'
import { dayText } from '../money/money-formats.ts'
import { ClassForm } from './class-form.tsx'
import { exactCents } from './wording.ts'
import classes from './statements.module.css'

interface RowListProps {
  rows: readonly StatementRow[]
  /** The row that gets the focus first. */
  first?: string | undefined
  /** Called when a row gets the focus. */
  onReach?: ((row: StatementRow) => void) | undefined
  /** Called when the broker clicks a row or presses Enter on it. */
  onOpen: (row: StatementRow) => void
}

/** Entries of a statement with their classes. The arrow keys move, Enter opens an entry, and C changes its class. */
export function RowList({ rows, first, onReach, onOpen }: RowListProps) {
  const list = useRef<HTMLUListElement | null>(null)
  const [wanted, setWanted] = useState(first ?? rows[0]?.row_id ?? '')
  const editing = useRows((state) => state.editing)
  const current = rows.some(({ row_id }) => row_id === wanted) ? wanted : (rows[0]?.row_id ?? '')
  const text = messages().statements
  // Focus the row when the list appears. Its place is visible before the browser lays out the rows outside the window.
  const take = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      const lines = [...(element?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
      const line = lines.find(({ dataset }) => dataset['line'] === first) ?? lines[0]
      line?.focus()
      line?.scrollIntoView({ block: 'nearest' })
    },
    [first],
  )
  useEffect(() => () => editClass(null), [])
  const edited = useRef<string | null>(null)
  useEffect(() => {
    const before = edited.current
    edited.current = editing
    // The form that had the focus is gone.
    if (before !== null && editing === null && document.activeElement === document.body)
      [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
        .find(({ dataset }) => dataset['line'] === before)
        ?.focus()
  }, [editing])
  useActions([
    {
      id: 'statements.change_class',
      label: text.change.title,
      section: 'deal',
      keys: 'C',
      within: 'dialog',
      run: () => current !== '' && editClass(current),
    },
  ])
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    walkLines(list, step)
  }
  return (
    <ul ref={take} className={classes.rows} onKeyDown={onKeyDown} data-testid="statement-rows">
      {rows.map((row) => (
        <Row
          key={row.row_id}
          row={row}
          isCurrent={row.row_id === current}
          isEditing={row.row_id === editing}
          onReach={() => {
            setWanted(row.row_id)
            onReach?.(row)
          }}
          onOpen={() => onOpen(row)}
          onClose={() => editClass(null)}
          onSave={() => {
            editClass(null)
            // The row may leave the list. Its neighbor keeps the focus in the list.
            leaveLine(list)
          }}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  row: StatementRow
  isCurrent: boolean
  isEditing: boolean
  onReach: () => void
  onOpen: () => void
  onClose: () => void
  onSave: () => void
}

function Row({ row, isCurrent, isEditing, onReach, onOpen, onClose, onSave }: RowProps) {
  const { row_id, date, description, amount_cents, page, check_number, balance_after_cents } = row
  const text = messages().statements
  const day = dayText(date)
  const amount = exactCents(amount_cents)
  const details = [
    day,
    text.rows.page(page),
    ...(check_number === null ? [] : [text.rows.check(check_number)]),
    ...(balance_after_cents === null ? [] : [text.rows.balance(exactCents(balance_after_cents))]),
  ]
  const name = text.classes[row.class]
  return (
    <li className={classes.row} data-current={isCurrent || undefined} data-class={row.class}>
      <UnstyledButton
        className={classes.entry}
        tabIndex={isCurrent ? 0 : -1}
        data-line={row_id}
        data-autofocus={isCurrent || undefined}
        aria-label={text.rows.row(day, description, amount, page)}
        onFocus={onReach}
        onClick={onOpen}
      >
        <span className={classes.description}>{description}</span>
        <span className={`tabular ${classes.amount}`}>{amount}</span>
      </UnstyledButton>
      <div className={classes.detail}>
        <Text size="xs" c="dimmed" className="tabular">
          {details.join(' · ')}
        </Text>
        <UnstyledButton
          className={classes.class}
          tabIndex={isCurrent ? 0 : -1}
          data-by={row.class_by}
          aria-label={text.classOf(name, description)}
          aria-expanded={isEditing}
          title={row.class_by === 'suggested' ? text.suggestedHint : text.byBroker[row.class_by]}
          onClick={() => {
            onReach()
            editClass(isEditing ? null : row_id)
          }}
        >
          {row.class_by === 'suggested' ? text.suggestedClass(name) : name}
        </UnstyledButton>
      </div>
      {isEditing && (
        <div className={classes.change}>
          <ClassForm row={row} onSave={onSave} onClose={onClose} />
        </div>
      )}
    </li>
  )
}
