import { Group, NativeSelect, ScrollArea, Stack, Table, Text } from '@mantine/core'
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
} from '../../../src-shared/domain/import.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import classes from './import.module.css'

/** Maximum number of columns to show. A file may have 2,000 of them, and each has a list of all fields. */
const SHOWN_COLUMNS = 60

const SKIP = '-'
const BESIDE = ''

interface ImportColumnsProps {
  preview: ImportPreview
  format: ImportFormat
  choices: ImportChoices
  disabled: boolean
  onChange: (choices: ImportChoices) => void
}

/**
 * Shows how the app reads a CSV file: its format, the field of each column, and the first rows as they would be imported. Each choice of
 * the broker causes a new preview.
 */
export function ImportColumns({ preview, format, choices, disabled, onChange }: ImportColumnsProps) {
  const { columns, fields, cells } = preview
  const text = messages().importing
  const matched = columns.filter(({ target }) => typeof target === 'object').length
  const setTarget = (at: number, target: ColumnTarget) =>
    onChange({ ...choices, columns: columns.map((column, place) => (place === at ? target : column.target)) })
  return (
    <Stack gap="xs" component="section" aria-label={text.columns}>
      <Group gap="sm" align="flex-end">
        <Choice
          label={text.delimiter}
          value={format.delimiter}
          values={DELIMITERS}
          names={text.delimiters}
          disabled={disabled}
          onPick={(delimiter) => onChange({ ...choices, delimiter, columns: undefined })}
        />
        <Choice
          label={text.encoding}
          value={format.encoding}
          values={ENCODINGS}
          names={text.encodings}
          disabled={disabled}
          onPick={(encoding) => onChange({ ...choices, encoding, columns: undefined })}
        />
        <Choice
          label={text.dates}
          value={format.dates}
          values={DATE_ORDERS}
          names={text.dateOrders}
          disabled={disabled}
          onPick={(dates) => onChange({ ...choices, dates })}
        />
        <Choice
          label={text.amounts}
          value={format.amounts}
          values={AMOUNT_STYLES}
          names={text.amountStyles}
          disabled={disabled}
          onPick={(amounts) => onChange({ ...choices, amounts })}
        />
      </Group>
      <Text size="sm" role="status">
        {text.matched(matched, columns.length)} {format.is_remembered && text.remembered}
      </Text>
      <ScrollArea.Autosize mah="38vh" type="auto" offsetScrollbars>
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
      </ScrollArea.Autosize>
      {columns.length > SHOWN_COLUMNS && (
        <Text size="xs" c="dimmed">
          {text.moreColumns(columns.length - SHOWN_COLUMNS)}
        </Text>
      )}
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
  const isShown = typeof target === 'object'
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
    </Table.Td>
  )
}

const valueOf = (target: ColumnTarget) =>
  typeof target === 'object' ? target.field : target === 'skip' ? SKIP : BESIDE

function targetOf(value: string): ColumnTarget {
  if (value === SKIP) return 'skip'
  return value === BESIDE ? 'beside' : { field: value }
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  disabled: boolean
  onPick: (value: Value) => void
}

function Choice<Value extends string>({ label, value, values, names, disabled, onPick }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      disabled={disabled}
      value={value}
      data={values.map((one) => ({ value: one, label: names[one] }))}
      onChange={(event) => {
        const picked = values.find((one) => one === event.currentTarget.value)
        if (picked !== undefined) onPick(picked)
      }}
    />
  )
}
