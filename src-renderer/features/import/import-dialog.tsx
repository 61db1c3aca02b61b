import { Button, FileButton, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type DragEvent } from 'react'
import {
  type DuplicateRule,
  type ImportChoices,
  type ImportPreview,
  planImport,
} from '../../../src-shared/features/import/import.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on, registerFiles } from '../../platform/api/funding-desk.ts'
import { navigate } from '../../platform/navigation/route.ts'
import { useSupportMode } from '../../platform/page/appearance-store.ts'
import { notifyDone, offerUndo, run, saveFile, useBusy } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { ImportColumns } from './import-columns.tsx'
import { DoubtfulRows, NotCarriedValues, PreviewRows } from './import-rows.tsx'
import classes from './import.module.css'
import { joinTexts } from '../../platform/ui/formats.ts'
import { Hint } from '../../platform/ui/parts.tsx'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  /** The broker's choices about the file, and the id of the first preview of this file. */
  const [choices, setChoices] = useState<ImportChoices>({})
  const [first, setFirst] = useState('')
  const [changing, setChanging] = useState(false)
  const [reading, setReading] = useState<{ import_id: string; file: string } | null>(null)
  const [error, setError] = useState<AppError | null>(null)

  /** The id of the preview or import for which the dialog waits. The dialog ignores the result of a canceled preview or import. */
  const awaited = useRef<string | null>(null)

  async function read(file: File | undefined) {
    if (file === undefined) return
    const import_id = crypto.randomUUID()
    awaited.current = import_id
    setError(null)
    setReading({ import_id, file: file.name })
    const registered = await registerFiles([file])
    if (awaited.current !== import_id) return
    const file_id = registered.ok ? (registered.value[0]?.file_id ?? '') : ''
    const reported = registered.ok ? await call('drafts.preview_import', { import_id, file_id }) : registered
    if (awaited.current !== import_id) return
    awaited.current = null
    setReading(null)
    if (reported.ok) {
      setPreview(reported.value)
      setFirst(reported.value.import_id)
      setChoices({})
    } else if (reported.error.code !== 'IMPORT_CANCELLED') setError(reported.error)
  }
  async function change(of: string, next: ImportChoices) {
    const import_id = crypto.randomUUID()
    awaited.current = import_id
    setChanging(true)
    const changed = await call('drafts.change_import', { import_id, of, choices: next })
    if (awaited.current !== import_id) return
    awaited.current = null
    setChanging(false)
    const shown = await run(Promise.resolve(changed))
    if (shown === null) return
    setPreview(shown)
    setChoices(next)
  }
  function stopReading() {
    if (awaited.current !== null) void cancel(awaited.current)
    awaited.current = null
    setReading(null)
  }
  function close() {
    stopReading()
    onClose()
  }

  const text = messages().importing
  return (
    <Dialog onClose={close} title={messages().pipeline.firstImport} size="min(1100px, 96vw)" gap="md">
      {error !== null && <ErrorNote error={error} onClose={() => setError(null)} />}
      {reading !== null && (
        <>
          <ProgressLine import_id={reading.import_id} label={text.reading(reading.file)} />
          <Group justify="flex-end">
            <Button data-autofocus onClick={stopReading}>
              {messages().common.cancel}
            </Button>
          </Group>
        </>
      )}
      {reading === null && preview === null && <PickFile read={read} />}
      {reading === null && preview !== null && (
        <Preview
          key={readingOf(first, preview)}
          preview={preview}
          choices={choices}
          changing={changing}
          onChange={(next) => void change(preview.import_id, next)}
          back={() => setPreview(null)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** Returns a key of the rows of a preview. Rows of another sheet, or below other headings, are others. */
function readingOf(first: string, { format }: ImportPreview): string {
  return [first, format?.sheet, format?.heading_row, format?.text?.delimiter].join(' ')
}

const cancel = (import_id: string) => call('drafts.cancel_import', { import_id })

/** The progress of reading a file. Until main reports a count, the bar is full and animated. */
function ProgressLine({ import_id, label }: { import_id: string; label: string }) {
  const [share, setShare] = useState<number | null>(null)
  useEffect(
    () =>
      on('import.progress', ({ import_id: of, done, total }) => {
        if (of === import_id) setShare((100 * done) / total)
      }),
    [import_id],
  )
  return (
    <Stack gap={6} role="status">
      <Text>{label}</Text>
      <Progress value={share ?? 100} animated={share === null} aria-label={label} />
    </Stack>
  )
}

function PickFile({ read }: { read: (file: File | undefined) => Promise<void> }) {
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  const isTechnical = useSupportMode()
  const text = messages().importing
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
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,.json,text/csv,application/json"
          onChange={(file) => void read(file ?? undefined)}
        >
          {(props) => (
            <Button variant="filled" {...props} data-autofocus leftSection={<IconFileImport size={16} />}>
              {isTechnical ? text.pickTechnical : text.pick}
            </Button>
          )}
        </FileButton>
        <Hint mt={4}>{text.orDrop}</Hint>
      </div>
      <Text>{text.formats}</Text>
      {isTechnical && <Text>{text.formatsTechnical}</Text>}
      <Button
        w="fit-content"
        leftSection={<IconFileSpreadsheet size={16} />}
        onClick={() => void saveFile(call('drafts.save_template', {}), messages().deal.savedAs)}
      >
        {text.saveTemplate}
      </Button>
    </>
  )
}

interface PreviewProps {
  preview: ImportPreview
  choices: ImportChoices
  /** True while the file is read again with other choices. */
  changing: boolean
  onChange: (choices: ImportChoices) => void
  back: () => void
  onClose: () => void
}

/** Plans an import of the chosen rows with the broker's rule for duplicates, or with the first one that fits the rows. */
function planWith(chosen: ImportPreview['rows'], rule: DuplicateRule | null) {
  const matching = chosen.filter(({ existing }) => existing !== null).length
  const drafts = planImport(chosen, 'update').filled.length
  const repeated = planImport(chosen, 'skip').merged.length
  const rules: DuplicateRule[] =
    matching === 0 ? ['update', 'create'] : drafts > 0 ? ['skip', 'update', 'create'] : ['skip', 'create']
  const duplicates = rules.find((one) => one === rule) ?? (matching === 0 ? 'update' : 'skip')
  return { matching, drafts, repeated, rules, duplicates, plan: planImport(chosen, duplicates) }
}

function Preview({ preview, choices, changing, onChange, back, onClose }: PreviewProps) {
  const { import_id, file, rows, format } = preview
  const text = messages().importing
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(
    () => new Set(rows.flatMap(({ row, no_deal }) => (no_deal === null ? [] : [row]))),
  )
  const { busy, run: runBusy } = useBusy()
  const chosen = useMemo(() => rows.filter(({ row }) => !skipped.has(row)), [rows, skipped])
  const [rule, setRule] = useState<DuplicateRule | null>(null)
  const { matching, drafts, repeated, rules, duplicates, plan } = useMemo(
    () => planWith(chosen, rule),
    [chosen, rule],
  )
  const leftOut = useMemo(() => new Set(plan.skipped), [plan])
  const created = plan.created.length
  const updated = new Set(plan.filled.map(({ deal_id }) => deal_id)).size
  const misfits = chosen.reduce(
    (sum, { row, left_out_count }) => (leftOut.has(row) ? sum : sum + left_out_count),
    0,
  )
  const made = new Set(plan.created)
  const nameless = chosen.filter(({ row, legal_name }) => made.has(row) && legal_name === '')
  const closed = chosen.filter(({ row, closed: status }) => status !== null && !leftOut.has(row))
  const leaveOut = (left: readonly number[]) => setSkipped(new Set([...skipped, ...left]))
  const noDeals = rows.filter(({ no_deal }) => no_deal !== null).length

  async function create() {
    const work = call('drafts.import', { import_id, rows: chosen.map(({ row }) => row), duplicates })
    const imported = await runBusy(work)
    if (imported === null) return
    onClose()
    const { deal_ids, updated: filled, skipped: left } = imported
    const said = joinTexts([
      deal_ids.length > 0 && text.imported(deal_ids.length, file),
      filled > 0 && text.updated(filled),
      left > 0 && text.skippedRows(left),
    ])
    // Values that filled the drafts of other rows stay.
    if (deal_ids.length === 0 || filled > 0) notifyDone(said)
    else
      offerUndo(said, () => call('pipeline.act', { bulk_id: crypto.randomUUID(), action: 'bin', deal_ids }))
    const [only, ...others] = deal_ids
    if (only !== undefined && others.length === 0) navigate({ screen: 'deal', deal_id: only })
  }

  return (
    <>
      <Text>
        <strong>{file}</strong> {text.holds(rows.length - noDeals, format !== null)}
      </Text>
      <DoubtfulRows
        title={text.nameless(nameless.length)}
        about={format === null ? '' : text.namelessAbout}
        rows={nameless.map(({ row }) => row)}
        disabled={busy}
        leaveOut={leaveOut}
      />
      <DoubtfulRows
        title={text.closedRows(
          closed.length,
          [...new Set(closed.map((row) => row.closed))].slice(0, 5).join(' · '),
        )}
        about={text.closedRowsAbout}
        rows={closed.map(({ row }) => row)}
        disabled={busy}
        leaveOut={leaveOut}
      />
      {format !== null && (
        <ImportColumns
          preview={preview}
          format={format}
          choices={choices}
          disabled={busy || changing}
          onChange={onChange}
        />
      )}
      {matching + repeated > 0 && (
        <Stack gap={4} data-testid="import-duplicates">
          <Text id="import-duplicates">
            {joinTexts([
              matching > 0 && text.duplicates(matching, drafts),
              repeated > 0 && text.repeated(repeated),
            ])}
          </Text>
          <SegmentedControl
            size="xs"
            w="fit-content"
            aria-labelledby="import-duplicates"
            value={duplicates}
            disabled={busy}
            onChange={setRule}
            data={rules.map((value) => ({
              value,
              label: value === 'update' && matching === 0 ? text.onePerBusiness : text.duplicateRules[value],
            }))}
          />
          <Hint>
            {joinTexts([
              (matching > 0 || duplicates === 'create') && text.duplicateRulesAbout[duplicates],
              plan.merged.length > 0 && text.repeatedAbout,
            ])}
          </Hint>
        </Stack>
      )}
      <NotCarriedValues preview={preview} />
      {noDeals > 0 && <Text>{text.noDeals(noDeals)}</Text>}
      <PreviewRows
        rows={rows}
        left={leftOut}
        shares={duplicates !== 'create'}
        skipped={skipped}
        setSkipped={setSkipped}
      />
      {busy && <ProgressLine import_id={import_id} label={text.importing(chosen.length)} />}
      <Group justify="space-between" className={classes.footer}>
        <Hint>
          {created + updated > 0 &&
            (misfits > 0 ? text.orphans(misfits) : plan.merged.length === 0 && text.allFit)}
        </Hint>
        <Group gap="sm">
          {busy ? (
            <Button onClick={() => void cancel(import_id)}>{messages().common.cancel}</Button>
          ) : (
            <Button onClick={back}>{text.anotherFile}</Button>
          )}
          <Button
            variant="filled"
            loading={busy}
            disabled={
              (created === 0 && duplicates !== 'update') ||
              chosen.length === 0 ||
              changing ||
              format?.heading_row === null
            }
            onClick={() => void create()}
          >
            {created > 0 || duplicates !== 'update' ? text.import(created) : text.update(updated)}
          </Button>
        </Group>
      </Group>
    </>
  )
}
