import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  Modal,
  ScrollArea,
  Stack,
  Table,
  Text,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { call, registerFiles } from '../../api/funding-desk.ts'
import { navigate } from '../../navigation/route.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCents } from '../../ui/formats.ts'
import { tellError } from '../../ui/tell-error.ts'
import classes from './import.module.css'

/** Drafts from a file: first what they would be and what does not fit, then, on a press, the drafts. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [error, setError] = useState<AppError | null>(null)

  async function read(file: File | undefined) {
    if (file === undefined) return
    setError(null)
    const registered = await registerFiles([file])
    const file_id = registered.ok ? (registered.value[0]?.file_id ?? '') : ''
    const told = registered.ok ? await call('drafts.preview_import', { file_id }) : registered
    if (told.ok) setPreview(told.value)
    else setError(told.error)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Import drafts"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {error !== null && <ErrorNote error={error} onClose={() => setError(null)} />}
        {preview === null ? (
          <PickFile read={read} />
        ) : (
          <Preview
            key={preview.import_id}
            preview={preview}
            back={() => setPreview(null)}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  )
}

function PickFile({ read }: { read: (file: File | undefined) => Promise<void> }) {
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  return (
    <>
      <div
        className={`${classes.drop} ${over ? classes.over : ''}`}
        data-testid="import-drop"
        onDrop={drop}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
      >
        <FileButton
          accept=".csv,.json,text/csv,application/json"
          onChange={(file) => void read(file ?? undefined)}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileImport size={16} />}>
              Pick a CSV or JSON file
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" mt={4}>
          or drop it here
        </Text>
      </div>
      <Text size="sm">
        CSV: a heading row, then a row for each deal. Headings may be the words of the form, its field paths,
        or usual names such as “Business name” or “Owner 2 SSN”. JSON: drafts that were exported here, or
        applications as they go to the funding partner.
      </Text>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconFileSpreadsheet size={16} />}
        onClick={() => void saveTemplate()}
      >
        Save an empty CSV with all headings
      </Button>
    </>
  )
}

async function saveTemplate(): Promise<void> {
  const saved = await call('drafts.save_template', {})
  if (!saved.ok) return tellError(saved.error)
  if (saved.value.saved_as !== null) notifications.show({ message: `Saved as ${saved.value.saved_as}` })
}

function Preview({
  preview,
  back,
  onClose,
}: {
  preview: ImportPreview
  back: () => void
  onClose: () => void
}) {
  const { import_id, file, rows, columns } = preview
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const chosen = rows.filter(({ row }) => !skipped.has(row))
  const unknown = columns.filter(({ field }) => field === null)
  const misfits = chosen.reduce((sum, { left_out }) => sum + left_out.length, 0)

  function choose(row: number, take: boolean) {
    const next = new Set(skipped)
    if (take) next.delete(row)
    else next.add(row)
    setSkipped(next)
  }
  async function create() {
    setBusy(true)
    const made = await call('drafts.import', { import_id, rows: chosen.map(({ row }) => row) })
    setBusy(false)
    if (!made.ok) return tellError(made.error)
    const [only, ...others] = made.value.deal_ids
    onClose()
    notifications.show({
      message: `${drafts(made.value.deal_ids.length)} imported from ${file}.`,
      color: 'teal',
    })
    if (only !== undefined && others.length === 0) navigate({ screen: 'deal', deal_id: only })
  }

  return (
    <>
      <Text size="sm">
        <strong>{file}</strong> holds {drafts(rows.length)}. Nothing has been made yet.
      </Text>
      {unknown.length > 0 && (
        <Alert variant="default" title="The form has no field for these headings">
          <Text size="sm">
            {unknown.map(({ column }) => `“${column}”`).join(', ')}. Their values are kept beside each draft.
          </Text>
        </Alert>
      )}
      <ScrollArea.Autosize mah="45vh" type="auto">
        <Table stickyHeader verticalSpacing={6} data-testid="import-rows">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36} aria-label="Import" />
              <Table.Th>Business</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
              <Table.Th ta="right">Values</Table.Th>
              <Table.Th>Does not fit</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ row, legal_name, amount_cents, fitted, left_out }) => (
              <Table.Tr key={row} className={classes.row}>
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={`Import row ${row}, ${legal_name || 'without a name'}`}
                    checked={!skipped.has(row)}
                    onChange={(event) => choose(row, event.currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td className={classes.name}>
                  {legal_name || <em>No name</em>}
                  <Text size="xs" c="dimmed">
                    Row {row}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formatCents(amount_cents)}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {fitted}
                </Table.Td>
                <Table.Td>
                  <Misfits left_out={left_out} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {misfits === 0
            ? 'Every value has its field.'
            : `${misfits} ${misfits === 1 ? 'value is' : 'values are'} kept beside the drafts, to copy or remove there.`}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={back}>
            Another file
          </Button>
          <Button loading={busy} disabled={chosen.length === 0} onClick={() => void create()}>
            Import {drafts(chosen.length)}
          </Button>
        </Group>
      </Group>
    </>
  )
}

function Misfits({ left_out }: Pick<ImportPreview['rows'][number], 'left_out'>) {
  if (left_out.length === 0)
    return (
      <Text size="xs" c="dimmed">
        Everything fits
      </Text>
    )
  return (
    <ul className={classes.misfits}>
      {left_out.map(({ label, value, why }, index) => (
        // What the file says stands still while it is looked at.
        // eslint-disable-next-line react/no-array-index-key
        <li key={index}>
          {label}: <strong>{value}</strong>
          <Text size="xs" c="dimmed">
            {why}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function drafts(count: number): string {
  return count === 1 ? '1 draft' : `${count} drafts`
}
