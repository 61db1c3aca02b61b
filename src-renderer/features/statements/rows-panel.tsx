import { exactCents } from '../../../src-shared/features/statements/deal-statements.ts'
import { Button, Checkbox, Drawer, Text, Title, UnstyledButton, Group, Radio, Stack } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type {
  StatementRow,
  StatementSuggestion,
  SuggestionPlace,
} from '../../../src-shared/features/statements/deal-statements.ts'
import {
  closeRows,
  loadRows,
  useRows,
  editClass,
  classify,
  confirmClasses,
  type ClassScope,
  acceptSuggestions,
  loadSuggestions,
  undoSuggestions,
  useSuggestions,
} from './statements-store.ts'
import { EmptyState, Form, Hint, Quiet, LinkButton } from '../../platform/ui/parts.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import { closeViewer, openEntries, showMark, useViewer, openSuggestion } from '../viewer/viewer-store.ts'
import { IconListSearch } from '@tabler/icons-react'
import classes from './statements.module.css'
import { useActions } from '../../platform/actions/actions.ts'
import { leaveLine, walkLines } from '../../platform/ui/keep-focus.ts'
import { dayText, joinTexts } from '../../platform/ui/formats.ts'
import {
  MONEY_IN,
  MONEY_OUT,
  type TransactionClass,
} from '../../../src-shared/features/statements/transaction-class.ts'
import { PickInput } from '../../platform/ui/choice-input.tsx'
import { run } from '../../platform/ui/command.tsx'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { inOrder } from '../../../src-shared/features/prefill/prefill.ts'
import { outdatedText } from '../prefill/prefill-store.ts'
import { ProposalPanel, ProposalsLoading } from '../prefill/proposal-list.tsx'
import prefill from '../prefill/prefill.module.css'

/** The most rows that a list shows, so that it stays fast. */
const MOST_ROWS = 1_000

/** The entries of a figure, at the right side of the screen. A click on one opens its page. */
export function RowsDrawer() {
  const request = useRows((state) => state.request)
  const editing = useRows((state) => state.editing)
  const isViewerOpen = useViewer((state) => state.document_id !== null)
  if (request === null) return null
  return (
    <Drawer
      opened
      position="right"
      size={560}
      title={request.title}
      transitionProps={{ duration: 0 }}
      // Escape first closes what is above the list.
      closeOnEscape={!isViewerOpen && editing === null}
      onClose={closeRows}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
      data-testid="rows-drawer"
    >
      <Rows keys={messages().statements.rows.keys} onOpen={open} />
    </Drawer>
  )
}

function open({ document_id, page, boxes }: StatementRow): void {
  openEntries(document_id, { page, boxes })
}

/** Lists the entries of the open document beside its pages. The row in focus is framed on its page. */
export function RowsBeside({ document: { document_id } }: { document: DealDocument }) {
  const title = useRows((state) => state.request?.title ?? '')
  const show = ({ page, boxes }: StatementRow) => showMark({ page, boxes })
  const text = messages().statements.rows
  return (
    <section className={classes.panel} aria-labelledby="rows-beside" data-testid="rows-beside">
      <div className={classes.panelHead}>
        <Title order={2} id="rows-beside" size="h4">
          {title}
        </Title>
      </div>
      <Rows keys={text.keysBeside} document_id={document_id} onReach={show} onOpen={show}>
        <Button size="xs" onClick={closeViewer}>
          {messages().prefill.done}
        </Button>
      </Rows>
    </section>
  )
}

interface RowsProps {
  keys: string
  /** If given, only the entries of this document are listed. */
  document_id?: string
  onReach?: ((row: StatementRow) => void) | undefined
  onOpen: (row: StatementRow) => void
  children?: ReactNode
}

function Rows({ keys, document_id, onReach, onOpen, children }: RowsProps) {
  const { rows, error, onlySuggested } = useRows()
  const mark = useViewer((state) => state.mark)
  const text = messages().statements.rows
  if (error !== null) return <ErrorNote error={error} onAgain={() => void loadRows()} />
  if (rows === null) return <Reading lines={8} />
  const listed = rows.filter(
    (row) =>
      (document_id === undefined || row.document_id === document_id) &&
      (!onlySuggested || row.class_by === 'suggested'),
  )
  const suggested = listed.filter(({ class_by }) => class_by === 'suggested').map(({ row_id }) => row_id)
  const confirmAll = () =>
    run(confirmClasses(suggested, true), text.confirmed(suggested.length), () =>
      confirmClasses(suggested, false),
    )
  const shown = listed.slice(0, MOST_ROWS)
  const sum = listed.reduce((total, { amount_cents }) => total + amount_cents, 0)
  const marked =
    mark === null || document_id === undefined
      ? undefined
      : shown.find(({ page, boxes }) => page === mark.page && boxes.join() === mark.boxes.join())
  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <Hint>{keys}</Hint>
        <Checkbox
          size="xs"
          label={text.onlySuggested}
          checked={onlySuggested}
          onChange={({ currentTarget }) => useRows.setState({ onlySuggested: currentTarget.checked })}
        />
        {suggested.length > 0 && (
          <Button
            size="compact-xs"
            variant="light"
            title={text.confirmAllHint}
            onClick={() => void confirmAll()}
          >
            {text.confirmAll(suggested.length)}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={IconListSearch} title={text.none} text={text.noneText} />
      ) : (
        <RowList rows={shown} first={marked?.row_id} onReach={onReach} onOpen={onOpen} />
      )}
      <div className={classes.panelFoot}>
        <Text size="xs" c="dimmed" className="tabular" role="status">
          {text.count(listed.length)} · {text.sum(exactCents(sum))}
          {shown.length < listed.length && ` · ${text.more(MOST_ROWS)}`}
        </Text>
        {children}
      </div>
    </div>
  )
}

interface RowListProps {
  rows: readonly StatementRow[]
  first?: string | undefined
  onReach?: ((row: StatementRow) => void) | undefined
  onOpen: (row: StatementRow) => void
}

/** Entries of a statement with their classes. The arrow keys move, Enter opens an entry, and C changes its class. */
function RowList({ rows, first, onReach, onOpen }: RowListProps) {
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
  useActions('deal', [
    {
      id: 'statements.change_class',
      label: text.change.title,
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
      {rows.map((row) => {
        const { row_id, date, description, amount_cents, page, check_number, balance_after_cents, class_by } =
          row
        const isCurrent = row_id === current
        const isEditing = row_id === editing
        const day = dayText(date)
        const amount = exactCents(amount_cents)
        const details = joinTexts(
          [
            day,
            messages().viewer.pageNumber(page),
            check_number && text.rows.check(check_number),
            balance_after_cents !== null && text.rows.balance(exactCents(balance_after_cents)),
          ],
          ' · ',
        )
        const name = text.classes[row.class]
        const reach = () => {
          setWanted(row_id)
          onReach?.(row)
        }
        return (
          <li
            key={row_id}
            className={classes.row}
            data-current={isCurrent || undefined}
            data-class={row.class}
          >
            <UnstyledButton
              className={classes.entry}
              tabIndex={isCurrent ? 0 : -1}
              data-line={row_id}
              data-autofocus={isCurrent || undefined}
              aria-label={text.rows.row(day, description, amount, page)}
              onFocus={reach}
              onClick={() => onOpen(row)}
            >
              <span className={classes.description}>{description}</span>
              <span className={`tabular ${classes.amount}`}>{amount}</span>
            </UnstyledButton>
            <div className={classes.detail}>
              <Hint className="tabular">{details}</Hint>
              <UnstyledButton
                className={classes.class}
                tabIndex={isCurrent ? 0 : -1}
                data-by={class_by}
                aria-label={text.classOf(name, description)}
                aria-expanded={isEditing}
                title={class_by === 'suggested' ? text.suggestedHint : text.byBroker[class_by]}
                onClick={() => {
                  reach()
                  editClass(isEditing ? null : row_id)
                }}
              >
                {class_by === 'suggested' ? text.suggestedClass(name) : name}
              </UnstyledButton>
            </div>
            {isEditing && (
              <div className={classes.change}>
                {/* A changed row may leave the list. Its neighbor keeps the focus in the list. */}
                <ClassForm row={row} onSave={() => leaveLine(list)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The scope that the broker chose last, because he usually corrects several descriptions in the same way. */
let lastScope: ClassScope = 'row'

/** Confirms or changes the class of an entry, or of all entries with the same description. Calls `onSave` before the list changes. */
function ClassForm({ row, onSave }: { row: StatementRow; onSave: () => void }) {
  const [chosen, setChosen] = useState<TransactionClass>(row.class)
  const [scope, setScope] = useState<ClassScope>(lastScope)
  const text = messages().statements
  const isConfirmation = chosen === row.class && row.class_by === 'suggested'
  const close = () => editClass(null)
  async function save(to: TransactionClass | null, applies_to: ClassScope) {
    close()
    onSave()
    const before = classBefore(row, applies_to)
    const undo = () => classify(row.row_id, before, applies_to)
    await run(classify(row.row_id, to, applies_to), savedText(to, applies_to), undo)
  }
  function submit() {
    lastScope = scope
    void save(chosen, scope)
  }
  function reset() {
    void save(null, row.class_by === 'broker_description' ? 'description' : 'row')
  }
  function onKeyDown(event: KeyboardEvent) {
    // The list of entries moves with the same keys.
    event.stopPropagation()
    const isListOpen =
      event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key === 'Escape' && !isListOpen) close()
  }
  return (
    <Form onSubmit={submit} onKeyDown={onKeyDown} aria-label={text.change.title} data-testid="class-form">
      <Stack gap={8}>
        <PickInput
          size="xs"
          label={text.change.class}
          data-autofocus
          autoFocus
          withinPortal={false}
          choices={choicesFor(row)}
          value={chosen}
          onPick={(value) => setChosen(value as TransactionClass)}
        />
        <Radio.Group
          size="xs"
          label={text.change.applies}
          value={scope}
          onChange={(value) => setScope(value)}
        >
          <Group gap="md" mt={4}>
            <Radio size="xs" value="row" label={text.change.row} />
            <Radio size="xs" value="description" label={text.change.description} />
          </Group>
        </Radio.Group>
        <Group gap="xs">
          <Button variant="filled" size="compact-sm" type="submit">
            {isConfirmation ? text.change.confirm : messages().common.save}
          </Button>
          {row.class_by !== 'suggested' && (
            <Button size="compact-sm" onClick={reset}>
              {text.change.reset}
            </Button>
          )}
          <Quiet size="compact-sm" onClick={close}>
            {messages().common.cancel}
          </Quiet>
        </Group>
      </Stack>
    </Form>
  )
}

function choicesFor({ amount_cents }: StatementRow) {
  const text = messages().statements.classes
  return (amount_cents > 0 ? MONEY_IN : MONEY_OUT).map((value) => ({ value, label: text[value] }))
}

/** Returns what a change replaces, for undo: the broker's earlier choice for the same scope, or null if there was none. */
function classBefore({ class: before, class_by }: StatementRow, scope: ClassScope): TransactionClass | null {
  return class_by === (scope === 'row' ? 'broker_row' : 'broker_description') ? before : null
}

function savedText(to: TransactionClass | null, scope: ClassScope): string {
  const { change, classes: names } = messages().statements
  if (to === null) return change.restored
  return (scope === 'row' ? change.saved : change.savedAll)(names[to])
}

const MOST_SOURCES = 6

/**
 * Lists the values that verified statements suggest for the form. The broker looks at the source of each value on its page, and accepts it
 * with a click or a key.
 */
export function SuggestionsPanel({ deal: { deal_id, state, document_list } }: { deal: Deal }) {
  const { suggestions, error, current, accepted } = useSuggestions()
  const isEditable = state === 'draft' || state === 'refused'
  useEffect(() => void loadSuggestions(deal_id), [deal_id])
  const listed = inOrder(suggestions ?? [])
  const fresh = listed.filter((one) => one.state === 'new')
  const text = messages().prefill
  const use = messages().statementUse
  const accept = (chosen: readonly StatementSuggestion[]) =>
    void run(acceptSuggestions(deal_id, chosen), outdatedText)
  function choose(id: string) {
    const place = suggestions?.find(({ suggestion_id }) => suggestion_id === id)?.places[0]
    useSuggestions.setState({ current: id })
    if (place !== undefined) showPlace(place)
  }
  if (error !== null)
    return (
      <Stack p="md">
        <ErrorNote error={error} onAgain={() => void loadSuggestions(deal_id)} />
      </Stack>
    )
  if (suggestions === null) return <ProposalsLoading label={messages().statements.loading} />
  const chosen = listed.find(({ suggestion_id }) => suggestion_id === current)
  const places = chosen?.places.map((one) => [`${one.document_id} ${one.page}`, one] as const)
  const pages = [...new Map(places).values()]
  const nameOf = (id: string) => document_list.find(({ document_id }) => document_id === id)?.name ?? ''
  return (
    <ProposalPanel
      id="suggestions"
      title={listed.length === 0 ? use.none : use.title}
      hint={listed.length === 0 ? use.noneText : isEditable ? use.keys : text.notEditable}
      proposals={listed.map((one) => ({
        ...one,
        id: one.suggestion_id,
        source: formatMessage(one.source),
      }))}
      fresh={fresh.length}
      accepted={accepted}
      isEditable={isEditable}
      first={current ?? undefined}
      onChoose={choose}
      onAccept={(id) => accept(listed.filter(({ suggestion_id }) => suggestion_id === id))}
      onAcceptAll={() => accept(fresh)}
      onUndo={() => void run(undoSuggestions(deal_id))}
    >
      {chosen !== undefined && pages.length > 1 && (
        <Group gap={8} className={prefill.foot} role="group" aria-label={use.sources(chosen.label)}>
          {pages.slice(0, MOST_SOURCES).map((place, at) => (
            <LinkButton key={at} size="xs" onClick={() => showPlace(place)}>
              {use.pageOf(nameOf(place.document_id), place.page)}
            </LinkButton>
          ))}
          {pages.length > MOST_SOURCES && <Hint>{use.summary.more(pages.length - MOST_SOURCES)}</Hint>}
        </Group>
      )}
    </ProposalPanel>
  )
}

function showPlace({ document_id, page, boxes }: SuggestionPlace): void {
  if (useViewer.getState().document_id === document_id) showMark({ page, boxes })
  else openSuggestion(document_id, { page, boxes })
}
