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
import { words } from '../../../src-shared/messages/messages.ts'
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
    <Modal opened onClose={onClose} title={words().importing.title} size="xl">
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
  const said = words().importing
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
            <Button {...props} data-autofocus leftSection={<IconFileImport size={16} />}>
              {said.pick}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" mt={4}>
          {said.orDrop}
        </Text>
      </div>
      <Text size="sm">{said.formats}</Text>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconFileSpreadsheet size={16} />}
        onClick={() => void saveTemplate()}
      >
        {said.saveTemplate}
      </Button>
    </>
  )
}

async function saveTemplate(): Promise<void> {
  const saved = await call('drafts.save_template', {})
  if (!saved.ok) return tellError(saved.error)
  const { saved_as } = saved.value
  if (saved_as !== null) notifications.show({ message: words().importing.savedAs(saved_as) })
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
  const said = words().importing
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
      message: said.imported(made.value.deal_ids.length, file),
      color: 'teal',
    })
    if (only !== undefined && others.length === 0) navigate({ screen: 'deal', deal_id: only })
  }

  return (
    <>
      <Text size="sm">
        <strong>{file}</strong> {said.holds(rows.length)}
      </Text>
      {unknown.length > 0 && (
        <Alert variant="default" title={said.noField}>
          <Text size="sm">{said.keptBeside(unknown.map(({ column }) => column))}</Text>
        </Alert>
      )}
      <ScrollArea.Autosize mah="45vh" type="auto">
        <Table stickyHeader verticalSpacing={6} data-testid="import-rows">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36} aria-label={said.take} />
              <Table.Th>{said.business}</Table.Th>
              <Table.Th ta="right">{said.amount}</Table.Th>
              <Table.Th ta="right">{said.values}</Table.Th>
              <Table.Th>{said.doesNotFit}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ row, legal_name, amount_cents, fitted, left_out }) => (
              <Table.Tr key={row} className={classes.row}>
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={said.takeRow(row, legal_name)}
                    checked={!skipped.has(row)}
                    onChange={(event) => choose(row, event.currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td className={classes.name}>
                  {legal_name || <em>{said.noName}</em>}
                  <Text size="xs" c="dimmed">
                    {said.row(row)}
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
          {misfits === 0 ? said.allFit : said.misfits(misfits)}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={back}>
            {said.anotherFile}
          </Button>
          <Button loading={busy} disabled={chosen.length === 0} onClick={() => void create()}>
            {said.import(chosen.length)}
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
        {words().importing.fits}
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
