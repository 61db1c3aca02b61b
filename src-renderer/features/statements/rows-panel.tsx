import { Button, Checkbox, Drawer, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { StatementRow } from '../../../src-shared/statements/deal-statements.ts'
import { closeRows, loadRows, useRows } from '../../stores/statements-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/loaded.tsx'
import { closeViewer, openEntries, showMark, useViewer } from '../viewer/viewer-store.ts'
import { IconListSearch } from '@tabler/icons-react'
import { RowList } from './row-list.tsx'
import { exactCents } from './wording.ts'
import classes from './statements.module.css'

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
        <Button size="xs" variant="default" onClick={closeViewer}>
          {text.done}
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
  /** More buttons at the end. */
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
  const shown = listed.slice(0, MOST_ROWS)
  const sum = listed.reduce((total, { amount_cents }) => total + amount_cents, 0)
  const marked =
    mark === null || document_id === undefined
      ? undefined
      : shown.find(({ page, boxes }) => page === mark.page && boxes.join() === mark.boxes.join())
  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <Text size="xs" c="dimmed">
          {keys}
        </Text>
        <Checkbox
          size="xs"
          label={text.onlySuggested}
          checked={onlySuggested}
          onChange={({ currentTarget }) => useRows.setState({ onlySuggested: currentTarget.checked })}
        />
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
