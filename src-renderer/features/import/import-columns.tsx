import { Alert, Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core'
import { memo } from 'react'
import {
  AMOUNT_STYLES,
  DATE_ORDERS,
  DELIMITERS,
  ENCODINGS,
  type ColumnTarget,
  type ImportChoices,
  type ImportFormat,
  type ImportPreview,
  type PreviewCell,
} from '../../../src-shared/features/import/import.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { formatDay, joinTexts } from '../../platform/ui/formats.ts'
import classes from './import.module.css'
import { Hint } from '../../platform/ui/parts.tsx'

/** Maximum number of columns to show. A file may have 2,000 of them, and each has a list of all fields. */
const SHOWN_COLUMNS = 60

const SKIP = '-'
const NOTE = '@'
const BESIDE = ''

interface ImportColumnsProps {
  preview: ImportPreview
  format: ImportFormat
  choices: ImportChoices
  disabled: boolean
  onChange: (choices: ImportChoices) => void
}

/**
 * Shows how the app reads a table: its format, the field of each column, and the first rows as they would be imported. Each choice of the
 * broker causes a new preview.
 */
export function ImportColumns({ preview, format, choices, disabled, onChange }: ImportColumnsProps) {
  const { columns, fields, cells } = preview
  const text = messages().importing
  const matched = columns.filter(({ target }) => target !== 'beside' && target !== 'skip').length
  const setTarget = (at: number, target: ColumnTarget) =>
    onChange({ ...choices, columns: columns.map((column, place) => (place === at ? target : column.target)) })
  // Another heading row or sheet has other columns.
  const read = (next: ImportChoices) => onChange({ ...choices, columns: undefined, ...next })
  const { remembered, heading_row, unsure_words, sheets, sheet, text: ofText } = format
  const above = format.first_rows.filter(({ row }) => row < (heading_row ?? 0)).length
  return (
    <Stack gap="xs" component="section" aria-label={text.columns}>
      <Group gap="sm" align="flex-end">
        {sheets.length > 1 && (
          <Choice
            label={text.sheet}
            value={sheet ?? ''}
            values={sheets.map((name) => ({ value: name, label: name }))}
            disabled={disabled}
            onPick={(name) => read({ sheet: name, heading_row: undefined })}
          />
        )}
        <Choice
          label={text.headings}
          value={String(heading_row ?? 0)}
          values={[
            { value: '0', label: text.noHeadings },
            ...format.first_rows.map(({ row, text: beginning }) => ({
              value: String(row),
              label: text.headingRow(row, beginning),
            })),
          ]}
          disabled={disabled}
          onPick={(row) => read({ heading_row: Number(row) })}
        />
        {ofText !== null && (
          <>
            <Choice
              label={text.delimiter}
              value={ofText.delimiter}
              values={[...new Set([...DELIMITERS, ofText.delimiter])].map((value) => ({
                value,
                label: Object.entries(text.delimiters).find(([one]) => one === value)?.[1] ?? value,
              }))}
              disabled={disabled}
              onPick={(delimiter) => read({ delimiter, heading_row: undefined })}
            />
            <Choice
              label={text.encoding}
              value={ofText.encoding}
              values={ENCODINGS.map((value) => ({ value, label: text.encodings[value] }))}
              disabled={disabled}
              onPick={(encoding) => read({ encoding })}
            />
          </>
        )}
        <Choice
          label={text.dates}
          value={format.dates}
          values={DATE_ORDERS.map((value) => ({ value, label: text.dateOrders[value] }))}
          disabled={disabled}
          onPick={(dates) => onChange({ ...choices, dates })}
        />
        <Choice
          label={text.amounts}
          value={format.amounts}
          values={AMOUNT_STYLES.map((value) => ({ value, label: text.amountStyles[value] }))}
          disabled={disabled}
          onPick={(amounts) => onChange({ ...choices, amounts })}
        />
      </Group>
      {heading_row === null && (
        <Alert color="orange" title={text.askHeadings} data-testid="import-headings">
          <Text>{text.askHeadingsAbout}</Text>
          <Button size="compact-sm" mt={6} disabled={disabled} onClick={() => read({ heading_row: 0 })}>
            {text.noneHere}
          </Button>
        </Alert>
      )}
      {unsure_words.length > 0 && ofText !== null && (
        <Alert variant="default" title={text.askEncoding(text.encodings[ofText.encoding])}>
          <Text>
            {text.askEncodingAbout} <strong>{unsure_words.join(' · ')}</strong>
          </Text>
        </Alert>
      )}
      <Text role="status">
        {joinTexts([
          text.matched(matched, columns.length),
          remembered && text.remembered(remembered.file, formatDay(remembered.at)),
          above > 0 && text.rowsAbove(above),
        ])}
      </Text>
      <div className={classes.wide}>
        <Table withColumnBorders verticalSpacing={4} data-testid="import-cells" className={classes.cells}>
          <Table.Thead>
            <Table.Tr>
              {columns.slice(0, SHOWN_COLUMNS).map(({ column, target }, at) => (
                <Table.Th key={at} scope="col">
                  <Text size="xs" fw={600} truncate title={column}>
                    {column}
                  </Text>
                  <NativeSelect
                    size="xs"
                    aria-label={text.fieldOf(column)}
                    disabled={disabled}
                    value={valueOf(target)}
                    onChange={(event) => setTarget(at, targetOf(event.currentTarget.value))}
                  >
                    <option value={BESIDE}>{text.beside}</option>
                    <option value={NOTE}>{text.note}</option>
                    <option value={SKIP}>{text.skip}</option>
                    <FieldOptions fields={fields} target={target} />
                  </NativeSelect>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.map((row, at) => (
              <Table.Tr key={at}>
                {columns.slice(0, SHOWN_COLUMNS).map(({ target }, place) => (
                  <Cell key={place} cell={row[place]} target={target} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {columns.length > SHOWN_COLUMNS && <Hint>{text.moreColumns(columns.length - SHOWN_COLUMNS)}</Hint>}
    </Stack>
  )
}

/** Memoized, because each column lists all fields. */
const FieldOptions = memo(function FieldOptions({
  fields,
  target,
}: {
  fields: ImportPreview['fields']
  target: ColumnTarget
}) {
  const own =
    typeof target === 'object' && !fields.some(({ path }) => path === target.field) ? target.field : null
  return (
    <>
      {own !== null && <option value={own}>{own}</option>}
      {fields.map(({ path, label }) => (
        <option key={path} value={path}>
          {label}
        </option>
      ))}
    </>
  )
})

function Cell({ cell, target }: { cell: PreviewCell | undefined; target: ColumnTarget }) {
  const isShown = typeof target === 'object' || target === 'note'
  if (cell === undefined) return <Table.Td />
  return (
    <Table.Td data-problem={cell.problem !== null || undefined}>
      <Text size="xs" {...(!isShown && { c: 'dimmed' })} {...(target === 'skip' && { td: 'line-through' })}>
        {cell.value}
      </Text>
      {cell.problem !== null && (
        <Text size="xs" className={classes.problem}>
          {formatMessage(cell.problem)}
        </Text>
      )}
      {cell.note !== null && (
        <Text size="xs" className={classes.note}>
          {formatMessage(cell.note)}
        </Text>
      )}
    </Table.Td>
  )
}

const CODES = { note: NOTE, skip: SKIP, beside: BESIDE } as const

const valueOf = (target: ColumnTarget) => (typeof target === 'object' ? target.field : CODES[target])

function targetOf(value: string): ColumnTarget {
  const plain = (['note', 'skip', 'beside'] as const).find((one) => CODES[one] === value)
  return plain ?? { field: value }
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  values: readonly { value: Value; label: string }[]
  disabled: boolean
  onPick: (value: Value) => void
}

function Choice<Value extends string>({ label, value, values, disabled, onPick }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      disabled={disabled}
      value={value}
      data={[...values]}
      className={classes.choice}
      onChange={(event) => {
        const picked = values.find((one) => one.value === event.currentTarget.value)
        if (picked !== undefined) onPick(picked.value)
      }}
    />
  )
}
